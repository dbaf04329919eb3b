/** Waiting before trying again: timers, back-off with jitter, and work that is retried. */

/** The timers of the system, used where no others are given: `set` returns what `clear` takes. */
export const SYSTEM_TIMERS = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer),
};

/**
 * Exponential back-off with jitter, so that clients that were cut off together return one by one.
 */
export class BackOff {
  #attempts = 0;

  /** `first` and `longest` are milliseconds; `random` returns numbers in 0..<1. */
  constructor({ first = 400, longest = 15_000, random = Math.random } = {}) {
    Object.assign(this, { first, longest, random });
  }

  /**
   * Milliseconds until the next attempt: at random between half and the whole of a span that starts
   * at `first` and doubles with each round, up to `longest`. The attempts at `round` addresses, one
   * after the other, are a round; they share its span.
   */
  next(round = 1) {
    const rounds = Math.min(Math.floor(this.#attempts / round), 30);
    const span = Math.min(this.longest, this.first * 2 ** rounds) / round;
    this.#attempts += 1;
    return span / 2 + (span / 2) * this.random();
  }

  /** Starts again from `first`: the last attempt succeeded. */
  reset() {
    this.#attempts = 0;
  }
}

/** Work that runs again after a back-off each time it is scheduled; one run is due at a time. */
export class Retry {
  #timers;
  #work;
  #backOff;
  #timer = null;

  /** `first` and `longest` are those of a `BackOff`. */
  constructor(timers, { first, longest }, work) {
    this.#timers = timers;
    this.#work = work;
    this.#backOff = new BackOff({ first, longest });
  }

  /** Schedules the next run; does nothing where one is due already. */
  schedule() {
    this.#timer ??= this.#timers.set(() => {
      this.#timer = null;
      this.#work();
    }, this.#backOff.next());
  }

  cancel() {
    this.#timers.clear(this.#timer);
    this.#timer = null;
  }

  /** Cancels the run that is due and resets the back-off. */
  succeeded() {
    this.cancel();
    this.#backOff.reset();
  }
}
