/** The IndexedDB database of the web client, with a store for edits and one for lists. */

import { Emitter } from '../package/client/emitter.js';
import { SYSTEM_TIMERS } from '../package/client/retry.js';

/** Each user who signs in has a separate database. */
const nameFor = (user) => (user ? `lockstep.${user}` : 'lockstep');

/** The object store of unanswered edits, by client key and list. */
export const QUEUES = 'queues';

/** The object store of cached lists, by id. */
export const LISTS = 'lists';

/** Milliseconds that the browser has to open the database. */
export const OPENING = 3000;
/** Milliseconds for a transaction, however slow the disk is. */
const ANSWER = 20_000;

/** The browser does not answer in time. */
const NO_ANSWER = new Error('the browser does not answer');

/**
 * A database that may fail at any time: browsers close it under a page whose site data are cleared or evicted,
 * leave an opening without an answer, and refuse to write where their disk is full. It is opened again with the next use.
 * Emits `lost` where the browser closes it, or it is deleted elsewhere: what was stored may be gone.
 */
export class Database extends Emitter {
  #user;
  #factory;
  #timers;
  /** The connection; `null` while there is none. */
  #connection = null;
  #opening = null;
  #isDeleted = false;

  /** `factory()` is the `IDBFactory`; it may throw, and browsers have none in places. */
  constructor(user = '', { factory = () => indexedDB, timers = SYSTEM_TIMERS } = {}) {
    super();
    this.#user = user;
    this.#factory = factory;
    this.#timers = timers;
  }

  /**
   * The result of the request that `ask` makes of an object store, once its transaction is complete. Rejects
   * where the browser refuses twice, or does not answer within `patience` milliseconds. Where there is a connection the
   * request is made at once.
   */
  async use(store, mode, ask, patience = ANSWER) {
    try {
      return await this.#attempt(store, mode, ask, patience);
    } catch (error) {
      if (error === NO_ANSWER) throw error;
      // What one connection does not, the next one may: as long as data are cleared, openings fail as well.
      return this.#attempt(store, mode, ask, patience);
    }
  }

  async #attempt(store, mode, ask, patience) {
    const connection = this.#connection ?? await this.#open();
    try {
      return await this.#within(patience, (resolve, reject) => {
        const transaction = connection.transaction(store, mode);
        const request = ask(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        // A page that ends meanwhile takes what is not committed with it.
        transaction.commit?.();
        transaction.onabort = () => reject(transaction.error ?? new Error('the browser ended a transaction'));
      });
    } catch (error) {
      this.#close(connection);
      throw error;
    }
  }

  /** Deletes all of it, and stores nothing any more; resolves also where the browser cannot. */
  async delete() {
    this.#isDeleted = true;
    this.#close(this.#connection);
    await this.#within(OPENING, (resolve, reject) => {
      const request = this.#factory().deleteDatabase(nameFor(this.#user));
      request.onsuccess = resolve;
      request.onerror = reject;
    }).catch(() => {});
  }

  #open() {
    this.#opening ??= this.#within(OPENING, (resolve, reject) => {
      if (this.#isDeleted) throw new Error('it is deleted');
      const request = this.#factory().open(nameFor(this.#user), 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(QUEUES, { keyPath: ['key', 'list'] });
        request.result.createObjectStore(LISTS, { keyPath: 'list' });
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const connection = request.result;
        this.#connection = connection;
        connection.onclose = () => {
          this.#close(connection);
          this.emit('lost');
        };
        // It is being deleted, as somebody signs out in another tab.
        connection.onversionchange = connection.onclose;
        resolve(connection);
      };
    }).finally(() => { this.#opening = null; });
    return this.#opening;
  }

  #close(connection) {
    connection?.close();
    if (this.#connection === connection) this.#connection = null;
  }

  /** What `begin(resolve, reject)` resolves to; rejects where that throws, or takes too many milliseconds. */
  async #within(milliseconds, begin) {
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        timer = this.#timers.set(() => reject(NO_ANSWER), milliseconds);
        begin(resolve, reject);
      });
    } finally {
      this.#timers.clear(timer);
    }
  }
}
