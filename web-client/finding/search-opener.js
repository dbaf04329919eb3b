/** The search of a list page, which is loaded when it is opened first. */

import { onDemand } from '../elements/on-demand.js';

export class SearchOpener {
  #page;
  /** The `ListSearch`; `null` until it is loaded. */
  #search = null;

  /** `page` is a `ListPage`. */
  constructor(page) {
    this.#page = page;
  }

  get isOpen() { return this.#search?.isOpen ?? false; }

  /** Opens the bar, or selects the text in it. */
  async open() {
    if (!this.#search) {
      await onDemand(({ ListSearch }) => {
        this.#search = new ListSearch(this.#page);
        this.#page.topBar.element.append(this.#search.element);
      });
    }
    this.#search?.open();
  }

  close() { this.#search?.close(); }

  /** The page is left. */
  stop() { this.#search?.stop(); }

  /** As those of `ListSearch`. */
  follow() { this.#search?.follow(); }

  drop(isGone) { this.#search?.drop(isGone); }
}
