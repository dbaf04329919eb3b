/**
 * The Web Storage of the browser, which never throws here: browsers refuse it to pages whose cookies are blocked,
 * and where it is full. What it does not take lasts as long as the page.
 */

/** A `Storage` over that of `storageOf()`. */
export class SteadyStorage {
  #storage = null;
  /** What the browser did not take, by name; `null` for what it did not remove. */
  #kept = new Map();

  constructor(storageOf) {
    this.#storage = attempt(storageOf, null);
  }

  getItem(name) {
    return this.#kept.has(name) ? this.#kept.get(name)
      : attempt(() => this.#storage.getItem(name), null);
  }

  /** Returns whether the browser has taken it. */
  setItem(name, value) {
    this.#kept.set(name, String(value));
    return attempt(() => {
      this.#storage.setItem(name, value);
      return this.#kept.delete(name);
    }, false);
  }

  removeItem(name) {
    this.#kept.set(name, null);
    attempt(() => {
      this.#storage.removeItem(name);
      this.#kept.delete(name);
    });
  }

  /** The names of all items. */
  get names() {
    const stored = attempt(() => Array.from(
      { length: this.#storage.length }, (_, at) => this.#storage.key(at)), []);
    return [...new Set([...stored, ...this.#kept.keys()])]
      .filter((name) => this.#kept.get(name) !== null);
  }
}

/** What `work` returns; `otherwise` where it throws. */
function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** What this browser keeps, for all tabs. */
export const LOCAL = new SteadyStorage(() => localStorage);

/** What this tab keeps. */
export const SESSION = new SteadyStorage(() => sessionStorage);
