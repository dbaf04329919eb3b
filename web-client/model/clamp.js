/** Where a row may land: bands, and the clamping of proposed places. */

import { findRow, findSection } from './list-state.js';
import { isReorderable, mayMove } from './rules.js';

const BANDS = { top: 0, bottom: 2 };

/** The band a row stands in: 0 pinned to the top, 1 free, 2 pinned to the bottom. */
export function bandOf(row) {
  return BANDS[row.pinned] ?? 1;
}

/** The first and last gap of `rows` in which a row of `band` may stand. O(rows). */
export function bandRange(rows, band) {
  let above = 0;
  let within = 0;
  for (const row of rows) {
    const other = bandOf(row);
    if (other < band) above += 1;
    else if (other === band) within += 1;
  }
  return [above, above + within];
}

/** Clamps a gap into the bounds of `rows` and the band; the first step that changed it is `why`. */
export function clampIndex(rows, band, index) {
  const bounded = Math.min(Math.max(index, 0), rows.length);
  const [low, high] = bandRange(rows, band);
  const placed = Math.min(Math.max(bounded, low), high);
  if (bounded !== index) return { index: placed, why: 'bounds' };
  return placed === bounded ? { index: placed } : { index: placed, why: 'pinned' };
}

function mayLand(list, own, found, target) {
  if (own === target) return true;
  if (list.rules?.moveScope === 'section') return false;
  return bandOf(found.row) === 1 && isReorderable(list, list.sections[target]);
}

/** Why rows may not move together wherever they go: `{refused, message}`, or `null`. */
export function groupRefusal(list, ids) {
  const found = [...ids].map((id) => findRow(list, id)).filter(Boolean);
  for (const { section, row } of found) {
    if (!mayMove(list, section, row)) return refusal(row.id, `row ${row.id} cannot be moved`);
  }
  const [first] = found;
  const odd = found.find(({ row }) => bandOf(row) !== bandOf(first.row));
  return odd ? refusal(first.row.id, `${first.row.id} and ${odd.row.id} are pinned apart`) : null;
}

/**
 * The place where `ids` land together when `proposed` (`{section, index}`, the index counted after
 * the rows are taken out) is asked for: `{section, index, why?}`, or `{refused, message}` naming
 * the first row that may not move so. Clamping its own result changes nothing.
 */
export function targetPlace(list, ids, proposed) {
  const refused = groupRefusal(list, ids);
  if (refused) return refused;
  const moving = new Set(ids);
  const found = [...moving].map((id) => findRow(list, id)).filter(Boolean);
  const target = findSection(list, proposed.section);
  const first = found[0];
  const [own] = first.path;
  const bound = found.find((entry) => !mayLand(list, entry.path[0], entry, target));
  const spread = found.some((entry) => entry.path[0] !== own);
  if (bound && spread) return refusal(first.row.id, `row ${bound.row.id} cannot leave its section`);
  const landing = bound ? own : target;
  const rest = list.sections[landing].rows.filter((row) => !moving.has(row.id));
  const scoped = bound ? (target > own ? rest.length : 0) : proposed.index;
  const { index, why } = clampIndex(rest, bandOf(first.row), scoped);
  const reason = bound ? 'scope' : why;
  const place = { section: list.sections[landing].id, index };
  return reason ? { ...place, why: reason } : place;
}

function refusal(row, message) {
  return { refused: row, message };
}
