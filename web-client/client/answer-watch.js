/** Notices edits that the server leaves without an answer although the connection is up. */

/** An edit is overdue once it has waited through two looks: after five to ten seconds. */
const SPAN = 5000;
const LOOKS = 2;

export class AnswerWatch {
  /** Whether the server cannot say of some edit whether it is stored. */
  overdue = false;
  #pending;
  #timers;
  #then;
  #timer = null;

  /** `then` is told when `overdue` is another one. */
  constructor(pending, { timers }, then) {
    this.#pending = pending;
    this.#timers = timers;
    this.#then = then;
  }

  /** Some edit was sent or answered, or none counts as sent any more. */
  look() {
    const overdue = this.#pending.waitedFor(LOOKS);
    if (overdue !== this.overdue) {
      this.overdue = overdue;
      this.#then(overdue);
    }
    if (this.#timer === null && this.#pending.waitedFor(0)) {
      this.#timer = this.#timers.set(() => this.#pass(), SPAN);
    }
  }

  #pass() {
    this.#timer = null;
    this.#pending.age();
    this.look();
  }
}
