/**
 * Windowing: which rows of a long list are in the document, and the heights of the others. Pure.
 */

/** The number of rows up to which a list is in the document as a whole. */
export const WHOLE_LIST_ROWS = 120;

/**
 * The rows to have in the document, for each section `{start, end, above, below}`: rows
 * `start..<end`, and empty space of `above` and `below` pixels for the others.
 *
 * `heights[s][r]` are the heights of rows and `chrome[s]` is what a section is taller than its
 * rows; rows between `top` and `bottom`, measured from the first section, are in. All are in
 * pixels. Lists of at most `WHOLE_LIST_ROWS` rows are in as a whole. O(rows).
 */
export function visibleRanges(heights, chrome, top, bottom) {
  const total = heights.reduce((sum, section) => sum + section.length, 0);
  if (total <= WHOLE_LIST_ROWS) {
    return heights.map((rows) => ({ start: 0, end: rows.length, above: 0, below: 0 }));
  }
  let y = 0;
  return heights.map((rows, s) => {
    const range = { start: rows.length, end: rows.length, above: 0, below: 0 };
    y += chrome[s];
    rows.forEach((height, r) => {
      const bottomEdge = y + height;
      if (bottomEdge < top) range.above += height;
      else if (y > bottom) {
        range.end = Math.min(range.end, r);
        range.below += height;
      } else range.start = Math.min(range.start, r);
      y = bottomEdge;
    });
    if (range.start > range.end) range.start = range.end;
    return range;
  });
}

/**
 * The heights of rows in pixels: measured, or estimated for rows that were not in the document yet.
 */
export class RowHeights {
  #measured = new Map();
  #oneLine = 52;
  #twoLines = 66;

  of(row) {
    const estimate = row.fields.detail === undefined ? this.#oneLine : this.#twoLines;
    return this.#measured.get(row.id) ?? estimate;
  }

  /** Measures rows that are laid out: `[[row, element]]`. */
  measure(pairs) {
    for (const [row, element] of pairs) {
      const height = element.offsetHeight;
      if (height === 0 || row.gap) continue;
      this.#measured.set(row.id, height);
    }
  }

  /** Forgets every measured height: the width of the page has changed. */
  reset() {
    this.#measured.clear();
  }
}
