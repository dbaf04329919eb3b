/** Rows by themselves: their bands, and rows of which only the id is known. */

const BANDS = { top: 0, bottom: 2 };

/** The value of `pinned` in each band. */
export const PINS = ['top', undefined, 'bottom'];

/** The value of a field as text: what is no text, as JSON has it; nothing for none. */
export const textOf = (value) => (
  typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));

/**
 * The band of a row within its section: 0 pinned to the top, 1 not pinned, 2 pinned to the bottom.
 */
export function bandOf(row) {
  return BANDS[row.pinned] ?? 1;
}

/** A row of which only the id is known, and perhaps where it is pinned. */
export const hole = (id, pinned) => (
  { id, fields: {}, absent: true, ...(pinned && { pinned }) });
