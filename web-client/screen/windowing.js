/**
 * Windowing: which rows of a long list are in the document, and the heights of the others. Pure.
 */

import { SparseHeights } from './sparse-heights.js';

/** The number of rows up to which a list is in the document as a whole. */
export const WHOLE_LIST_ROWS = 120;

/**
 * The rows to have in the document, for each section `{start, end, above, below}`: rows
 * `start..<end`, and empty space of `above` and `below` pixels for the others.
 *
 * `sections` are `{sums, chrome}`: the `HeightSums` of the rows and what the section is taller than
 * these; rows between `top` and `bottom`, measured from the first section, are in. All are in
 * pixels. Lists of at most `WHOLE_LIST_ROWS` rows are in as a whole. O(sections × log rows).
 */
export function visibleRanges(sections, top, bottom) {
  const count = sections.reduce((all, { sums }) => all + sums.count, 0);
  if (count <= WHOLE_LIST_ROWS) {
    return sections.map(({ sums }) => ({ start: 0, end: sums.count, above: 0, below: 0 }));
  }
  let y = 0;
  return sections.map(({ sums, chrome }) => {
    y += chrome;
    const start = sums.countWithin(top - y);
    const end = bottom < y ? 0 : Math.min(sums.count, sums.countWithin(bottom - y) + 1);
    const range = {
      start: Math.min(start, end), end, above: sums.before(Math.min(start, end)),
      below: sums.total - sums.before(end),
    };
    y += sums.total;
    return range;
  });
}

/**
 * The heights of the rows of a section, in pixels, and their sums: a Fenwick tree, so that a height
 * may change and a place may be found in O(log rows).
 */
export class HeightSums {
  #heights;
  #tree;
  #highest;

  /** `heightOf(index)` is the height of a row. O(rows). */
  constructor(count, heightOf) {
    this.count = count;
    this.#heights = Float64Array.from({ length: count }, (_, index) => heightOf(index));
    this.#tree = new Float64Array(count + 1);
    this.#highest = count === 0 ? 0 : 2 ** Math.floor(Math.log2(count));
    for (let at = 1; at <= count; at += 1) {
      this.#tree[at] += this.#heights[at - 1];
      const parent = at + (at & -at);
      if (parent <= count) this.#tree[parent] += this.#tree[at];
    }
    this.total = this.before(count);
  }

  /** The height of all rows before `index`. */
  before(index) {
    let sum = 0;
    for (let at = index; at > 0; at -= at & -at) sum += this.#tree[at];
    return sum;
  }

  /** Sets the height of the row at `index`. */
  set(index, height) {
    const by = height - this.#heights[index];
    if (by === 0) return;
    this.#heights[index] = height;
    this.total += by;
    for (let at = index + 1; at <= this.count; at += at & -at) this.#tree[at] += by;
  }

  /** How many rows end within the first `y` pixels. */
  countWithin(y) {
    let at = 0;
    let left = y;
    for (let step = this.#highest; step > 0; step /= 2) {
      if (at + step <= this.count && this.#tree[at + step] <= left) {
        at += step;
        left -= this.#tree[at];
      }
    }
    return at;
  }

  /** How many rows have their middle within the first `y` pixels. */
  middlesWithin(y) {
    const within = this.countWithin(y);
    const next = within < this.count && this.before(within) + this.#heights[within] / 2 < y;
    return within + (next ? 1 : 0);
  }
}

/**
 * The heights of rows in pixels: measured, or estimated for rows that were not in the document yet.
 */
export class RowHeights {
  /** By the id of a row, where its height is not what is estimated. */
  #measured = new Map();
  /** The sums of runs of sparse rows, and the height of their rows in gaps by section. */
  #runs = new WeakMap();
  #gaps = new Map();
  /** `{rows, sums}` by section: of the rows that the section had when it was asked for last. */
  #sums = new Map();
  #oneLine = 52;
  #twoLines = 66;

  #of(row) { return this.#measured.get(row.id) ?? this.#estimateOf(row); }

  #estimateOf({ fields }) { return fields.detail === undefined ? this.#oneLine : this.#twoLines; }

  /** The heights of the rows of `section`. O(rows) where these have changed. */
  sums({ id, rows }) {
    const known = this.#sums.get(id);
    if (known?.rows === rows) return known.sums;
    const sums = Array.isArray(rows) ? this.#sumsOf(rows)
      : new SparseHeights(rows, this.gapHeight({ id, rows }), (run) => this.#sumsOfRun(run));
    this.#sums.set(id, { rows, sums });
    return sums;
  }

  /**
   * The height of a row of a section in a gap: that of those which are held when it is asked for
   * first, and the same ever after, so that what is in view stays where it is.
   */
  gapHeight({ id, rows }) {
    if (!this.#gaps.has(id)) {
      if (rows.held === 0) return this.#oneLine;
      const sum = rows.map((row) => this.#of(row)).reduce((all, height) => all + height, 0);
      this.#gaps.set(id, sum / rows.held);
    }
    return this.#gaps.get(id);
  }

  #sumsOf(rows) { return new HeightSums(rows.length, (index) => this.#of(rows[index])); }

  #sumsOfRun(run) {
    let sums = this.#runs.get(run);
    if (!sums) {
      sums = this.#sumsOf(run);
      this.#runs.set(run, sums);
    }
    return sums;
  }

  /** Sets the height of the row of `section` at `index`, which is laid out. */
  measure(section, index, height) {
    if (height === 0) return;
    const row = section.rows.at(index);
    if (height === this.#estimateOf(row)) this.#measured.delete(row.id);
    else this.#measured.set(row.id, height);
    this.sums(section).set(index, height);
  }

  /** Forgets a section that is gone. */
  forget(id) {
    this.#sums.delete(id);
    this.#gaps.delete(id);
  }

  /** Forgets every measured height: the width of the page has changed. */
  reset() {
    this.#measured.clear();
    this.#sums.clear();
    this.#gaps.clear();
    this.#runs = new WeakMap();
  }
}
