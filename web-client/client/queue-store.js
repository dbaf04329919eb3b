/**
 * The unanswered edits of client keys, list by list, stored in IndexedDB so that they outlive the
 * page.
 *
 * Reads are served from memory and writes are asynchronous. Without IndexedDB the edits last as
 * long as the page.
 */

import { QUEUES, resultOf } from './database.js';

/** The edit queues of all client keys of this browser. */
export class QueueStore {
  #database;
  #records = [];

  /** Reads the queues in `database`, which may be `null`. */
  static async open(database) {
    const store = new QueueStore();
    store.#database = database;
    if (database) {
      const all = database.transaction(QUEUES).objectStore(QUEUES).getAll();
      store.#records = await resultOf(all);
    }
    return store;
  }

  /** The keys with unanswered edits, oldest first; queues not written for `days` are removed. */
  keysWithEdits(now, days) {
    const oldest = now - days * 86_400_000;
    for (const record of this.#records.filter((one) => one.at < oldest)) this.#remove(record);
    const waiting = this.#records.filter((one) => one.entries.length > 0);
    return [...new Set(waiting.sort((a, b) => a.at - b.at).map((one) => one.key))];
  }

  /**
   * The queue of one client key, an `EditQueue`: `load(list)` and `save(list, entries, lastId,
   * steps)`;
   * and `lists()`, the ids of the lists that have unanswered edits.
   */
  queueOf(key, now = Date.now) {
    return {
      load: (list) => this.#find(key, list),
      save: (list, entries, lastId, steps) => this.#put(
        { key, list, entries, lastId, steps, at: now() }),
      lists: () => this.#records.filter((one) => one.key === key && one.entries.length > 0)
        .map((one) => one.list),
    };
  }

  #find(key, list) {
    return this.#records.find((one) => one.key === key && one.list === list);
  }

  #remove({ key, list }) {
    this.#records = this.#records.filter((one) => one.key !== key || one.list !== list);
    this.#write((queues) => queues.delete([key, list]));
  }

  #put(record) {
    const existing = this.#find(record.key, record.list);
    if (existing) Object.assign(existing, record);
    else this.#records.push(record);
    this.#write((queues) => queues.put(structuredClone(record)));
  }

  #write(change) {
    if (this.#database) change(this.#database.transaction(QUEUES, 'readwrite').objectStore(QUEUES));
  }
}
