// A canvas that can be dragged and zoomed, sharp on every screen.
import { make } from './shared/dom.js';
import { colour } from './theme.js';

/** @typedef {{x: number, y: number, scale: number}} Camera the middle of the canvas, and points for one unit */

/** The canvas. Whoever uses it draws in `paint`. */
export class Canvas {
  /**
   * @param {string} label
   * @param {(pen: CanvasRenderingContext2D, width: number, height: number) => void} paint
   */
  constructor(label, paint) {
    this.paint = paint;
    this.element = make('canvas', { class: 'canvas', role: 'img', 'aria-label': label });
    /** @type {Camera} */
    this.camera = { x: 0, y: 0, scale: 1 };
    /** Whether a person has moved the camera. */
    this.held = false;
    /** @type {(x: number, y: number) => void} */
    this.onclick = () => {};
    /** @type {(dx: number, dy: number) => void} */
    this.ondrag = (dx, dy) => this.pan(dx, dy);
    /** @type {(x: number, y: number) => void} */
    this.onhover = () => {};
    /** @type {() => void} */
    this.onresize = () => {};
    this.size = { width: 0, height: 0 };
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.element);
    this.onTheme = () => {
      this.known.clear();
      this.palette = undefined;
      this.request();
    };
    /** @type {Map<string, string>} the colours of the theme as they were asked for */
    this.known = new Map();
    /** @type {Record<string, string> | undefined} those that are painted with */
    this.palette = undefined;
    addEventListener('themechange', this.onTheme);
    this.listen();
  }

  leave() {
    this.watcher.disconnect();
    removeEventListener('themechange', this.onTheme);
    cancelAnimationFrame(this.waiting ?? 0);
  }

  listen() {
    /** @type {{x: number, y: number, far: boolean} | null} */
    let drag = null;
    this.element.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      drag = { x: event.clientX, y: event.clientY, far: false };
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (!drag) {
        const box = this.element.getBoundingClientRect();
        this.onhover(event.clientX - box.left, event.clientY - box.top);
        return;
      }
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.far && Math.hypot(dx, dy) < 4) return;
      drag = { x: event.clientX, y: event.clientY, far: true };
      this.ondrag(dx, dy);
    });
    this.element.addEventListener('pointerup', (/** @type {PointerEvent} */ event) => {
      if (drag && !drag.far) {
        const box = this.element.getBoundingClientRect();
        this.onclick(event.clientX - box.left, event.clientY - box.top);
      }
      drag = null;
    });
    this.element.addEventListener('wheel', (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      this.held = true;
      const box = this.element.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.size = { width, height };
    this.element.width = Math.max(1, Math.round(width * ratio));
    this.element.height = Math.max(1, Math.round(height * ratio));
    this.onresize();
    this.request();
  }

  /** Draws with the next frame. */
  request() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      const pen = this.element.getContext('2d');
      if (!pen || this.size.width === 0) return;
      const ratio = this.element.width / this.size.width;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, this.size.width, this.size.height);
      this.paint(pen, this.size.width, this.size.height);
    });
  }

  /** @param {string} name of a colour of the theme */
  colour(name) {
    const known = this.known.get(name) ?? colour(name);
    this.known.set(name, known);
    return known;
  }

  /** @param {Record<string, string>} names of colours of the theme, always the same ones */
  colours(names) {
    this.palette ??= Object.fromEntries(Object.entries(names).map(([key, name]) => [key, this.colour(name)]));
    return this.palette;
  }

  /** @param {number} x @param {number} y @returns {[number, number]} on the canvas */
  project(x, y) {
    return [(x - this.camera.x) * this.camera.scale + this.size.width / 2, (y - this.camera.y) * this.camera.scale + this.size.height / 2];
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.held = true;
    this.camera = { ...this.camera, x: this.camera.x - dx / this.camera.scale, y: this.camera.y - dy / this.camera.scale };
    this.request();
  }

  /** @param {number} factor @param {number} [px] @param {number} [py] the point that stays */
  zoom(factor, px = this.size.width / 2, py = this.size.height / 2) {
    const { x, y, scale } = this.camera;
    const next = Math.min(Math.max(scale * factor, 0.02), 400);
    const [dx, dy] = [px - this.size.width / 2, py - this.size.height / 2];
    this.camera = { x: x + dx / scale - dx / next, y: y + dy / scale - dy / next, scale: next };
    this.request();
  }

  /** @param {Camera} camera where to look, unless somebody holds the camera */
  look(camera) {
    if (this.held) return;
    this.camera = camera;
    this.request();
  }
}
