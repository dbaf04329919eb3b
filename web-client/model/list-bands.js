/** Sorting rows into bands. */

import { bandOf } from './clamp.js';

/** The list with the rows of each section sorted into bands (stable), as `create` does. */
export function banded(list) {
  const bands = [0, 1, 2];
  const sections = list.sections.map((section) => ({
    ...section, rows: bands.flatMap((band) => section.rows.filter((row) => bandOf(row) === band)),
  }));
  return { ...list, sections };
}
