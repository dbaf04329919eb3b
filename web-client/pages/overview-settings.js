/**
 * The overview of lists: which are shown, in which order, and what this device keeps about it.
 * Pure: the storage is handed in.
 */

import { folded } from '../texts/folding.js';
import { language } from '../texts/texts.js';
import { own } from '../package/model/records.js';

const ITEM = 'lockstep.overview';
/** The lists whose last use is kept: the newest ones. */
const MOST_USED = 500;

/** The orders that one can choose from. */
export const ORDERS = ['title', 'recent'];

/** What this device keeps: the order, the pinned lists, and when each list was last opened. */
export class OverviewSettings {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  /** `{order, pinned: [list], used: {list: time}}`, as the storage has it now. */
  get all() {
    try {
      const { order, pinned, used } = JSON.parse(this.#storage.getItem(ITEM) ?? '{}');
      return {
        order: ORDERS.includes(order) ? order : ORDERS[0],
        pinned: Array.isArray(pinned) ? pinned : [],
        used: typeof used === 'object' && used !== null ? used : {},
      };
    } catch {
      return { order: ORDERS[0], pinned: [], used: {} };
    }
  }

  setOrder(order) { this.#write({ ...this.all, order }); }

  isPinned(list) { return this.all.pinned.includes(list); }

  /** Pins a list, after those that are pinned already, or unpins it. */
  togglePinned(list) {
    const { pinned, ...rest } = this.all;
    const others = pinned.filter((one) => one !== list);
    this.#write({ ...rest, pinned: others.length < pinned.length ? others : [...others, list] });
  }

  /** The list was opened at `time`, in Unix milliseconds. */
  use(list, time) {
    const { used, ...rest } = this.all;
    const newest = Object.entries({ ...used, [list]: time }).sort(([, a], [, b]) => b - a)
      .slice(0, MOST_USED);
    this.#write({ ...rest, used: Object.fromEntries(newest) });
  }

  /** Forgets all of it. */
  clear() { this.#storage.removeItem(ITEM); }

  #write(settings) { this.#storage.setItem(ITEM, JSON.stringify(settings)); }
}

/**
 * The entries of the `lists` message that match `query`, in order: first the pinned ones, then by
 * title or by last use. Every word of the query has to be in the title, accents and case apart.
 */
export function arrangeLists(entries, { order, pinned, used }, query = '') {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  const collator = new Intl.Collator(language(), { numeric: true, sensitivity: 'base' });
  const places = new Map(pinned.map((list, place) => [list, place]));
  const rank = ({ list }) => places.get(list) ?? Infinity;
  const time = ({ list }) => (order === 'recent' ? own(used, list) ?? 0 : 0);
  return entries.filter(({ title, list }) => words.every(
    (word) => folded(title || list).includes(word)))
    .sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other))
      || time(other) - time(one) || collator.compare(one.title, other.title)
      || (one.list < other.list ? -1 : 1));
}
