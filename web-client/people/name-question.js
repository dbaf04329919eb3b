/**
 * Asks for the name of who arrives by a shared link and has given none: a quiet line above the list,
 * once the list is there. It can be put aside; the others see a made-up name then.
 */

import { h } from '../elements/dom.js';
import { submitByBreaks } from '../elements/entering.js';
import { announce } from '../elements/notices.js';
import { translate } from '../texts/texts.js';

const HINT = 'name';

export class NameQuestion {
  #preferences;
  #closed;
  #input = h('input', {
    type: 'text', class: 'name-input', name: 'own-name', maxlength: 40, dir: 'auto',
    autocomplete: 'nickname', enterkeyhint: 'done',
  });
  element;

  /** `preferences` are those of the user; `closed` is called when it is put aside or answered. */
  constructor(preferences, closed) {
    this.#preferences = preferences;
    this.#closed = closed;
    const shownName = preferences.madeUp();
    this.#input.placeholder = shownName;
    this.element = h('form', { class: 'first-hint name-question', hidden: true },
      h('label', {}, h('span', {}, translate('people.askName', { name: shownName })), this.#input),
      h('div', { class: 'name-choices' },
        h('button', { type: 'submit', 'data-action': 'save-name' }, translate('dialog.save')),
        h('button', {
          type: 'button', 'data-action': 'later-name', onclick: () => this.#putAside(),
        }, translate('people.notNow'))));
    submitByBreaks(this.element);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  /** Asks while the list `isThere`, unless the name is known or the question was put aside. */
  update(isThere) {
    const { name } = this.#preferences;
    this.element.hidden = !isThere || name !== '' || this.#preferences.isDismissed(HINT);
  }

  #save() {
    const name = this.#input.value.trim();
    if (name === '') {
      this.#input.focus();
      return;
    }
    this.#preferences.rename(name);
    this.#close();
    announce(translate('people.nameSaved', { name }));
  }

  #putAside() {
    this.#preferences.dismiss(HINT);
    this.#close();
  }

  /** The list takes the focus that the question had. */
  #close() {
    const { element } = this;
    element.hidden = true;
    element.closest('main').querySelector('[data-row][tabindex="0"]')
      ?.focus({ preventScroll: true });
    this.#closed();
  }
}
