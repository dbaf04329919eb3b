/** How long to wait before trying again: longer each time, never all clients at once. */
export class BackOff {
  #attempts = 0;

  /** `first` and `longest` in milliseconds; `random` gives numbers from 0 to below 1. */
  constructor({ first = 400, longest = 15_000, random = Math.random } = {}) {
    Object.assign(this, { first, longest, random });
  }

  /** Milliseconds until the next attempt: between half and the whole of a doubling span. */
  next() {
    const span = Math.min(this.longest, this.first * 2 ** Math.min(this.#attempts, 30));
    this.#attempts += 1;
    return span / 2 + (span / 2) * this.random();
  }

  reset() {
    this.#attempts = 0;
  }
}
