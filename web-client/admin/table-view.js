/** A table that is renewed in place: sorted by its headings, searched, and turned page by page. */

import { arrange, attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { announce } from '../elements/notices.js';
import { translate } from '../texts/texts.js';
import { PAGE_ROWS } from './table-state.js';

/** The server takes texts of up to 256 bytes; a character has three or, as two units, four. */
const LONGEST_TEXT = 80;

/** The row of one entry. */
class TableRow {
  #cells;
  element;

  constructor(key, columns) {
    this.#cells = columns.map((column, index) => {
      const cell = h(index === 0 ? 'th' : 'td', {
        scope: index === 0 ? 'row' : null, class: column.isNumber ? 'number' : null,
      });
      return { column, cell, parts: column.make?.(cell) };
    });
    this.element = h('tr', { 'data-key': key }, this.#cells.map(({ cell }) => cell));
  }

  update(entry) {
    for (const { column, cell, parts } of this.#cells) {
      if (column.value) text(cell, column.value(entry));
      else column.show(entry, parts, this.element);
    }
  }
}

/**
 * `columns` have a `label`, in words, an `order` by which the server sorts, if it does, and either
 * `value(entry)`, a text, or `make(cell)`, which fills an empty cell and returns its parts, with
 * `show(entry, parts, row)`. Numbers stand at the end of their columns. `keyOf(entry)` is an
 * entry's id, `title` names the table, `search` its search field, `none` says that it is empty.
 * `changed()` is called where another part of it is wanted.
 */
export class TableView {
  #rows = new Map();
  #headings = [];
  #body = h('tbody');
  #message = h('p', { class: 'page-message', hidden: true });
  #range = h('span', { class: 'paging-range' });
  #previous;
  #next;
  #scroller;
  /** Whether the user waits for another part of the table, which is announced then. */
  #isAwaited = false;
  element;

  constructor({ state, columns, keyOf, title, search, none, changed }) {
    Object.assign(this, { state, columns, keyOf, none, changed });
    const field = h('input', {
      type: 'search', class: 'overview-search', autocomplete: 'off', dir: 'auto',
      enterkeyhint: 'search', maxlength: LONGEST_TEXT, 'aria-label': search, placeholder: search,
      oninput: () => this.#want(() => state.search(field.value)),
    });
    const heads = columns.map((column) => this.#heading(column));
    this.#scroller = h('div', {
      class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': title,
    }, h('table', { class: 'table' },
      h('caption', { class: 'unseen' }, title), h('thead', {}, h('tr', {}, heads)), this.#body));
    this.#previous = this.#turn('previous', translate('admin.previous'));
    this.#next = this.#turn('next', translate('admin.next'));
    this.paging = h('div', { class: 'paging' }, this.#previous, this.#range, this.#next);
    this.element = h('div', { class: 'table-view' }, field, this.#scroller, this.#message,
      this.paging);
    this.#showOrder();
  }

  /** Shows a page of entries, of `total` in all. */
  update(entries, total) {
    const focused = this.#body.contains(document.activeElement);
    const known = new Map();
    const rows = entries.map((entry) => {
      const key = this.keyOf(entry);
      const row = this.#rows.get(key) ?? new TableRow(key, this.columns);
      known.set(key, row);
      row.update(entry);
      return row.element;
    });
    this.#rows = known;
    arrange(this.#body, rows);
    // The row that had the focus is gone.
    if (focused && document.activeElement === document.body) this.#scroller.focus();
    this.#showRange(entries.length, total);
  }

  #heading({ label, order, isNumber }) {
    if (!order) return h('th', { scope: 'col', class: isNumber ? 'number' : null }, label);
    const heading = h('th', { scope: 'col', class: isNumber ? 'number' : null }, h('button', {
      type: 'button', class: 'sort', 'data-sort': order,
      onclick: () => this.#want(() => this.state.sortBy(order)),
    }, h('span', {}, label), icon('down')));
    this.#headings.push({ heading, order });
    return heading;
  }

  #turn(way, label) {
    return h('button', {
      type: 'button', class: 'paging-turn', 'data-action': `${way}-page`,
      onclick: () => this.#want(() => this.state[way]()),
    }, label);
  }

  #want(change) {
    change();
    this.#isAwaited = true;
    this.#showOrder();
    this.changed();
  }

  #showOrder() {
    for (const { heading, order } of this.#headings) {
      attribute(heading, 'aria-sort', this.state.directionOf(order));
    }
  }

  #showRange(shown, total) {
    const { from, hasPrevious, hasNext } = this.state;
    const range = total > PAGE_ROWS
      ? translate('admin.range', { first: from + 1, last: from + shown, total })
      : translate('admin.total', { count: total });
    text(this.#range, range);
    for (const [button, can] of [[this.#previous, hasPrevious], [this.#next, hasNext]]) {
      button.hidden = total <= PAGE_ROWS;
      attribute(button, 'aria-disabled', can ? null : 'true');
    }
    this.#scroller.hidden = shown === 0;
    this.#message.hidden = shown > 0;
    this.paging.hidden = shown === 0;
    text(this.#message, this.state.text ? translate('admin.noMatch') : this.none);
    if (this.#isAwaited) {
      announce(shown > 0 ? range : this.#message.textContent, { politely: true });
    }
    this.#isAwaited = false;
  }
}
