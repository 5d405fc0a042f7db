// A text in a small part of Markdown, as elements: headings, paragraphs, lists, quotes, emphasis, code, links.
// A picture whose address is a page of the app, alone in its paragraph, becomes whatever `live` makes of it.
import { make } from './shared/dom.js';

/** @typedef {(address: string, caption: string) => HTMLElement} Live */

const LIVE = /^!\[([^\]]*)\]\(([^)]+)\)$/;
// The star of A* is a star: emphasis begins where no word does.
const INLINE = /(\*\*[^*]+\*\*|(?<![\w*])\*(?=\S)[^*]+\*(?!\w)|`[^`]+`|\[[^\]]+\]\([^)]+\))/;

/**
 * @param {string} text
 * @param {Live} live
 * @returns {HTMLElement[]}
 */
export function render(text, live) {
  return text.trim().split(/\n\s*\n/).map((block) => {
    const lines = block.trim().split('\n').map((line) => line.trim());
    const first = lines[0];
    const picture = lines.join(' ').match(LIVE);
    if (picture) return live(picture[2], picture[1]);
    const heading = first.match(/^(#{1,3}) (.*)/);
    if (heading) return make(`h${heading[1].length}`, {}, ...inline(heading[2]));
    if (first.startsWith('- ')) return make('ul', {}, ...items(lines, /^- /));
    if (/^\d+\. /.test(first)) return make('ol', {}, ...items(lines, /^\d+\. /));
    if (first.startsWith('> ')) return make('blockquote', {}, ...inline(lines.map((line) => line.replace(/^> ?/, '')).join(' ')));
    return make('p', {}, ...inline(lines.join(' ')));
  });
}

/**
 * The items of a list; a line without a mark goes on with the item before.
 * @param {string[]} lines
 * @param {RegExp} mark
 */
function items(lines, mark) {
  /** @type {string[]} */
  const texts = [];
  for (const line of lines) {
    if (mark.test(line)) texts.push(line.replace(mark, ''));
    else texts.push(`${texts.pop() ?? ''} ${line}`);
  }
  return texts.map((text) => make('li', {}, ...inline(text)));
}

/** @param {string} text @returns {(string | HTMLElement)[]} */
function inline(text) {
  return text.split(INLINE).filter(Boolean).map((part) => {
    const link = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/);
    if (link) return make('a', { href: link[2] }, ...inline(link[1]));
    if (/^\*\*.+\*\*$/.test(part)) return make('strong', {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return make('em', {}, part.slice(1, -1));
    if (/^`.+`$/.test(part)) return make('code', {}, part.slice(1, -1));
    return part;
  });
}
