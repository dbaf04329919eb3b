/** Which rows of long sections are to be in the document. Pure. */

/** Up to so many rows everything is laid out. */
export const WHOLE = 120;

/**
 * For each section `{start, end, above, below}`: rows `start..<end` are shown, the others are empty
 * space of `above` and `below` pixels. `heights[s][r]` are pixels, `chrome[s]` is what a section is
 * taller than its rows; rows between `top` and `bottom` are shown, from the first section on.
 * Whole sections of short lists are shown. O(rows).
 */
export function visibleRanges(heights, chrome, top, bottom) {
  const total = heights.reduce((sum, section) => sum + section.length, 0);
  if (total <= WHOLE) {
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
