// Words on the screen that change with every step of a running search. The nodes that are there take the new words: the
// browser would lay out new nodes from nothing, and would have to collect the old ones as garbage.
import { make } from './shared/dom.js';

/** @param {any} element @param {string} words all that it says from now on */
export function say(element, words) {
  const { firstChild } = element;
  if (!firstChild && words === '') return;
  if (firstChild?.nodeType !== Node.TEXT_NODE || firstChild.nextSibling) element.textContent = words;
  else if (firstChild.data !== words) firstChild.data = words;
}

/** @param {any} element @param {boolean} hidden which a browser would take for a change whenever it is set */
export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/**
 * Says words in which every step that is named is a button.
 * @param {any} element
 * @param {string} title what it begins with
 * @param {string} words
 */
export function tell(element, title, words) {
  if (!element.firstChild) element.append(make('b', {}, ''));
  say(element.firstChild, title);
  // Split at a group, a text has what is between the groups at even places, and the groups at odd ones.
  const parts = words.split(/(step \d+)/);
  let node = element.firstChild;
  parts.forEach((part, place) => {
    if (!node.nextSibling) element.append(place % 2 === 0 ? '' : make('button', { type: 'button', class: 'link' }, ''));
    node = node.nextSibling;
    if (place % 2 === 1) say(node, part);
    else if (node.data !== part) node.data = part;
  });
  while (node.nextSibling) node.nextSibling.remove();
}
