/**
 * Which rows of a list are shown: filters, hidden completed rows, collapsed sections. Pure: the
 * storage is handed in.
 */

import { findRow, isChecklist } from '../package/list-model.js';

export const FILTERS = ['all', 'open', 'done', 'mine'];

const isDone = (row) => row.fields.done === true;
const ITEM = 'lockstep.view.';
const NO_ROWS = [];

/** The view of one list; what is collapsed, and whether completed rows are hidden, is stored. */
export class ListView {
  /** One of `FILTERS`. */
  #filter = 'all';
  #hidesDone = false;
  #collapsed = new Set();
  /** The rows that this client has added or changed, as far as it knows. */
  #mine = new Set();
  /** Rows that are shown whatever the filter says: the user was taken to them. */
  #kept = new Set();
  /** The sections as shown, by those of the list, until the view changes. */
  #sections = new WeakMap();
  #last = { list: null, shown: null };
  #counted = { list: null, count: 0 };
  #storage;
  #item;

  /** `storage` is a `Storage`; without it nothing is stored. `list` is the id of the list. */
  constructor(storage = null, list = '') {
    this.#storage = storage;
    this.#item = ITEM + list;
    this.#read();
  }

  get filter() { return this.#filter; }
  get hidesDone() { return this.#hidesDone; }

  /** Whether rows may be hidden for what they are, not for where they are. */
  get isFiltered() { return this.#filter !== 'all' || this.#hidesDone; }

  /** Whether rows may be hidden at all. */
  get isNarrowed() { return this.isFiltered || this.#collapsed.size > 0; }

  isCollapsed(section) { return this.#collapsed.has(section); }

  setFilter(filter) {
    this.#filter = filter;
    this.#kept.clear();
    this.#changed();
  }

  hideDone(hides) {
    this.#hidesDone = hides;
    this.#kept.clear();
    this.#changed();
    this.#write();
  }

  /** Collapses a section, or expands it. */
  collapse(section, collapses) {
    if (collapses) this.#collapsed.add(section);
    else this.#collapsed.delete(section);
    this.#changed();
    this.#write();
  }

  /** Takes the ids of rows that this client has added or changed. */
  addMine(ids) {
    const before = this.#mine.size;
    for (const id of ids) this.#mine.add(id);
    if (this.#mine.size > before && this.#filter === 'mine') this.#changed();
  }

  /** Makes sure that a row of `list` is shown: expands its section, and exempts it from filters. */
  reveal(list, id) {
    if (!this.isNarrowed) return;
    const found = findRow(list, id);
    if (!found) return;
    if (this.isCollapsed(found.section.id)) this.collapse(found.section.id, false);
    if (this.#passes(found.row)) return;
    this.#kept.add(id);
    this.#changed();
  }

  /** `list` with the rows that are shown; the same object where all are. O(rows that changed). */
  visible(list) {
    if (!this.isNarrowed) return list;
    if (this.#last.list === list) return this.#last.shown;
    const sections = list.sections.map((section) => this.#visibleSection(section));
    const whole = sections.every((section, at) => section === list.sections[at]);
    const shown = whole ? list : { ...list, sections };
    this.#last = { list, shown };
    return shown;
  }

  /** How many rows the filter lets through, in collapsed sections too. O(rows) once per list. */
  countOf(list) {
    if (this.#counted.list !== list) {
      const count = list.sections.reduce(
        (sum, { rows }) => sum + rows.filter((row) => this.#passes(row)).length, 0);
      this.#counted = { list, count };
    }
    return this.#counted.count;
  }

  #visibleSection(section) {
    let shown = this.#sections.get(section);
    if (!shown) {
      shown = this.#narrowed(section);
      this.#sections.set(section, shown);
    }
    return shown;
  }

  #narrowed(section) {
    if (this.isCollapsed(section.id)) return { ...section, rows: NO_ROWS };
    if (!this.isFiltered) return section;
    const rows = section.rows.filter((row) => this.#passes(row));
    return rows.length === section.rows.length ? section : { ...section, rows };
  }

  /** Whether rows are hidden that are completed, or those that are not. */
  hides(done) {
    if (!done) return this.#filter === 'done';
    return this.#filter === 'open' || (this.#hidesDone && this.#filter !== 'done');
  }

  #passes(row) {
    if (this.#kept.has(row.id)) return true;
    return !this.hides(isDone(row)) && (this.#filter !== 'mine' || this.#mine.has(row.id));
  }

  #changed() {
    this.#sections = new WeakMap();
    this.#last = { list: null, shown: null };
    this.#counted = { list: null, count: 0 };
  }

  #read() {
    try {
      const { hidesDone, collapsed } = JSON.parse(this.#storage?.getItem(this.#item) ?? '{}');
      this.#hidesDone = hidesDone === true;
      this.#collapsed = new Set(collapsed ?? []);
    } catch {
      // Not what this module has written: as if nothing were stored.
    }
  }

  #write() {
    const stored = { hidesDone: this.#hidesDone, collapsed: [...this.#collapsed] };
    try {
      if (this.#hidesDone || this.#collapsed.size > 0) {
        this.#storage?.setItem(this.#item, JSON.stringify(stored));
      } else this.#storage?.removeItem(this.#item);
    } catch {
      // The storage is full: the view lasts as long as the page.
    }
  }
}

const counts = new WeakMap();

/**
 * How many rows of a section are completed; `undefined` where not every row is held. O(rows) once
 * for each version of a section.
 */
export function tallyOf(section) {
  const { rows } = section;
  if (!Array.isArray(rows) && !rows.isWhole) return undefined;
  if (!counts.has(section)) counts.set(section, rows.filter(isDone).length);
  return counts.get(section);
}

/** How many rows of the list are completed, as of `tallyOf`, and whether any can be. */
export function tallyOfList(list) {
  return {
    done: list.partial ? undefined : list.sections.reduce((sum, section) => sum + tallyOf(section), 0),
    ticks: isChecklist(list),
  };
}

/** The rows that change sets add or change, by their ids. */
export function touchedBy(sets) {
  return sets.flatMap(({ insertedRows = [], updatedRows = [] }) => (
    [...insertedRows, ...updatedRows].map(({ row }) => row)));
}

/** The rows that the actions of an edit add or change, by their ids. */
export function touchedByActions(actions) {
  return actions.filter(({ op }) => op === 'insertRow' || op === 'updateRow')
    .map(({ row }) => row);
}


/**
 * The path of the row that stands `by` rows from that at `path` in `list`, at the first or the last
 * one where that is beyond an end; `null` where there is no row.
 */
export function pathFrom(list, path, by) {
  const counts = list.sections.map(({ rows }) => rows.length);
  const before = counts.slice(0, path[0]).reduce((sum, count) => sum + count, 0) + path[1];
  const total = counts.reduce((sum, count) => sum + count, 0);
  let left = Math.max(0, Math.min(total - 1, before + by));
  for (const [s, count] of counts.entries()) {
    if (left < count) return [s, left];
    left -= count;
  }
  return null;
}
