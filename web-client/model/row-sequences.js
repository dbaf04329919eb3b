/**
 * What is done with the rows of a section, be they an array or `SparseRows`: found, counted, taken
 * out and put in. Nothing is changed; what is returned shares what stays.
 */

import { SparseRows } from './sparse-rows.js';
import { bandOf } from './row-values.js';

export const isSparse = (rows) => rows instanceof SparseRows;

/** The index of the row of an id, -1 where it is not held. O(rows), O(runs) of sparse ones. */
export function placeOf(rows, id) {
  return isSparse(rows) ? rows.placeOf(id) : rows.findIndex((row) => row.id === id);
}

/** `rows` without those whose ids are in `ids`; the same object where none is. */
export function without(rows, ids) {
  if (!isSparse(rows)) {
    const rest = rows.filter((row) => !ids.has(row.id));
    return rest.length === rows.length ? rows : rest;
  }
  const leaving = [];
  rows.forEach((row, index) => { if (ids.has(row.id)) leaving.push(index); });
  return leaving.length === 0 ? rows : rows.changed(leaving, []);
}

/** How many of the rows before `end` are not in `ids`. */
export function countStaying(rows, end, ids) {
  let count = end;
  for (const row of rows.slice(0, end)) if (ids.has(row.id)) count -= 1;
  return count;
}

/** `rows` with `added` in place of the `removed` rows from index `at` on. */
export function spliced(rows, at, removed, ...added) {
  if (!isSparse(rows)) return [...rows.slice(0, at), ...added, ...rows.slice(at + removed)];
  const leaving = Array.from({ length: removed }, (_, offset) => at + offset);
  return rows.changed(leaving, added.map((row, offset) => [at + offset, row]), true);
}

/** Whether two sequences have the same rows at the same places. */
export function isSameSequence(one, other) {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  if (!isSparse(one)) return one.every((row, index) => row === other[index]);
  return one.held === other.held && one.every((row, index) => row === other.at(index));
}

/** The first and the last index of `rows` at which a row of `band` may be inserted. */
export function bandRange(rows, band) {
  if (isSparse(rows)) {
    const ends = [0, rows.top, rows.length - rows.bottom, rows.length];
    return [ends[band], ends[band + 1]];
  }
  let above = 0;
  let within = 0;
  for (const row of rows) {
    const other = bandOf(row);
    if (other < band) above += 1;
    else if (other === band) within += 1;
  }
  return [above, above + within];
}
