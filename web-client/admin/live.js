/** Work that is done again and again for as long as somebody looks. Pure but for its timers. */

import { SYSTEM_TIMERS } from '../package/client/retry.js';

/** The share of the interval that passes at least before the next round: slow servers get rest. */
const REST = 0.25;

/** Runs `work()`, which resolves, once in each `interval` milliseconds; rounds never overlap. */
export class Live {
  #work;
  #interval;
  #timers;
  #now;
  #timer = null;
  #isOn = false;
  #isRunning = false;
  #isDue = false;

  constructor(work, { interval = 1000, timers = SYSTEM_TIMERS, now = Date.now } = {}) {
    this.#work = work;
    this.#interval = interval;
    this.#timers = timers;
    this.#now = now;
  }

  /** Begins with a round at once. */
  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    this.soon();
  }

  /** Begins no further round. */
  stop() {
    this.#isOn = false;
    this.#timers.clear(this.#timer);
  }

  /** Has a round begin at once, or as soon as the one under way has ended. */
  soon() {
    if (!this.#isOn) return;
    this.#timers.clear(this.#timer);
    if (this.#isRunning) this.#isDue = true;
    else this.#run();
  }

  async #run() {
    this.#isRunning = true;
    this.#isDue = false;
    const began = this.#now();
    await this.#work();
    this.#isRunning = false;
    if (!this.#isOn) return;
    const left = this.#interval - (this.#now() - began);
    if (this.#isDue) this.#run();
    else this.#timer = this.#timers.set(() => this.#run(), Math.max(left, this.#interval * REST));
  }
}
