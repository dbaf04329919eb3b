/** Placeholders for rows that are not held yet: one for each stretch of them. */

import { attribute, h } from '../elements/dom.js';

export class AbsentRows {
  #elements = [];
  #used = 0;

  /** Begins to draw: every placeholder may be taken again. */
  begin() { this.#used = 0; }

  /** A placeholder of `height` pixels for `count` rows. */
  take(height, count) {
    this.#elements[this.#used] ??= h('li', {
      class: 'absent', role: 'presentation', 'aria-hidden': 'true',
    });
    const element = this.#elements[this.#used];
    this.#used += 1;
    if (element.style.height !== `${height}px`) {
      element.style.height = `${height}px`;
      element.style.setProperty('--row-height', `${height / count}px`);
    }
    attribute(element, 'data-absent', count);
    return element;
  }
}
