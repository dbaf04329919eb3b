/** Placeholders for rows that are not held yet: one for each stretch of them. */

import { attribute, h, text } from '../elements/dom.js';
import { translate } from '../texts/texts.js';

export class AbsentRows {
  #elements = [];
  #used = 0;

  /** Begins to draw: every placeholder may be taken again. */
  begin() { this.#used = 0; }

  /** A placeholder of `height` pixels for `count` rows; on paper, words in their place. */
  take(height, count) {
    this.#elements[this.#used] ??= h('li', {
      class: 'absent', role: 'presentation', 'aria-hidden': 'true',
    }, h('span', { class: 'absent-words' }));
    const element = this.#elements[this.#used];
    this.#used += 1;
    if (element.style.height !== `${height}px`) {
      element.style.height = `${height}px`;
      element.style.setProperty('--row-height', `${height / count}px`);
    }
    attribute(element, 'data-absent', count);
    text(element.firstChild, translate('long.missing', { count }));
    return element;
  }
}
