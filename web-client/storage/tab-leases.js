/**
 * Locks between tabs for pages that came over plain HTTP, to which browsers give no Web Locks. Loaded there alone.
 *
 * A lock is an item of the local storage with its tab and a time, renewed while the page lives and removed when it
 * is hidden for good. A tab that ended without a word is taken for open for two minutes: timers of hidden tabs run once a
 * minute.
 */

import { SYSTEM_TIMERS } from '../package/client/retry.js';

const ITEM = 'lockstep.lease.';
/** Milliseconds between two renewals. */
const RENEWAL = 5000;
/** Milliseconds after which a lock that is not renewed is free. */
const LIFE = 120_000;
/** Milliseconds after which a tab that took a lock looks whether another one has taken it at that moment. */
const SETTLING = 60;
/** Milliseconds between two looks at a lock that is waited for. */
const LOOK = 100;

/** The part of `LockManager` that tabs use. */
export class TabLeases {
  #storage;
  #tab;
  #lost;
  #timers;
  #now;
  #held = new Set();
  #isRenewed = false;
  #isReleased = false;

  /**
   * `storage` is a `SteadyStorage`, `tab` a random id. `lost()` is called where another tab has taken a lock meanwhile:
   * this one was hidden or stood still.
   */
  constructor(storage, tab, { lost = () => {}, timers = SYSTEM_TIMERS, now = Date.now } = {}) {
    this.#lost = lost;
    this.#storage = storage;
    this.#tab = tab;
    this.#timers = timers;
    this.#now = now;
  }

  /** As that of Web Locks; a lock that was given is held until `release`. */
  async request(name, { ifAvailable = false, signal }, then) {
    while (!await this.#take(name)) {
      if (ifAvailable) return then(null);
      signal.throwIfAborted();
      await this.#pause(LOOK);
    }
    if (!this.#isRenewed) this.#renew();
    return then({ name });
  }

  async query() {
    const names = this.#storage.names.filter((item) => item.startsWith(ITEM))
      .map((item) => item.slice(ITEM.length));
    return { held: names.filter((name) => this.#holder(name) !== null).map((name) => ({ name })) };
  }

  /** The page is hidden, and may never be shown again. */
  release() {
    this.#isReleased = true;
    for (const name of this.#held) this.#storage.removeItem(ITEM + name);
  }

  /** The page is shown again. */
  resume() {
    this.#isReleased = false;
    this.#writeAll();
  }

  async #take(name) {
    const holder = this.#holder(name);
    if (holder !== null) return holder === this.#tab;
    if (!this.#write(name)) {
      // What the browser does not take, other tabs do not see.
      this.#storage.removeItem(ITEM + name);
      return false;
    }
    await this.#pause(SETTLING);
    if (this.#holder(name) !== this.#tab) return false;
    this.#held.add(name);
    return true;
  }

  /** The tab that holds a lock; `null` for none. A time that is far ahead or long ago tells of none. */
  #holder(name) {
    const [tab, time] = this.#storage.getItem(ITEM + name)?.split(' ') ?? [];
    return Math.abs(this.#now() - Number(time)) < LIFE ? tab : null;
  }

  /** Returns whether the browser has taken it. */
  #write(name) { return this.#storage.setItem(ITEM + name, `${this.#tab} ${this.#now()}`); }

  #writeAll() {
    for (const name of this.#held) {
      if ([null, this.#tab].includes(this.#holder(name))) this.#write(name);
      else this.#lost();
    }
  }

  #renew() {
    this.#isRenewed = true;
    if (!this.#isReleased) this.#writeAll();
    this.#timers.set(() => this.#renew(), RENEWAL);
  }

  #pause(milliseconds) {
    return new Promise((resolve) => { this.#timers.set(resolve, milliseconds); });
  }
}
