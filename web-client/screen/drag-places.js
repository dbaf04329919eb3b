/** The places of rows that are dragged, and the list as it is shown meanwhile. Pure. */

import { findRow, findSection, targetPlace } from '../list-model.js';
import { ListView } from './list-view.js';

/** The present place of the dragged rows, counted among the rows that stay. */
export function placeOf(list, ids) {
  const { section, path } = findRow(list, ids[0]);
  const before = section.rows.slice(0, path[1]).filter((row) => !ids.includes(row.id)).length;
  return { section: section.id, index: before };
}

/** The list without the dragged rows and with `gap`, or else the rows themselves, at `place`. */
export function withDragged(list, ids, place, gap) {
  const dragged = new Set(ids);
  const moving = list.sections.flatMap(
    (section) => section.rows.filter((row) => dragged.has(row.id)));
  const sections = list.sections.map((section) => {
    const rows = section.rows.filter((row) => !dragged.has(row.id));
    if (section.id === place.section) rows.splice(place.index, 0, ...(gap ? [gap] : moving));
    return { ...section, rows };
  });
  return { ...list, sections };
}

/** The list with its section `section` at `index`. */
export function withSectionAt(list, { section, index }) {
  const own = list.sections.find(({ id }) => id === section);
  const others = list.sections.filter((other) => other !== own);
  return { ...list, sections: own ? others.toSpliced(index, 0, own) : others };
}

/** The list without rows. */
export function headersOnly(list) {
  return { ...list, sections: list.sections.map((section) => ({ ...section, rows: [] })) };
}

/**
 * The next allowed place in the direction of `step` (-1 up, 1 down), or `null`; among the rows that
 * `view` shows, and not in collapsed sections.
 */
export function nextPlace(list, ids, place, step, view = new ListView()) {
  const dragged = new Set(ids);
  const { sections } = view.visible(list);
  const countOf = (s) => sections[s].rows.filter((row) => !dragged.has(row.id)).length;
  let s = findSection(list, place.section);
  let { index } = view.placeShown(list, ids, place);
  for (;;) {
    index += step;
    if (index < 0 || index > countOf(s)) {
      do s += step; while (sections[s] && view.isCollapsed(sections[s].id));
      if (!sections[s]) return null;
      index = step > 0 ? 0 : countOf(s);
    }
    const asked = view.placeIn(list, ids, { section: sections[s].id, index });
    const clamped = targetPlace(list, ids, asked);
    if (clamped.refused) return null;
    const moved = clamped.section !== place.section || clamped.index !== place.index;
    if (moved && !clamped.why) return clamped;
  }
}

/**
 * Why there is no next place: `why` of the clamp that keeps the rows from the place one step
 * further; `undefined` at the end of the list.
 */
export function limitOf(list, ids, { section, index }, step) {
  const restOf = ({ rows }) => rows.filter((row) => !ids.includes(row.id)).length;
  const at = findSection(list, section);
  const next = index + step;
  const inside = next >= 0 && next <= restOf(list.sections[at]);
  const beside = list.sections[inside ? at : at + step];
  if (!beside) return undefined;
  const entered = step > 0 ? 0 : restOf(beside);
  return targetPlace(list, ids, { section: beside.id, index: inside ? next : entered }).why;
}
