/**
 * The last confirmed state of each list that was opened in this browser, for use without a network.
 *
 * A list is written `WRITE_DELAY` after its last change, and when the page is hidden. Where the browser does not store or
 * show it, nothing is cached.
 */

import { revived, rowCount } from '../package/list-model.js';
import { tallyOfList } from '../screen/list-view.js';
import { LISTS } from './database.js';

/** Milliseconds. */
const WRITE_DELAY = 700;

export class ListCache {
  #database;
  /** The timers of lists that are to be written. */
  #due = new Map();

  constructor(database) {
    this.#database = database;
  }

  /** Gives `list` its cached state, and caches its changes from now on. */
  async attach(list) {
    list.on('change', () => this.#schedule(list));
    list.on('gone', () => this.#use('readwrite', (lists) => lists.delete(list.id)));
    const cached = await this.#use('readonly', (lists) => lists.get(list.id));
    if (cached) list.recall({ ...cached, state: revived(cached.state) });
  }

  /** The cached lists, sorted by title, in the form of the `lists` message. */
  async lists() {
    const cached = await this.#use('readonly', (lists) => lists.getAll()) ?? [];
    const entries = cached.map(({ list, state }) => {
      const { done, ticks } = tallyOfList(revived(state));
      return { list, title: state.title, rows: rowCount(state), done: ticks ? done : 0, clients: 0 };
    });
    return entries.sort((a, b) => a.title.localeCompare(b.title));
  }

  /** The cached list `{id, revision, title, rules, sections}`, or `null`. */
  async read(id) {
    const cached = await this.#use('readonly', (lists) => lists.get(id));
    return cached ? { id, revision: cached.revision, ...revived(cached.state) } : null;
  }

  /** Writes at once every list that is due. */
  flush() {
    for (const list of [...this.#due.keys()]) this.#write(list);
  }

  #use(mode, ask) { return this.#database.use(LISTS, mode, ask).catch(() => undefined); }

  #schedule(list) {
    clearTimeout(this.#due.get(list));
    this.#due.set(list, setTimeout(() => this.#write(list), WRITE_DELAY));
  }

  #write(list) {
    clearTimeout(this.#due.get(list));
    this.#due.delete(list);
    if (list.status === 'gone' || !list.confirmed) return;
    const { id, revision, epoch, confirmed: state } = list;
    this.#use('readwrite', (lists) => lists.put({ list: id, revision, epoch, state }));
  }
}
