/** What somebody new is told, until they know it or wave it away. */

import { h } from './dom.js';

export class FirstHint {
  #person;
  #name;
  element;

  /** `name` is what `person` is to know, `words` say it. */
  constructor(person, name, words) {
    this.#person = person;
    this.#name = name;
    this.element = h('div', { class: 'first-hint', role: 'note', hidden: true },
      h('p', {}, words),
      h('button', { type: 'button', 'data-action': 'got-it', onclick: () => this.done() }, 'Got it'));
  }

  /** Shows it where there is something that it is about, and it is not known. */
  update(there) {
    this.element.hidden = !there || this.#person.knows(this.#name);
  }

  /** It is known now. */
  done() {
    if (!this.#person.knows(this.#name)) this.#person.learns(this.#name);
    this.element.hidden = true;
  }
}
