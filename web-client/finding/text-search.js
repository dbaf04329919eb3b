/**
 * Searching a list: which rows have a text in their title or detail, found in slices, and where in
 * a text it is. Letter case and accents do not count, nor how characters are encoded. Pure.
 */

import { textOf } from '../package/list-model.js';
import { folded, foldedWithOrigins } from '../texts/folding.js';

/** The fields that are searched. */
const SEARCHED = ['title', 'detail'];
/** How many rows are looked at before the time is. */
const ROWS_BETWEEN_LOOKS = 200;

const has = (fields, wanted) => SEARCHED.some(
  (name) => fields[name] !== undefined && folded(textOf(fields[name])).includes(wanted));

/** One search through a list as it is when it begins. */
export class TextSearch {
  /** The ids of the rows found so far, in the order of the list. */
  matches = [];
  /** The index in `matches` of the first one at or after the row `from`; 0 where there is none. */
  first = 0;
  #wanted;
  #from;
  #rows;

  /** `from` is the id of the row at which the user is, or `null`. */
  constructor(list, text, from = null) {
    this.list = list;
    this.#wanted = folded(text.trim());
    this.#from = from;
    this.#rows = rowsOf(list);
  }

  /** Searches on while `hasTime()`; returns whether all rows are searched. */
  run(hasTime = () => true) {
    if (this.#wanted === '') return true;
    for (let count = 1; count % ROWS_BETWEEN_LOOKS !== 0 || hasTime(); count += 1) {
      const { done, value: row } = this.#rows.next();
      if (done) {
        if (this.first === this.matches.length) this.first = 0;
        return true;
      }
      if (row.id === this.#from) this.first = this.matches.length;
      if (has(row.fields, this.#wanted)) this.matches.push(row.id);
    }
    return false;
  }
}

function* rowsOf(list) {
  for (const section of list.sections) yield* section.rows;
}

/** Where `wanted` is in `text`: `[[start, end]]` in code units, none overlapping. */
export function rangesOf(text, wanted) {
  const sought = folded(wanted.trim());
  if (sought === '') return [];
  const { plain, starts, ends } = foldedWithOrigins(text);
  const ranges = [];
  let end = 0;
  for (let found = plain.indexOf(sought); found >= 0;
    found = plain.indexOf(sought, found + sought.length)) {
    const start = starts[found];
    // Two letters of one character are marked once.
    if (start < end) continue;
    end = ends[found + sought.length - 1];
    ranges.push([start, end]);
  }
  return ranges;
}
