/** Where things stand in a list. */

/** The row named `id` with its section and index path, or `null`. O(rows). */
export function findRow(list, id) {
  for (let s = 0; s < list.sections.length; s += 1) {
    const { rows } = list.sections[s];
    for (let r = 0; r < rows.length; r += 1) {
      if (rows[r].id === id) {
        return { path: [s, r], section: list.sections[s], row: rows[r] };
      }
    }
  }
  return null;
}

/** The index of the section named `id`, or -1. */
export function findSection(list, id) {
  return list.sections.findIndex((section) => section.id === id);
}

/** The number of rows of each section, in order. */
export function countsOf(list) {
  return list.sections.map((section) => section.rows.length);
}

/** The number of rows of the whole list. */
export function rowCount(list) {
  return list.sections.reduce((sum, section) => sum + section.rows.length, 0);
}
