/** The bar that searches a list: a field, the number of matches, and buttons to step and close. */

import { composes, listenForEnter } from '../elements/entering.js';
import { h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { translate } from '../texts/texts.js';

/** How many matches further a key leads. */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

export class SearchBar {
  #field = h('input', {
    type: 'search', class: 'search-field', name: 'search', autocomplete: 'off', dir: 'auto',
    enterkeyhint: 'search', 'aria-label': translate('search.field'),
    placeholder: translate('search.field'),
  });
  #count = h('span', { class: 'search-count' });
  #previous;
  #next;

  /** Calls `typed(text)`, `step(by)` and `close()`. */
  constructor({ typed, step, close }) {
    const button = (name, image, act) => h('button', {
      type: 'button', class: 'search-button', 'data-search': name, onclick: act,
      'aria-label': translate(`search.${name}`), title: translate(`search.${name}`),
    }, icon(image));
    this.#previous = button('previous', 'up', () => step(-1));
    this.#next = button('next', 'down', () => step(1));
    this.element = h('form', { class: 'search', role: 'search', hidden: true },
      h('span', { class: 'search-box' }, icon('search'), this.#field, this.#count),
      this.#previous, this.#next, button('close', 'close', close));
    this.#field.addEventListener('input', () => typed(this.#field.value));
    this.element.addEventListener('keydown', (event) => {
      // The keys of the list do not work here, and the browser's own do: Ctrl-F a second time.
      event.stopPropagation();
      if (composes(event)) return;
      const by = STEPS[event.key] ?? 0;
      if (by !== 0) step(by);
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
    });
    listenForEnter(this.element, (field, { shiftKey }) => {
      if (field !== this.#field) return false;
      step(shiftKey ? -1 : 1);
      return true;
    });
  }

  /** Shows the bar, with its text selected. */
  show() {
    this.element.hidden = false;
    this.#field.focus({ preventScroll: true });
    this.#field.select();
  }

  hide() { this.element.hidden = true; }

  /**
   * Shows that match `at` of `total`, or of more if it `hasMore`, is the current one; `wanted` is the
   * text searched for.
   */
  update({ wanted, at, total, hasMore }) {
    const none = wanted.trim() === '' || hasMore ? '' : translate('search.none');
    text(this.#count, total === 0 ? none : translate(hasMore ? 'search.countMore' : 'search.count', { at: at + 1, total }));
    this.#previous.disabled = total === 0;
    this.#next.disabled = total === 0;
  }
}
