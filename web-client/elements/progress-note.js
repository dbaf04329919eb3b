/** The progress of something that takes a while: a line at the foot of the page that can be cancelled. */

import { translate } from '../texts/texts.js';
import { attribute, h, text } from './dom.js';
import { announce } from './notices.js';

/** Screen readers are told every quarter, and at most so often, in milliseconds. */
const STEP = 0.25;
const QUIET = 2000;

/** Which of the steps of something that is under way are told to screen readers. Pure. */
export class ProgressSteps {
  #now;
  #part = 0;
  #at;

  /** `now()` is a time in milliseconds. */
  constructor(now) {
    this.#now = now;
    this.#at = now();
  }

  /** Whether `part`, 0 to 1, is told. */
  tells(part) {
    const now = this.#now();
    if (part - this.#part < STEP || now - this.#at < QUIET) return false;
    [this.#part, this.#at] = [part, now];
    return true;
  }
}

export class ProgressNote {
  #label;
  #steps = new ProgressSteps(() => performance.now());
  #words;
  #bar = h('progress', { max: '1' });
  #element;
  #left;

  /**
   * `label` says what is under way. `cancel()` is called where the user cancels it; `left()`, where
   * the button goes while it has the focus.
   */
  constructor(label, cancel, left) {
    this.#label = label;
    this.#left = left;
    this.#words = h('span', {}, label);
    attribute(this.#bar, 'aria-label', label);
    this.#element = h('div', { class: 'toast toast-progress', 'data-progress': '' },
      h('div', { class: 'toast-words' }, this.#words, this.#bar),
      h('button', {
        type: 'button', class: 'toast-choice', 'data-action': 'cancel-progress', onclick: cancel,
      }, translate('dialog.cancel')));
    document.getElementById('toasts').prepend(this.#element);
    announce(label, { politely: true });
  }

  /** Shows how much is done: `part`, 0 to 1. */
  update(part) {
    const words = translate('progress.percent', {
      what: this.#label, percent: Math.floor(part * 100),
    });
    text(this.#words, words);
    this.#bar.value = part;
    if (this.#steps.tells(part)) announce(words, { politely: true });
  }

  remove() {
    const hasFocus = this.#element.contains(document.activeElement);
    this.#element.remove();
    if (hasFocus) this.#left();
  }
}
