/** The "(add new)" row of a section in edit mode: a button that becomes a field. */

import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';

export class AddRowView {
  #open = null;

  constructor(section) {
    this.section = section;
    this.element = h('li', { class: 'row add', 'data-add': section });
  }

  /** `draft` is the text that the field starts with. */
  update({ adding, section, draft }) {
    if (this.#open === adding) return;
    this.#open = adding;
    this.element.replaceChildren(adding ? this.#field(section, draft) : this.#button(section));
  }

  #button({ title }) {
    return h('button', {
      type: 'button', class: 'add-button', 'data-action': 'add',
      'aria-label': title ? `(add new) in ${title}` : '(add new)',
    }, h('span', { class: 'plus' }, icon('plus')), h('span', {}, '(add new)'));
  }

  #field({ title }, draft) {
    const input = h('input', {
      type: 'text', class: 'field field-title', name: 'new-title', 'data-new': this.section,
      'aria-label': title ? `New item in ${title}` : 'New item', placeholder: 'New item',
      autocomplete: 'off', enterkeyhint: 'enter', dir: 'auto',
      value: draft,
    });
    queueMicrotask(() => input.focus({ preventScroll: true }));
    return h('div', { class: 'face' }, h('span', { class: 'plus' }, icon('plus')), input);
  }
}
