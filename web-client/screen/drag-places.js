/** The list while rows are held: as it would be if they were dropped now. Pure. */

import { findRow, findSection, targetPlace } from '../list-model.js';

/** Where the held rows stand now, as a place among the rows that stay. */
export function placeOf(list, ids) {
  const { section, path } = findRow(list, ids[0]);
  const before = section.rows.slice(0, path[1]).filter((row) => !ids.includes(row.id)).length;
  return { section: section.id, index: before };
}

/** The list without the held rows, and with `gap` (or the rows themselves) laid at `place`. */
export function withHeld(list, ids, place, gap) {
  const held = new Set(ids);
  const moving = list.sections.flatMap((section) => section.rows.filter((row) => held.has(row.id)));
  const sections = list.sections.map((section) => {
    const rows = section.rows.filter((row) => !held.has(row.id));
    if (section.id === place.section) rows.splice(place.index, 0, ...(gap ? [gap] : moving));
    return { ...section, rows };
  });
  return { ...list, sections };
}

/** The next place that is allowed in the direction of `step` (-1 up, 1 down), or `null`. */
export function nextPlace(list, ids, place, step) {
  const held = new Set(ids);
  const roomOf = (s) => list.sections[s].rows.filter((row) => !held.has(row.id)).length;
  let s = findSection(list, place.section);
  let { index } = place;
  for (;;) {
    index += step;
    if (index < 0 || index > roomOf(s)) {
      s += step;
      if (s < 0 || s >= list.sections.length) return null;
      index = step > 0 ? 0 : roomOf(s);
    }
    const landed = targetPlace(list, ids, { section: list.sections[s].id, index });
    if (landed.refused) return null;
    const moved = landed.section !== place.section || landed.index !== place.index;
    if (moved && !landed.why) return landed;
  }
}
