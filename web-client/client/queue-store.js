/**
 * What must outlive a page: the unanswered edits of a client key, list by list, in IndexedDB.
 * Reads come from memory; writes go on behind. Without IndexedDB it lasts as long as the page.
 */

import { QUEUES, resultOf } from './database.js';

/** The queues of every client key that this browser knows. */
export class QueueStore {
  #database;
  #records = [];

  /** Reads what `database` holds; `null` is none. */
  static async open(database) {
    const store = new QueueStore();
    store.#database = database;
    if (database) {
      const all = database.transaction(QUEUES).objectStore(QUEUES).getAll();
      store.#records = await resultOf(all);
    }
    return store;
  }

  /** The keys that left edits behind, oldest first; those not used for `days` are forgotten. */
  keysWithEdits(now, days) {
    const oldest = now - days * 86_400_000;
    for (const record of this.#records.filter((one) => one.at < oldest)) this.#remove(record);
    const waiting = this.#records.filter((one) => one.entries.length > 0);
    return [...new Set(waiting.sort((a, b) => a.at - b.at).map((one) => one.key))];
  }

  /** The queue of one client key: `load(list)` and `save(list, entries, lastId)`. */
  queueOf(key, now = Date.now) {
    return {
      load: (list) => this.#find(key, list),
      save: (list, entries, lastId) => this.#put({ key, list, entries, lastId, at: now() }),
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
    const held = this.#find(record.key, record.list);
    if (held) Object.assign(held, record);
    else this.#records.push(record);
    this.#write((queues) => queues.put(structuredClone(record)));
  }

  #write(change) {
    if (this.#database) change(this.#database.transaction(QUEUES, 'readwrite').objectStore(QUEUES));
  }
}
