// Learn: lessons, which are texts with live searches in them.
import { make } from './shared/dom.js';
import { read } from './address.js';
import * as engine from './engine.js';
import * as projector from './projector.js';
import { render } from './prose.js';
import { Stepper } from './stepper.js';

/** @typedef {import('./main.js').App} App */

/** The page that lists the lessons. */
const CONTENTS = 'contents';

/** The view of lessons. */
export class Learn {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Stepper[]} */
    this.steppers = [];
    this.watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.start(target);
    }, { rootMargin: '200px' });
    /** @type {Map<Element, () => Promise<void>>} what is to be recorded when it comes into sight */
    this.waiting = new Map();
    this.element = make('article', { class: 'learn' });
  }

  leave() {
    this.watcher.disconnect();
    for (const stepper of this.steppers) stepper.leave();
  }

  async show() {
    const name = this.app.page.lesson ?? CONTENTS;
    let text;
    try {
      const response = await fetch(`lessons/${encodeURIComponent(name)}.md`);
      text = response.ok ? await response.text() : '';
    } catch {
      text = '';
    }
    if (!text) {
      this.element.replaceChildren(make('h1', {}, 'There is no such lesson'), make('p', {}, make('a', { href: '#/learn' }, 'All lessons')));
      return;
    }
    const back = name === CONTENTS ? null : make('a', { href: '#/learn' }, '← All lessons');
    this.element.replaceChildren(make('nav', { class: 'row spread', 'aria-label': 'Lesson' }, back ?? make('span'), projector.button()),
      ...render(text, (address, caption) => this.live(address, caption)));
    document.title = `${this.element.querySelector('h1')?.textContent ?? 'Learn'} – Taquin`;
  }

  /** @param {Element} box */
  async start(box) {
    const record = this.waiting.get(box);
    this.waiting.delete(box);
    this.watcher.unobserve(box);
    await record?.();
  }

  /**
   * A search of the app within the text.
   * @param {string} address as in the bar of the browser
   * @param {string} caption
   */
  live(address, caption) {
    const page = read(address.replace(/^.*#/, '#'));
    const methods = [page.method, ...page.more];
    const stepper = new Stepper({ methods, step: page.step, ask: page.ask, fixed: true });
    this.steppers.push(stepper);
    stepper.buttons.append(make('a', { href: address }, 'Open in Search'));
    const names = methods.map(({ algorithm = 'a-star', heuristic }) => (heuristic ? `${algorithm}, ${heuristic}` : algorithm)).join(' and ');
    const box = make('figure', { class: 'live', tabindex: -1 }, make('figcaption', {}, make('strong', {}, caption), make('span', {}, names)), stepper.element);
    box.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => stepper.key(event));
    this.waiting.set(box, async () => {
      try {
        if (!page.puzzle) throw new Error('This search has no board.');
        stepper.show(await engine.describe(page.puzzle));
      } catch (error) {
        stepper.element.replaceChildren(make('p', { class: 'note bad' }, error instanceof Error ? error.message : String(error)));
      }
    });
    this.watcher.observe(box);
    return box;
  }
}
