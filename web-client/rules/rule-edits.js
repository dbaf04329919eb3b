/** The edits with which an owner locks and pins rows. Pure. */

/** The rules of a row that a lock sets. */
export const LOCKS = ['editable', 'deletable', 'movable'];

/** Whether a row's own rules forbid to change, delete and move it. */
export const isLocked = (row) => LOCKS.every((rule) => row[rule] === false);

/** Locks rows, or takes their own rules but the pin off. */
export function lockRows(rows, locks) {
  return rows.filter((row) => (locks ? !isLocked(row) : LOCKS.some((rule) => row[rule] === false)))
    .map(({ id }) => ({
      op: 'updateRow', row: id, ...Object.fromEntries(LOCKS.map((rule) => [rule, locks ? false : null])),
    }));
}

/** Pins rows to the `top` or the `bottom` of their section, or with `null` takes the pin off. */
export function pinRows(rows, pinned) {
  return rows.filter((row) => (row.pinned ?? null) !== pinned)
    .map(({ id }) => ({ op: 'updateRow', row: id, pinned }));
}
