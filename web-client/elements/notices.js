/** Messages to the user: toasts, announcements to screen readers, hints for new users. */

import { translate } from '../texts/texts.js';
import { h } from './dom.js';

/** How long a toast is shown: at least so many milliseconds, and so many for each character. */
const SHORTEST = 5000;
const PER_CHARACTER = 60;
const MOST_TOASTS = 3;

/** Shows and announces `message` for some seconds; `kind` is `note` or `error`. */
export function toast(message, kind = 'note') {
  const place = document.getElementById('toasts');
  const line = h('div', { class: `toast toast-${kind}`, 'data-toast': kind },
    h('span', {}, message));
  while (place.children.length >= MOST_TOASTS) place.firstChild.remove();
  place.append(line);
  announce(message);
  setTimeout(() => line.remove(), Math.max(SHORTEST, message.length * PER_CHARACTER));
}

/** Has screen readers read `message`, even if it is the same as the last one. */
export function announce(message) {
  const line = document.createElement('p');
  line.textContent = message;
  document.getElementById('announcer').replaceChildren(line);
}

/** The message about edits that were lost because their list was deleted; empty for none. */
export function lostEditsNote(lost) {
  return lost === 0 ? '' : translate('edits.lost', { count: lost });
}

/** A hint for new users, shown until they dismiss it or do what it is about. */
export class FirstHint {
  #preferences;
  #name;
  element;

  /** `name` is what `preferences` call the hint, `message` its text. */
  constructor(preferences, name, message) {
    this.#preferences = preferences;
    this.#name = name;
    this.element = h('div', { class: 'first-hint', role: 'note', hidden: true },
      h('p', {}, message),
      h('button', { type: 'button', 'data-action': 'got-it', onclick: () => this.dismiss() },
        translate('page.gotIt')));
  }

  /** Shows the hint, if it is not dismissed and `applies` to what is on screen. */
  update(applies) {
    this.element.hidden = !applies || this.#preferences.isDismissed(this.#name);
  }

  dismiss() {
    if (!this.#preferences.isDismissed(this.#name)) this.#preferences.dismiss(this.#name);
    this.element.hidden = true;
  }
}
