/** Messages to the user: toasts, announcements to screen readers, hints for new users. */

import { translate } from '../texts/texts.js';
import { h } from './dom.js';

/** How long a toast is shown: at least so many milliseconds, and so many for each character. */
const SHORTEST = 5000;
const PER_CHARACTER = 60;
const MOST_TOASTS = 3;

/** The same for a toast with a button, which stays as long as it is pointed at or has the focus. */
const SHORTEST_WITH_CHOICE = 10_000;
const CHOICE = '#toasts button';

/**
 * Shows and announces `message` for some seconds; `kind` is `note` or `error`. `choice` is a button,
 * `{action, label, announcement, then}`: `announcement` is announced in place of the message.
 * Returns a function that removes the toast.
 */
export function toast(message, kind = 'note', choice = undefined) {
  const place = document.getElementById('toasts');
  const line = h('div', { class: `toast toast-${kind}`, 'data-toast': kind },
    h('span', {}, message), choice && h('button', {
      type: 'button', class: 'toast-choice', 'data-action': choice.action, onclick: choice.then,
    }, choice.label));
  for (const old of [...place.querySelectorAll('[data-toast]')].slice(0, 1 - MOST_TOASTS)) old.remove();
  place.append(line);
  announce(choice?.announcement ?? message);
  const shortest = choice ? SHORTEST_WITH_CHOICE : SHORTEST;
  removeLater(line, Math.max(shortest, message.length * PER_CHARACTER));
  return () => line.remove();
}

function removeLater(line, milliseconds) {
  setTimeout(() => {
    if (line.matches(':hover, :focus-within')) removeLater(line, SHORTEST);
    else line.remove();
  }, milliseconds);
}

/** Gives the focus to the button of the newest toast that has one; returns whether there is one. */
export function focusToast() {
  const button = [...document.querySelectorAll(CHOICE)].at(-1);
  button?.focus();
  return button !== undefined;
}

/**
 * Has screen readers read `message`, even if it is the same as the last one; `politely`, once they
 * have read what they read.
 */
export function announce(message, { politely = false } = {}) {
  const line = document.createElement('p');
  line.textContent = message;
  document.getElementById(politely ? 'polite-announcer' : 'announcer').replaceChildren(line);
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
