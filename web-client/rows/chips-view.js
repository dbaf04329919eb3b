/** The chips of a row: its fields besides title, note and tick, below them. */

import { h } from '../elements/dom.js';
import { chipsOf } from './field-chips.js';

export class ChipsView {
  /** The element; `null` as long as there was nothing to show. */
  element = null;
  #fields = null;
  #shown = '';

  /** Shows those of `fields`, the same object where nothing has changed; returns whether there are any. */
  update(fields) {
    if (fields === this.#fields) return this.#shown !== '';
    this.#fields = fields;
    const chips = chipsOf(fields);
    const shown = chips.length === 0 ? '' : JSON.stringify(chips);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.element ??= h('span', { class: 'row-chips' });
      this.element.replaceChildren(...chips.map(chip));
    }
    return shown !== '';
  }
}

/** One chip; a link opens beside the page. */
function chip({ field, text, title, href }) {
  const attributes = { class: 'row-chip', 'data-chip': field, dir: 'auto', title };
  if (href === undefined) return h('span', attributes, text);
  return h('a', {
    ...attributes, href, target: '_blank', rel: 'noopener noreferrer', draggable: 'false',
  }, text);
}
