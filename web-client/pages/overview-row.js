/** One list in the list of lists. */

import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';

const control = (action, name, image) => h('button', {
  type: 'button', class: name, 'data-action': action,
}, icon(image));

export class OverviewRow {
  #remove = control('delete-list', 'minus', 'minus');
  #retitle = control('retitle-list', 'retitle', 'pencil');
  #title = h('span', { class: 'title', dir: 'auto' });
  #here = h('span', { class: 'here' });
  #count = h('span', { class: 'count', role: 'img' });

  constructor(list) {
    this.element = h('li', { class: 'row', 'data-list-row': list }, this.#remove,
      h('a', { class: 'list-link', href: `#/list/${list}`, 'data-list-link': list },
        this.#title, this.#here, this.#count, icon('chevron')), this.#retitle);
  }

  /** `entry` is `{title, rows, clients}`. */
  update({ title, rows, clients }, editing) {
    const name = title || 'Untitled';
    for (const button of [this.#remove, this.#retitle]) button.hidden = !editing;
    attribute(this.#remove, 'aria-label', `Delete ${name}`);
    attribute(this.#retitle, 'aria-label', `Rename ${name}`);
    text(this.#title, name);
    text(this.#here, clients > 0 ? `${clients} here` : '');
    text(this.#count, String(rows));
    attribute(this.#count, 'aria-label', rows === 1 ? '1 item' : `${rows} items`);
  }
}
