/** Where rows may be moved at once: the top and the bottom of sections. Pure. */

import { GroupClamp } from './clamp.js';

/**
 * The sections of `list` that the rows `ids` may go to: `[{section, top, bottom}]`, the ends as
 * places `{section, index}`, `null` where the rows stand there already. An end is the first or last
 * place that the rules allow. O(rows).
 */
export function destinations(list, ids) {
  const clamp = new GroupClamp(list, ids);
  const { moving } = clamp;
  return list.sections.flatMap((section) => {
    const ends = [0, Infinity].map((index) => {
      const { refused, why, ...place } = clamp.place({ section: section.id, index });
      return refused || why === 'scope' ? undefined : place;
    });
    if (ends.includes(undefined) || !hasRoom(section, moving)) return [];
    const [top, bottom] = ends.map((place) => (standsAt(section, moving, place) ? null : place));
    return [{ section, top, bottom }];
  });
}

/** Whether the moving rows stand together at that place already. */
const standsAt = ({ rows }, moving, { index }) => {
  const there = rows.slice(index, index + moving.size);
  return there.length === moving.size && there.every((row) => moving.has(row.id));
};

/** Whether a section takes those of the moving rows that are not in it. */
function hasRoom({ rules, rows }, moving) {
  const coming = moving.size - rows.filter((row) => moving.has(row.id)).length;
  return coming === 0 || rows.length + coming <= (rules?.maxRows ?? Infinity);
}
