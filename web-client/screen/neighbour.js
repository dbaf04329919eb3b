/** Where to go on when a row is gone. Pure. */

/**
 * The row of `list` nearest to where `row` stood, of those that `stays` says are still there: the
 * next one, else the one before; `null` where there is none. O(rows).
 */
export function neighbourOf(list, row, stays) {
  const all = list.sections.flatMap((section) => section.rows.map((one) => one.id));
  const at = all.indexOf(row);
  if (at < 0) return null;
  return all.slice(at + 1).find(stays) ?? all.slice(0, at).findLast(stays) ?? null;
}
