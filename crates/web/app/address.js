// The state of the page, in its address: #/view?p=…&…

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {import('./engine.js').Method} Method
 * @typedef {'play' | 'solve' | 'search' | 'space'} View
 * @typedef {{view: View, puzzle: PuzzleText | null, method: Method, second: Method | null, step: number, play: boolean, daily?: string}} Page
 */

const VIEWS = /** @type {View[]} */ (['play', 'solve', 'search', 'space']);

/**
 * @param {string} hash
 * @returns {Page}
 */
export function read(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const words = new URLSearchParams(query);
  /** @param {string} name */
  const word = (name) => words.get(name) || undefined;
  const text = word('p');
  return {
    view: VIEWS.find((view) => view === path) ?? 'play',
    puzzle: text ? { text, goal: word('goal'), torus: words.has('torus'), metric: word('metric'), at: word('at') } : null,
    method: { algorithm: word('a'), heuristic: word('h') },
    second: words.has('a2') ? { algorithm: word('a2'), heuristic: word('h2') } : null,
    step: Math.max(0, Math.floor(Number(word('step') ?? 0)) || 0),
    play: words.has('play'),
    daily: word('daily'),
  };
}

/**
 * @param {Page} page
 * @returns {string}
 */
export function write(page) {
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
  if (page.second) {
    words.set('a2', page.second.algorithm ?? '');
    put('h2', page.second.heuristic);
  }
  put('step', page.step);
  put('daily', page.daily);
  // Slashes and spaces are what boards are made of; they read better as they are.
  const query = words.toString().replaceAll('%2F', '/');
  return `#/${page.view}${query ? `?${query}` : ''}`;
}
