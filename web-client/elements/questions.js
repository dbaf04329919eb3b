/** Questions in place: a text that another person changed while this one was typed. */

import { h } from './dom.js';
import { inBackground } from './on-demand.js';

/** The questions about one row, section or list. */
export class QuestionsView {
  element = h('div', { class: 'questions', hidden: true });
  #shown = '';

  /** Shows `conflicts`, drafts of the kind `conflict`. */
  update(conflicts) {
    const json = JSON.stringify(conflicts);
    if (json === this.#shown) return;
    this.#shown = json;
    this.element.hidden = conflicts.length === 0;
    if (conflicts.length === 0) this.element.replaceChildren();
    else this.#ask(conflicts, json);
  }

  /** The words are loaded late; where they cannot be, the next drawing tries again. */
  async #ask(conflicts, json) {
    const isLoaded = await inBackground(({ question }) => {
      if (json === this.#shown) this.element.replaceChildren(...conflicts.map(question));
    });
    if (!isLoaded && json === this.#shown) this.#shown = '';
  }
}
