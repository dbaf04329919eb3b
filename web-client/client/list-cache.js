/**
 * The newest state of each list that was open here, so that it is there without a network too.
 * It is written a moment after the last change, and when the page goes out of sight.
 */

import { rowCount } from '../list-model.js';
import { LISTS, resultOf } from './database.js';

const MOMENT = 700;

export class ListCache {
  #database;
  #due = new Map();

  /** `database` may be `null`; then nothing is kept. */
  constructor(database) {
    this.#database = database;
  }

  /** Fills `list` with what was kept of it, and keeps what becomes of it. */
  async attach(list) {
    if (!this.#database) return;
    list.on('change', () => this.#soon(list));
    list.on('gone', () => this.#store('readwrite').delete(list.id));
    const kept = await resultOf(this.#store('readonly').get(list.id));
    if (kept) list.recall(kept);
  }

  /** The lists that are kept, by title: `[{list, title, rows, clients}]`, as `lists` answers. */
  async lists() {
    if (!this.#database) return [];
    const kept = await resultOf(this.#store('readonly').getAll());
    const entries = kept.map(({ list, state }) => (
      { list, title: state.title, rows: rowCount(state), clients: 0 }));
    return entries.sort((a, b) => a.title.localeCompare(b.title));
  }

  /** Writes at once what is still to be written. */
  flush() {
    for (const list of [...this.#due.keys()]) this.#write(list);
  }

  #store(mode) {
    return this.#database.transaction(LISTS, mode).objectStore(LISTS);
  }

  #soon(list) {
    clearTimeout(this.#due.get(list));
    this.#due.set(list, setTimeout(() => this.#write(list), MOMENT));
  }

  #write(list) {
    clearTimeout(this.#due.get(list));
    this.#due.delete(list);
    if (list.status === 'gone' || !list.confirmed) return;
    const { id, revision, epoch, confirmed: state } = list;
    this.#store('readwrite').put({ list: id, revision, epoch, state });
  }
}
