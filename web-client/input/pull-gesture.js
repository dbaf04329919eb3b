/** Pull to refresh: dragging the page down at its top refreshes the list. */

import { h } from '../elements/dom.js';

/** Pixels from which on a pull refreshes. */
const THRESHOLD = 84;

export class PullGesture {
  #stop = new AbortController();
  #spinner = h('div', { class: 'pull', 'aria-hidden': 'true' });

  /** `refresh` is called after a pull; nothing is pulled while `isBusy()`. */
  constructor(root, refresh, isBusy) {
    root.append(this.#spinner);
    const options = { signal: this.#stop.signal, passive: true };
    let from = null;
    let by = 0;
    const show = () => {
      this.#spinner.style.height = `${Math.min(by, THRESHOLD) / 2}px`;
      this.#spinner.classList.toggle('ready', by >= THRESHOLD);
    };
    root.addEventListener('touchstart', (event) => {
      const handle = event.target.closest('[data-action="handle"]');
      from = window.scrollY <= 0 && !handle && event.touches.length === 1
        ? event.touches[0].clientY : null;
    }, options);
    root.addEventListener('touchmove', (event) => {
      if (from === null) return;
      by = window.scrollY <= 0 && !isBusy() ? Math.max(0, event.touches[0].clientY - from) : 0;
      show();
    }, options);
    const end = () => {
      if (from !== null && by >= THRESHOLD) refresh();
      from = null;
      by = 0;
      show();
    };
    root.addEventListener('touchend', end, options);
    root.addEventListener('touchcancel', end, options);
  }

  stop() {
    this.#stop.abort();
  }
}
