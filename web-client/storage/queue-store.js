/**
 * The unanswered edits of client keys, list by list, stored in IndexedDB so that they outlive the
 * page.
 *
 * Reads are served from memory, and writes are asynchronous and never throw: what the browser does not store lasts as
 * long as the page, and is written again later.
 */

import { Emitter } from '../package/client/emitter.js';
import { Retry, SYSTEM_TIMERS } from '../package/client/retry.js';
import { OPENING, QUEUES } from './database.js';

/** Days for which servers know what they have applied of a client, where they say nothing else. */
export const REMEMBERED_DAYS = 30;
const DAY = 86_400_000;

/** Whether an edit was made more than so many days before `now`; one that was made later is not old. */
export const isOld = ({ at }, days, now) => now - at > days * DAY;

const nameOf = ({ key, list }) => `${key} ${list}`;

/**
 * The edit queues of all client keys of this browser. Emits `stored`, whether the browser has all that was saved, whenever
 * that changes, and `failed` when it first does not store something.
 */
export class QueueStore extends Emitter {
  #database;
  #records = [];
  /** The client keys that this page uses. */
  #own = new Set();
  /** What was saved and is not stored yet: the records, or their keys where they are deleted. */
  #unwritten = new Map();
  #isStored = true;
  #hasFailed = false;
  #retry;

  /** Reads the queues in `database`; none where it cannot be read. */
  static async open(database, timers = SYSTEM_TIMERS) {
    const store = new QueueStore();
    store.#database = database;
    store.#retry = new Retry(timers, { first: 1000, longest: 60_000 }, () => store.#writeAll());
    try {
      store.#records = await database.use(
        QUEUES, 'readonly', (queues) => queues.getAll(), OPENING);
    } catch {
      store.#isStored = false;
    }
    database.on('lost', () => store.#writeAll());
    return store;
  }

  /** Whether the browser showed what it had at the start, and has stored all that was saved since. */
  get isStored() { return this.#isStored; }

  /** The keys with unanswered edits, those first that were saved the longest time ago. */
  keysWithEdits() {
    const waiting = this.#records.filter((one) => one.entries.length > 0);
    return [...new Set(waiting.sort((a, b) => a.at - b.at).map((one) => one.key))];
  }

  /** Whether a key has edits that a server may not know any more: `sendLeft` looks at them. */
  hasOld(key, now = Date.now()) {
    return this.#records.some((one) => one.key === key
      && one.entries.some((edit) => isOld(edit, REMEMBERED_DAYS, now)));
  }

  /**
   * The queue of one client key, an `EditQueue`: `load(list)` and `save(list, entries, lastId,
   * steps)`; `lists()`, the ids of the lists that have unanswered edits; and `drop()`, which forgets all of it and
   * resolves to the ids of the lists of which the browser has forgotten it, too.
   */
  queueOf(key, now = Date.now) {
    this.#own.add(key);
    const own = () => this.#records.filter((one) => one.key === key);
    return {
      load: (list) => this.#find(key, list),
      save: (list, entries, lastId, steps) => this.#put(
        { key, list, entries, lastId, steps, at: now() }),
      lists: () => own().filter((one) => one.entries.length > 0).map((one) => one.list),
      drop: async () => {
        const gone = await Promise.all(own().map(async (one) => await this.#remove(one) && one.list));
        return gone.filter(Boolean);
      },
    };
  }

  #find(key, list) {
    return this.#records.find((one) => one.key === key && one.list === list);
  }

  #remove(record) {
    this.#records = this.#records.filter((one) => one !== record);
    this.#unwritten.set(nameOf(record), { key: [record.key, record.list] });
    return this.#write(nameOf(record));
  }

  #put(record) {
    const existing = this.#find(record.key, record.list);
    if (existing) Object.assign(existing, record);
    else this.#records.push(record);
    this.#unwritten.set(nameOf(record), { record: structuredClone(record) });
    this.#write(nameOf(record));
  }

  /** Returns whether the browser has stored it. */
  async #write(name) {
    const change = this.#unwritten.get(name);
    try {
      // It may be tried again later, when a newer one is stored.
      await this.#database.use(QUEUES, 'readwrite', (queues) => {
        const { record, key } = this.#unwritten.get(name) ?? this.#stateOf(change);
        return record ? queues.put(record) : queues.delete(key);
      });
    } catch {
      this.#become(false);
      this.#retry.schedule();
      if (!this.#hasFailed) {
        this.#hasFailed = true;
        this.emit('failed');
      }
      return false;
    }
    // What was saved meanwhile is on its way.
    if (this.#unwritten.get(name) === change) this.#unwritten.delete(name);
    if (this.#unwritten.size === 0) {
      this.#retry.succeeded();
      this.#become(true);
    }
    return true;
  }

  /** What was saved last where `change` was before. */
  #stateOf({ record, key = [record.key, record.list] }) {
    const saved = this.#find(...key);
    return saved ? { record: saved } : { key };
  }

  /** Writes again what this page has saved: the browser may have lost what it had. */
  #writeAll() {
    for (const record of this.#records) {
      const name = nameOf(record);
      if (this.#own.has(record.key) && !this.#unwritten.has(name)) this.#unwritten.set(name, { record: structuredClone(record) });
    }
    for (const name of this.#unwritten.keys()) this.#write(name);
  }

  #become(isStored) {
    if (this.#isStored === isStored) return;
    this.#isStored = isStored;
    this.emit('stored', isStored);
  }
}
