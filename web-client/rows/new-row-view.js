/** The row that adds one: a button that becomes a form, or a form between other rows. */

import { attribute, h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { TextField } from '../elements/text-field.js';
import { translate } from '../texts/texts.js';

const NAMES = {
  browse: { one: 'section.newItem', inSection: 'section.newItemIn' },
  edit: { one: 'section.addNew', inSection: 'section.addNewIn' },
};

export class NewRowView {
  #shown = '';
  #field = null;

  /** `section` is the id of its section. */
  constructor(section) {
    this.section = section;
    this.element = h('li', { class: 'row add' });
  }

  /**
   * Shows a form with the text `draft` while `adding`, a button otherwise: "(add new)" while
   * `editing`. `title` is that of the section.
   */
  update({ adding, editing, title, draft }) {
    attribute(this.element, 'data-add', editing ? this.section : null);
    attribute(this.element, 'data-new-item', editing ? null : this.section);
    const shows = adding ? 'form' : editing ? 'edit' : 'browse';
    if (this.#shown !== shows) {
      this.#shown = shows;
      this.element.replaceChildren(adding ? this.#form() : this.#button(shows));
    }
    // Saved, and ready for the next one; or refused, and put back.
    if (adding && this.#field.input.value !== draft) this.#field.text = draft;
    const control = this.element.querySelector('textarea, button');
    const { one, inSection } = NAMES[adding ? 'browse' : shows];
    attribute(control, 'aria-label', title ? translate(inSection, { title })
      : translate(one));
  }

  #button(shows) {
    return h('button', {
      type: 'button', class: 'add-button', 'data-action': shows === 'edit' ? 'add' : 'new-item',
    }, h('span', { class: 'plus' }, icon('plus')), h('span', {}, translate(NAMES[shows].one)));
  }

  #form() {
    this.#field = new TextField('field-title', {
      name: 'new-title', 'data-new': this.section, 'data-line': true,
      placeholder: translate('section.newItem'), enterkeyhint: 'next',
    });
    const { element, input } = this.#field;
    queueMicrotask(() => {
      input.focus({ preventScroll: true });
      input.setSelectionRange(input.value.length, input.value.length);
    });
    return h('form', { class: 'face' }, h('span', { class: 'plus' }, icon('plus')), element);
  }
}
