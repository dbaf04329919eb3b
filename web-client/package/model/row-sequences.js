/**
 * What is done with the rows of a section, be they an array or `SparseRows`: found, counted, taken
 * out and put in. Nothing is changed; what is returned shares what stays.
 */

import { bandOf } from './row-values.js';
import { SparseRows } from './sparse-rows.js';

export const isSparse = (rows) => rows instanceof SparseRows;

/** Look-ups in an array by searching it; from the next one on it has `RowPlaces`. */
const SEARCHES = 3;
/** The most changes that `RowPlaces` are carried over. */
const MOST_CHANGES = 500;
/** Ids that are looked up one by one, each of which goes through the changes. */
const LOOK_UPS = 32;
/** Rows that are taken out of an array one by one, each of which moves those after it. */
const FEW = 8;

/** The `RowPlaces` of arrays of rows, or how many look-ups there were in them. */
const known = new WeakMap();

/** Where the rows of an array are by their ids: as they were counted once, and what changed since. */
class RowPlaces {
  #counted;
  #changes;

  constructor(counted, changes = []) {
    this.#counted = counted;
    this.#changes = changes;
  }

  /** The index of the row of an id, -1 where there is none. O(changes). */
  of(id) {
    const laid = this.#changes.findLastIndex(({ ids }) => ids.includes(id));
    let place = laid < 0 ? this.#counted.get(id)
      : this.#changes[laid].at + this.#changes[laid].ids.indexOf(id);
    if (place === undefined) return -1;
    for (const { at, removed, ids } of this.#changes.slice(laid + 1)) {
      if (place >= at + removed) place += ids.length - removed;
      else if (place >= at) return -1;
    }
    return place;
  }

  /** The places after further changes; `null` where counting again costs less. */
  after(changes) {
    const all = [...this.#changes, ...changes];
    const cost = all.reduce((sum, { ids }) => sum + 1 + ids.length, 0);
    return cost > MOST_CHANGES ? null : new RowPlaces(this.#counted, all);
  }
}

/** The index of the row of an id, -1 where it is not held. O(rows) at first, then O(1) again and again. */
export function placeOf(rows, id) {
  if (isSparse(rows)) return rows.placeOf(id);
  const places = known.get(rows) ?? 0;
  if (places instanceof RowPlaces) return places.of(id);
  if (places < SEARCHES) {
    known.set(rows, places + 1);
    return rows.findIndex((row) => row.id === id);
  }
  const counted = new RowPlaces(new Map(rows.map((row, index) => [row.id, index])));
  known.set(rows, counted);
  return counted.of(id);
}

/**
 * Tells where the rows of the array `after` are by where they were in `before`. `changes`,
 * `[{at, removed, ids}]`, follow each other: `removed` rows from the index `at` on went, those of `ids` came.
 */
export function carryPlaces(before, after, changes) {
  const places = known.get(before);
  const next = places instanceof RowPlaces ? places.after(changes) : null;
  if (next) known.set(after, next);
}

/** The ascending indices of the rows whose ids are in `ids`. As `placeOf` for few ids, O(rows) for many. */
export function placesOf(rows, ids) {
  if (ids.size > LOOK_UPS || ids.size > rows.length) {
    const found = [];
    rows.forEach((row, index) => { if (ids.has(row.id)) found.push(index); });
    return found;
  }
  return Array.from(ids, (id) => placeOf(rows, id)).filter((index) => index >= 0)
    .sort((a, b) => a - b);
}

/** `rows` without those whose ids are in `ids`; the same object where none is. */
export function without(rows, ids) {
  const leaving = placesOf(rows, ids);
  return leaving.length === 0 ? rows : rearranged(rows, leaving, 0, []);
}

/** How many of the rows before `end` are not in `ids`. */
export function countStaying(rows, end, ids) {
  return end - placesOf(rows, ids).filter((index) => index < end).length;
}

/** `rows` with `added` in place of the `removed` rows from index `at` on. */
export function spliced(rows, at, removed, ...added) {
  return rearranged(rows, Array.from({ length: removed }, (_, offset) => at + offset), at, added);
}

/**
 * `rows` without those at the ascending indices `leaving`, and with `added` from `index` on, counted
 * among those that stay. O(rows), of sparse ones O(runs and rows of the runs that change).
 */
export function rearranged(rows, leaving, index, added) {
  if (isSparse(rows)) {
    return rows.changed(leaving, added.map((row, offset) => [index + offset, row]), true);
  }
  const next = withoutIndices(rows, leaving);
  next.splice(index, 0, ...added);
  carryPlaces(rows, next, [...leaving.toReversed().map((at) => ({ at, removed: 1, ids: [] })),
    { at: index, removed: 0, ids: added.map(({ id }) => id) }]);
  return next;
}

/** A copy of an array without the items at the ascending `indices`. */
function withoutIndices(rows, indices) {
  if (indices.length > FEW) {
    const gone = new Set(indices);
    return rows.filter((_, index) => !gone.has(index));
  }
  const rest = rows.slice();
  for (const index of indices.toReversed()) rest.splice(index, 1);
  return rest;
}

/** `rows` with each of `replaced`, rows by their indices, in the place of the row of the same id. */
export function replacing(rows, replaced) {
  if (isSparse(rows)) {
    const byId = new Map([...replaced.values()].map((row) => [row.id, row]));
    return rows.mapped((row) => byId.get(row.id) ?? row);
  }
  const next = rows.slice();
  for (const [index, row] of replaced) next[index] = row;
  carryPlaces(rows, next, []);
  return next;
}

/** Whether two sequences have the same rows at the same places. */
export function isSameSequence(one, other) {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  if (!isSparse(one)) return one.every((row, index) => row === other[index]);
  return one.held === other.held && one.every((row, index) => row === other.at(index));
}

/** The first and the last index of `rows` at which a row of `band` may be inserted. O(log rows). */
export function bandRange(rows, band) {
  if (isSparse(rows)) {
    const ends = [0, rows.top, rows.length - rows.bottom, rows.length];
    return [ends[band], ends[band + 1]];
  }
  return [firstFrom(rows, band), firstFrom(rows, band + 1)];
}

/** The index of the first row whose band is `band` or a later one: rows are sorted by band. */
function firstFrom(rows, band) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bandOf(rows[middle]) < band) low = middle + 1;
    else high = middle;
  }
  return low;
}
