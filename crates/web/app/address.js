// The state of the page, in its address: #/view?p=…&…

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {import('./engine.js').Method} Method
 * @typedef {'play' | 'solve' | 'search' | 'compare' | 'space' | 'learn'} View
 * @typedef {{view: View, puzzle: PuzzleText | null, method: Method, more: Method[], step: number, play: boolean, ask: boolean, draw: boolean, lesson?: string, daily?: string, embed: boolean}} Page
 */

const VIEWS = /** @type {View[]} */ (['play', 'solve', 'search', 'compare', 'space', 'learn']);
/** Methods that can be looked at together. */
export const MOST_METHODS = 4;

/**
 * @param {string} hash
 * @returns {Page}
 */
export function read(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name, lesson] = path.split('/');
  const words = new URLSearchParams(query);
  /** @param {string} name */
  const word = (name) => words.get(name) || undefined;
  const text = word('p');
  return {
    view: VIEWS.find((view) => view === name) ?? 'play',
    puzzle: text ? { text, goal: word('goal'), torus: words.has('torus'), metric: word('metric'), at: word('at') } : null,
    method: { algorithm: word('a'), heuristic: word('h') },
    more: Array.from({ length: MOST_METHODS - 1 }, (_, at) => at + 2).filter((at) => words.has(`a${at}`)).map((at) => ({ algorithm: word(`a${at}`), heuristic: word(`h${at}`) })),
    step: Math.max(0, Math.floor(Number(word('step') ?? 0)) || 0),
    play: words.has('play'),
    daily: word('daily'),
    ask: words.has('ask'),
    draw: words.has('draw'),
    lesson: lesson || undefined,
    embed: words.has('embed'),
  };
}

/**
 * @param {Page} page
 * @returns {string}
 */
export function write(page) {
  // A lesson brings its own boards.
  if (page.view === 'learn') return `#/learn${page.lesson ? `/${page.lesson}` : ''}${page.embed ? '?embed=1' : ''}`;
  const words = new URLSearchParams();
  /** @param {string} name @param {string | number | undefined} value */
  const put = (name, value) => {
    if (value) words.set(name, String(value));
  };
  put('p', page.puzzle?.text);
  put('goal', page.puzzle?.goal);
  put('torus', page.puzzle?.torus ? 1 : 0);
  put('metric', page.puzzle?.metric);
  put('at', page.puzzle?.at);
  put('a', page.method.algorithm);
  put('h', page.method.heuristic);
  page.more.forEach(({ algorithm, heuristic }, at) => {
    words.set(`a${at + 2}`, algorithm ?? '');
    put(`h${at + 2}`, heuristic);
  });
  put('step', page.step);
  put('daily', page.daily);
  put('ask', page.ask ? 1 : 0);
  put('draw', page.draw ? 1 : 0);
  put('embed', page.embed ? 1 : 0);
  // Slashes and spaces are what boards are made of; they read better as they are.
  const query = words.toString().replaceAll('%2F', '/');
  return `#/${page.view}${query ? `?${query}` : ''}`;
}
