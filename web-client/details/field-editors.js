/** The controls of a row's fields in the detail sheet, by kind. */

import { h } from '../elements/dom.js';
import { composes, listenForEnter } from '../elements/entering.js';
import { icon } from '../elements/icons.js';
import { TextField } from '../elements/text-field.js';
import { linkOf } from '../screen/links.js';
import { translate } from '../texts/texts.js';
import { NEW_KINDS } from './field-kinds.js';

const LABELS = { title: 'row.title', detail: 'details.notes', done: 'where.fieldDone' };

/** What people call a field. */
export const labelOf = (name) => (Object.hasOwn(LABELS, name) ? translate(LABELS[name]) : name);

/** A control that is an `input`, as a `TextField` is: `{element, input, text}`. */
function control(attributes) {
  const input = h('input', attributes);
  return { element: input, input, set text(text) { input.value = text; } };
}

const CONTROLS = {
  text: (attributes) => new TextField('dialog-grow', { 'data-line': '', ...attributes }),
  note: (attributes) => new TextField('dialog-grow', attributes),
  number: (attributes) => control({ type: 'text', inputmode: 'decimal', ...attributes }),
  date: (attributes) => control({ type: 'date', ...attributes }),
  link: (attributes) => new TextField('dialog-grow', { 'data-line': '', inputmode: 'url', ...attributes }),
  yesNo: (attributes) => control({ type: 'checkbox', ...attributes, class: 'switch' }),
};

/** The editor of one field. */
export class FieldEditor {
  #kind;
  #control;
  #open;

  /**
   * `typed` is called with each new text, `removed`, if given, when the user removes the field;
   * `opened()` is the text that Escape puts back; without `editable` the field is only shown.
   */
  constructor({ name, kind, text, editable, typed, opened, removed }) {
    Object.assign(this, { name });
    this.#kind = kind;
    this.#control = CONTROLS[kind]({
      class: 'dialog-input', name, autocomplete: 'off',
      enterkeyhint: kind === 'note' ? 'enter' : 'done',
      autocapitalize: kind === 'link' ? 'none' : 'sentences',
      readonly: !editable, disabled: kind === 'yesNo' && !editable,
      onkeydown: (event) => {
        const drops = event.key === 'Escape' && editable && kind !== 'yesNo' && !composes(event);
        if (!drops || this.text === opened()) return;
        event.preventDefault();
        this.text = opened();
        typed(this.text);
      },
    });
    this.#control.input.addEventListener('input', () => {
      typed(this.text);
      this.#drawLink();
    });
    this.#open = kind === 'link' ? h('a', {
      class: 'field-open', target: '_blank', rel: 'noopener noreferrer', hidden: true,
      'aria-label': translate('details.open', { field: labelOf(name) }),
    }, icon('link')) : null;
    this.element = h('div', { class: 'detail-field', 'data-detail': name, 'data-kind': kind },
      h('label', { class: 'dialog-field' }, h('span', { dir: 'auto' }, labelOf(name)),
        this.#control.element),
      this.#open, removed ? h('button', {
        type: 'button', class: 'field-remove', 'data-action': 'remove-field', onclick: removed,
        'aria-label': translate('details.remove', { field: labelOf(name) }),
      }, icon('trash')) : null);
    this.text = text;
  }

  get text() {
    const { checked, value } = this.#control.input;
    return this.#kind === 'yesNo' ? String(checked) : value;
  }

  set text(text) {
    if (this.#kind === 'yesNo') this.#control.input.checked = text === 'true';
    else this.#control.text = text;
    this.#drawLink();
  }

  get hasFocus() { return this.#control.input === document.activeElement; }

  focus() { this.#control.input.focus(); }

  #drawLink() {
    if (!this.#open) return;
    const href = linkOf(this.text);
    this.#open.hidden = href === null;
    if (href !== null) this.#open.href = href;
  }
}

/** A field whose value can only be shown. */
export const shownField = (name, value) => h('div', { class: 'detail-field', 'data-detail': name },
  h('div', { class: 'dialog-field' }, h('span', { dir: 'auto' }, labelOf(name)),
    h('code', { class: 'field-data', dir: 'ltr' }, JSON.stringify(value))));

/**
 * "Add field": a button that becomes a form. `add(name, kind)` returns whether it could be added;
 * a name that is taken cannot.
 */
export function newField(add) {
  const begin = h('button', {
    type: 'button', class: 'add-field', 'data-action': 'add-field',
    onclick: () => {
      form.hidden = false;
      begin.hidden = true;
      name.focus();
      form.scrollIntoView({ block: 'nearest' });
    },
  }, icon('plus'), translate('details.addField'));
  const name = h('input', {
    type: 'text', class: 'dialog-input', name: 'field-name', maxlength: 60, dir: 'auto',
    autocomplete: 'off', enterkeyhint: 'done', oninput: () => name.setCustomValidity(''),
    onblur: () => name.setCustomValidity(''),
    onkeydown: (event) => {
      if (event.key !== 'Escape' || composes(event) || name.value === '') return;
      event.preventDefault();
      name.value = '';
    },
  });
  const kind = h('select', { class: 'dialog-input', name: 'field-kind' }, NEW_KINDS.map(
    (one) => h('option', { value: one }, translate(`details.${one}`))));
  const finish = () => {
    if (name.value.trim() === '') return;
    if (!add(name.value.trim(), kind.value)) {
      name.setCustomValidity(translate('details.taken'));
      name.reportValidity();
      return;
    }
    name.value = '';
    form.hidden = true;
    begin.hidden = false;
  };
  const form = h('div', {
    class: 'new-field', hidden: true,
  },
  h('label', { class: 'dialog-field' }, h('span', {}, translate('details.fieldName')), name),
  h('label', { class: 'dialog-field' }, h('span', {}, translate('details.fieldKind')), kind),
  h('button', { type: 'button', class: 'button', 'data-action': 'new-field', onclick: finish },
    translate('details.add')));
  listenForEnter(form, (field) => {
    if (field.matches('button')) return false;
    finish();
    return true;
  });
  return h('div', {}, begin, form);
}
