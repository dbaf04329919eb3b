/**
 * The rows of a section of which only parts are held: runs of rows, and gaps of known length
 * between them. A value, as lists are.
 *
 * It answers what is asked of an array of rows, with their true indices; what goes through all rows
 * goes through those that are held. A row that is known by its id alone is a hole: `absent`, without
 * fields.
 */

import { bandOf, hole, PINS } from './row-values.js';

/** The offsets of the rows of a run by their ids, made when they are asked for first. */
const offsets = new WeakMap();

function offsetOf(rows, id) {
  let known = offsets.get(rows);
  if (!known) {
    known = new Map(rows.map((row, offset) => [row.id, offset]));
    offsets.set(rows, known);
  }
  return known.get(id) ?? -1;
}

export class SparseRows {
  /**
   * `runs` are `[{at, rows}]`, ascending, with at least one row of a gap between two of them; `top`
   * and `bottom` are how many of the `length` rows are pinned there.
   */
  constructor(length, runs = [], top = 0, bottom = 0) {
    Object.assign(this, { length, runs, top, bottom });
  }

  /** How many rows are held. */
  get held() { return this.runs.reduce((sum, { rows }) => sum + rows.length, 0); }

  /** Whether every row is held, with its fields. O(rows held). */
  get isWhole() { return this.held === this.length && !this.some((row) => row.absent); }

  /** The row at an index, below 0 from the end; `undefined` in a gap. O(log runs). */
  at(index) {
    const place = index < 0 ? this.length + index : index;
    const run = this.runs[runBefore(this.runs, place)];
    return run?.rows[place - run.at];
  }

  /** The row at an index, that has this id: a hole where it lies in a gap. */
  named(index, id) {
    if (!(index >= 0 && index < this.length)) return undefined;
    const row = this.at(index);
    if (row) return row;
    return hole(id, PINS[this.bandAt(index)]);
  }

  /** The index of the row of an id, -1 where it is not held. O(runs), and once O(rows of a run). */
  placeOf(id) {
    for (const { at, rows } of this.runs) {
      const offset = offsetOf(rows, id);
      if (offset >= 0) return at + offset;
    }
    return -1;
  }

  /** The band of the row at an index, as `bandOf` counts them. */
  bandAt(index) {
    if (index < this.top) return 0;
    return index < this.length - this.bottom ? 1 : 2;
  }

  * entries() {
    for (const { at, rows } of this.runs) {
      for (let offset = 0; offset < rows.length; offset += 1) yield [at + offset, rows[offset]];
    }
  }

  * [Symbol.iterator]() { for (const { rows } of this.runs) yield* rows; }

  forEach(visit) {
    for (const { at, rows } of this.runs) rows.forEach((row, offset) => visit(row, at + offset));
  }

  map(make) {
    const made = [];
    this.forEach((row, index) => made.push(make(row, index)));
    return made;
  }

  filter(test) {
    const found = [];
    this.forEach((row, index) => { if (test(row, index)) found.push(row); });
    return found;
  }

  findIndex(test) {
    for (const [index, row] of this.entries()) if (test(row, index)) return index;
    return -1;
  }

  find(test) {
    const index = this.findIndex(test);
    return index < 0 ? undefined : this.at(index);
  }

  findLast(test) { return this.filter(test).at(-1); }
  some(test) { return this.findIndex(test) >= 0; }
  every(test) { return !this.some((row, index) => !test(row, index)); }

  /** The rows held from index `start` to before `end`. */
  slice(start = 0, end = this.length) {
    return this.pieces(start, end).flatMap(({ rows }) => rows);
  }

  /** The parts of the runs from index `start` to before `end`: `[{at, rows}]`. */
  pieces(start, end) {
    const found = [];
    for (let r = Math.max(0, runBefore(this.runs, start)); r < this.runs.length; r += 1) {
      const { at, rows } = this.runs[r];
      if (at >= end) break;
      const first = Math.max(at, start);
      const part = first === at && at + rows.length <= end ? rows
        : rows.slice(first - at, Math.max(end - at, 0));
      if (part.length > 0) found.push({ at: first, rows: part });
    }
    return found;
  }

  /** The gaps from index `start` to before `end`: `[{at, rows}]`, `rows` their number there. */
  gaps(start, end) {
    const found = [];
    let next = Math.max(0, start);
    const last = Math.min(end, this.length);
    for (const { at, rows } of this.pieces(next, last)) {
      if (at > next) found.push({ at: next, rows: at - next });
      next = at + rows.length;
    }
    if (next < last) found.push({ at: next, rows: last - next });
    return found;
  }

  /** The same rows with each as `change` returns it; runs in which none changes stay the same. */
  mapped(change) {
    const runs = this.runs.map((run) => {
      const rows = run.rows.map(change);
      return rows.every((row, offset) => row === run.rows[offset]) ? run : { ...run, rows };
    });
    return new SparseRows(this.length, runs, this.top, this.bottom);
  }

  /** Takes rows that were asked for: they stand from index `at` on. */
  filled(at, rows) {
    const end = Math.min(at + rows.length, this.length);
    const fresh = { at, rows: rows.slice(0, end - at) };
    const runs = joined([
      ...cut(this.runs, 0, at), fresh, ...cut(this.runs, end, this.length)]);
    return new SparseRows(this.length, runs, this.top, this.bottom);
  }

  /** Forgets the row at `index`: its place becomes a gap. */
  forgetting(index) {
    return this.within([{ start: 0, end: index }, { start: index + 1, end: this.length }]);
  }

  /** Keeps only the rows within `spans`, `[{start, end}]`, which ascend: the others become gaps. */
  within(spans) {
    const runs = joined(spans.flatMap(({ start, end }) => cut(this.runs, start, end)));
    return new SparseRows(this.length, runs, this.top, this.bottom);
  }

  /**
   * The rows after those at the indices `leaving` are gone and `arriving`, `[[index, row]]`, stand
   * at their indices; both ascend. A row that arrives between two that stay and are not held makes
   * the gap longer; with `keeps` it is held all the same. `null` where an index does not fit.
   * O(runs + rows of the runs that change).
   */
  changed(leaving, arriving, keeps = false) {
    const stay = this.length - leaving.length;
    const kept = keptRuns(this.runs, leaving);
    const isBesideHeld = (index) => {
      const run = kept[runBefore(kept, index)];
      return stay === 0 || (run !== undefined && index <= run.at + run.rows.length);
    };
    const arrivals = [];
    for (const [at, row] of arriving) {
      const before = at - arrivals.length;
      if (before < (arrivals.at(-1)?.before ?? 0) || before > stay) return null;
      arrivals.push({ at, row, before, isHeld: keeps || isBesideHeld(before) });
    }
    const runs = arrivals.length === 0 ? kept : interleaved(kept, arrivals);
    return new SparseRows(stay + arrivals.length, runs, ...this.#bands(leaving, arriving));
  }

  /** `[top, bottom]` after a change as `changed` makes it. */
  #bands(leaving, arriving) {
    const counts = [this.top, 0, this.bottom];
    for (const index of leaving) counts[this.bandAt(index)] -= 1;
    for (const [, row] of arriving) counts[bandOf(row)] += 1;
    return [counts[0], counts[2]];
  }

  /** The same rows where one at `index` changes from its band to another, at its place. */
  rebanded(index, band) {
    const counts = [this.top, 0, this.bottom];
    counts[this.bandAt(index)] -= 1;
    counts[band] += 1;
    return new SparseRows(this.length, this.runs, counts[0], counts[2]);
  }
}

/** The index of the last run that begins at `index` or before it, -1 where there is none. */
function runBefore(runs, index) {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle].at <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The parts of `runs` from index `start` to before `end`. */
const cut = (runs, start, end) => new SparseRows(end, runs).pieces(start, end);

/** `pieces` in order, those that touch put together. */
function joined(pieces) {
  const runs = [];
  let grows = false;
  for (const { at, rows } of pieces) {
    const last = runs.at(-1);
    if (!last || last.at + last.rows.length < at) {
      runs.push({ at, rows });
      grows = false;
    } else {
      if (!grows) last.rows = last.rows.slice();
      grows = true;
      for (const row of rows) last.rows.push(row);
    }
  }
  return runs;
}

/** The runs without the rows at the indices `leaving`, at their indices among those that stay. */
function keptRuns(runs, leaving) {
  if (leaving.length === 0) return runs;
  let gone = 0;
  const kept = [];
  for (const { at, rows } of runs) {
    while (leaving[gone] < at) gone += 1;
    const start = at - gone;
    const end = at + rows.length;
    const before = gone;
    while (leaving[gone] < end) gone += 1;
    const left = gone === before ? rows : withoutOffsets(rows, at, leaving.slice(before, gone));
    if (left.length > 0) kept.push({ at: start, rows: left });
  }
  return joined(kept);
}

function withoutOffsets(rows, at, indices) {
  const gone = new Set(indices);
  return rows.filter((_, offset) => !gone.has(at + offset));
}

/** `kept` with the arrivals that are held among them, at the indices after all arrivals. */
function interleaved(kept, arrivals) {
  const pieces = [];
  let next = 0;
  const arrive = (until) => {
    for (; next < arrivals.length && arrivals[next].before <= until; next += 1) {
      const { at, row, isHeld } = arrivals[next];
      if (isHeld) pieces.push({ at, rows: [row] });
    }
  };
  for (const { at, rows } of kept) {
    let from = 0;
    arrive(at);
    while (next < arrivals.length && arrivals[next].before < at + rows.length) {
      const until = arrivals[next].before - at;
      pieces.push({ at: at + from + next, rows: rows.slice(from, until) });
      from = until;
      arrive(arrivals[next].before);
    }
    pieces.push({ at: at + from + next, rows: from === 0 ? rows : rows.slice(from) });
  }
  arrive(Infinity);
  return joined(pieces);
}
