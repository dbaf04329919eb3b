/** Edits that the server refused only for now: kept, and sent again under new ids after a pause. */

import { BackOff } from './retry.js';

const FOR_NOW = new Set(['rateLimited', 'unavailable']);
/** A later edit may need what an earlier one was to make, and was refused with it. */
const FOR_WANT = new Set(['unknownRow', 'unknownSection']);
const LONGEST = 60_000;

export class PutOff {
  #pending;
  #timers;
  #backOff;
  #then;
  #timer = null;

  /** `then` runs after each pause: nothing of the list is sent while there is one. */
  constructor(pending, { timers, backOff = new BackOff({ first: 1000 }) }, then) {
    this.#pending = pending;
    this.#timers = timers;
    this.#backOff = backOff;
    this.#then = then;
  }

  /** Whether edits are held back now. */
  get active() { return this.#timer !== null; }

  /** Whether the refusal is one for now; then the edit is in the queue again. */
  takes({ id, code, retryAfter }) {
    const entry = this.#pending.find(id);
    if (!entry || !(FOR_NOW.has(code) || (FOR_WANT.has(code) && this.#pending.repeats))) return false;
    this.#pending.repeat(entry);
    if (!this.active) this.#pause(retryAfter);
    return true;
  }

  /** The server takes edits again: the next pause starts from a short one. */
  settled() {
    if (!this.active) this.#backOff.reset();
  }

  #pause(retryAfter) {
    const own = this.#backOff.next();
    const asked = Number.isFinite(retryAfter) ? retryAfter : own;
    this.#timer = this.#timers.set(() => {
      this.#timer = null;
      this.#then();
    }, Math.min(LONGEST, Math.max(0, asked)));
  }
}
