/** The heights of the rows of a section of which only parts are held. Pure. */

/** As `HeightSums`; a row in a gap has the height `estimate`, in pixels. O(runs) in memory. */
export class SparseHeights {
  /** `{at, count, top, sums}`: the first row, their number, what is above, and sums of a run. */
  #parts = [];
  #estimate;
  count;
  total = 0;

  /** `sumsOf(run)` gives the `HeightSums` of the rows of a run. */
  constructor(rows, estimate, sumsOf) {
    this.count = rows.length;
    this.#estimate = estimate;
    let next = 0;
    for (const { at, rows: run } of rows.runs) {
      this.#add(at - next, null);
      this.#add(run.length, sumsOf(run));
      next = at + run.length;
    }
    this.#add(rows.length - next, null);
  }

  #add(count, sums) {
    if (count === 0) return;
    const last = this.#parts.at(-1);
    this.#parts.push({ at: last ? last.at + last.count : 0, count, top: this.total, sums });
    this.total += sums ? sums.total : count * this.#estimate;
  }

  /** The height of all rows before `index`. */
  before(index) {
    const part = this.#partWhere(({ at }) => at <= index);
    if (!part) return 0;
    const inside = Math.min(index - part.at, part.count);
    return part.top + (part.sums ? part.sums.before(inside) : inside * this.#estimate);
  }

  /** Sets the height of the row at `index`, which is held. O(runs). */
  set(index, height) {
    const part = this.#partWhere(({ at }) => at <= index);
    const before = part.sums.total;
    part.sums.set(index - part.at, height);
    const by = part.sums.total - before;
    if (by === 0) return;
    this.total += by;
    for (const other of this.#parts) if (other.at > part.at) other.top += by;
  }

  /** How many rows end within the first `y` pixels. */
  countWithin(y) {
    const part = this.#partWhere(({ top }) => top <= y);
    if (!part) return 0;
    const inside = part.sums ? part.sums.countWithin(y - part.top)
      : Math.floor((y - part.top) / this.#estimate);
    return part.at + Math.min(inside, part.count);
  }

  /** How many rows have their middle within the first `y` pixels. */
  middlesWithin(y) {
    const within = this.countWithin(y);
    if (within >= this.count) return within;
    const top = this.before(within);
    return within + (top + (this.before(within + 1) - top) / 2 < y ? 1 : 0);
  }

  /** The last part for which `holds` is true; it is for those before it, too. */
  #partWhere(holds) {
    let low = 0;
    let high = this.#parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#parts[middle])) low = middle + 1;
      else high = middle;
    }
    return this.#parts[low - 1];
  }
}

/**
 * What there is to draw of `rows` from index `start` to before `end`: `{index, count, row}`, a row
 * that is held, or without `row` as many as are not. Such a stretch is cut at the index `cut`.
 */
export function itemsIn(rows, start, end, cut = -1) {
  if (Array.isArray(rows)) {
    return rows.slice(start, end).map((row, offset) => ({ index: start + offset, count: 1, row }));
  }
  const items = [];
  const miss = (index, count) => {
    const last = items.at(-1);
    if (count === 0) return;
    if (last && !last.row && index !== cut) last.count += count;
    else items.push({ index, count });
  };
  let next = start;
  const missUntil = (index) => {
    const middle = Math.min(Math.max(cut, next), index);
    miss(next, middle - next);
    miss(middle, index - middle);
    next = index;
  };
  for (const { at, rows: run } of rows.pieces(start, end)) {
    missUntil(at);
    for (const row of run) {
      if (row.absent) miss(next, 1);
      else items.push({ index: next, count: 1, row });
      next += 1;
    }
  }
  missUntil(end);
  return items;
}
