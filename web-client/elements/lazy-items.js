/** What is there rarely: questions in place, and texts that could not be saved. Its elements are loaded lazily. */

import { h } from './dom.js';
import { inBackground } from './on-demand.js';

export class LazyItems {
  #make;
  #load;
  #shown = '';

  /**
   * `name` is the class of the element, `make(lazy, item)` the element of an item, by what `lazy.js` exports; `load` is
   * `inBackground`.
   */
  constructor(name, make, load = inBackground) {
    this.#make = make;
    this.#load = load;
    this.element = h('div', { class: name, hidden: true });
  }

  /** Shows `items`, drafts. */
  update(items) {
    const json = JSON.stringify(items);
    if (json === this.#shown) return;
    this.#shown = json;
    this.element.hidden = items.length === 0;
    if (items.length === 0) this.element.replaceChildren();
    else this.#fill(items, json);
  }

  /** Where they cannot be loaded, the next drawing tries again. */
  async #fill(items, json) {
    const isLoaded = await this.#load((lazy) => {
      if (json === this.#shown) this.element.replaceChildren(...items.map((one) => this.#make(lazy, one)));
    });
    if (!isLoaded && json === this.#shown) this.#shown = '';
  }
}

/** The questions about one row, section or list: drafts of the kind `conflict`. */
export const questionsView = () => new LazyItems('questions', ({ question }, one) => question(one));

/** Texts that were typed and could not be saved, drafts of the kind `kept`; `drop` is called with one that is no longer needed. */
export const recoveredDrafts = (drop) => new LazyItems('recovered-drafts', ({ recoveredDraft }, one) => recoveredDraft(one, drop));
