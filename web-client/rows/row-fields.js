/** A row's texts as fields: title and detail. */

import { h } from '../elements/dom.js';

const NAMES = { title: 'Title', detail: 'Add a note' };

/** Starts with what the row says; what others change meanwhile does not touch it. */
export class RowFields {
  constructor(row, { field }) {
    const inputs = Object.entries(NAMES).map(([name, label]) => h('input', {
      type: 'text', name, class: `field field-${name}`, 'data-field': name, 'aria-label': label,
      placeholder: label, autocomplete: 'off', enterkeyhint: 'done', dir: 'auto',
      value: row.fields[name] === undefined ? '' : String(row.fields[name]),
    }));
    this.element = h('div', { class: 'fields', 'data-fields': row.id }, inputs);
    const first = inputs.find((input) => input.name === field) ?? inputs[0];
    // The element joins the document in this turn; only then can it take the focus.
    queueMicrotask(() => {
      first.focus({ preventScroll: true });
      first.select();
    });
  }
}

/** The texts of the fields inside `element`, by field name. */
export function textsOf(element) {
  return Object.fromEntries([...element.querySelectorAll('input[data-field]')]
    .map((input) => [input.name, input.value]));
}
