/** The keys of the overview of lists: arrows walk, Enter opens, `/` searches, Delete deletes. */

import { composes, listenForEnter } from '../elements/entering.js';
import { closeLayer } from '../layers.js';

/** The link that a key moves the focus to, from the link `at` of `links`; -1 is the search field. */
const STEPS = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (at, last) => last,
};

/** Handles the keys of a `ListsPage` until `signal` aborts. */
export class OverviewKeys {
  #page;

  constructor(page, signal) {
    this.#page = page;
    window.addEventListener('keydown', (event) => {
      const { defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (composes(event)) return;
      const isOpen = document.querySelector('dialog[open]') !== null;
      if (defaultPrevented || ctrlKey || metaKey || altKey || isOpen) return;
      if (this.#handle(event)) event.preventDefault();
    }, { signal });
    listenForEnter(page.element, (field) => {
      if (field !== page.search) return false;
      this.#links[0]?.click();
      return true;
    }, { signal });
  }

  get #links() { return [...this.#page.rows.querySelectorAll('[data-list-link]')]; }

  /** Does what the key means here; returns whether it means anything. */
  #handle({ key, target, shiftKey }) {
    const { search } = this.#page;
    if (target === search) return this.#handleInSearch(key);
    if (target.closest('input, textarea, select')) return false;
    if (key === 'Escape') return closeLayer();
    if (key === '/') {
      search.focus();
      search.select();
      return !search.hidden;
    }
    const row = target.closest('[data-list-row]');
    if (!row) return key === 'ArrowDown' && this.#focus(0);
    const { listRow } = row.dataset;
    if (key === 'Delete' || key === 'Backspace') this.#page.delete(listRow);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) this.#page.rowMenu(listRow);
    else if (key in STEPS) {
      const links = this.#links;
      const at = links.findIndex((link) => row.contains(link));
      return this.#focus(STEPS[key](at, links.length - 1));
    } else return false;
    return true;
  }

  #handleInSearch(key) {
    const { search } = this.#page;
    if (key === 'ArrowDown') return this.#focus(0);
    return key === 'Escape' && closeLayer();
  }

  /** Gives the focus to a link by its index, or above the first to the search field. */
  #focus(index) {
    (index < 0 ? this.#page.search : this.#links[index])?.focus();
    return true;
  }
}
