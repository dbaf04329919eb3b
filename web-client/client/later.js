/** Something that is tried again after a pause, a longer one each time. */

import { BackOff } from './retry.js';

export class Later {
  #timers;
  #work;
  #backOff;
  #timer = null;

  /** Runs `work` between `first` / 2 and `longest` milliseconds after each `plan`. */
  constructor(timers, { first, longest }, work) {
    this.#timers = timers;
    this.#work = work;
    this.#backOff = new BackOff({ first, longest });
  }

  /** Where it is planned already, that stays. */
  plan() {
    this.#timer ??= this.#timers.set(() => {
      this.#timer = null;
      this.#work();
    }, this.#backOff.next());
  }

  cancel() {
    this.#timers.clear(this.#timer);
    this.#timer = null;
  }

  /** It came to pass: the next pause is a short one. */
  done() {
    this.cancel();
    this.#backOff.reset();
  }
}
