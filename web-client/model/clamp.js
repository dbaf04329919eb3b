/**
 * Clamping: from the place that is proposed for rows to the nearest one that the rules allow.
 *
 * In this order: `scope` keeps rows in their own section where they may not leave it, `bounds`
 * keeps the index within the section, `pinned` keeps it within the band of the rows.
 */

import { bandOf, findRow, findSection } from './list-state.js';
import { isReorderable, mayMove } from './rules.js';

/**
 * The place where `ids` go together when `proposed` is asked for; `{section, index}`, the index
 * counted among the rows that do not move. Returns `{section, index, why?}`, `why` naming the
 * clamp, or `{refused, message}` with the first row that may not move so. Idempotent: clamping the
 * result again changes nothing. O(rows).
 */
export function targetPlace(list, ids, proposed) {
  const refused = groupRefusal(list, ids);
  if (refused) return refused;
  const moving = new Set(ids);
  const found = [...moving].map((id) => findRow(list, id)).filter(Boolean);
  const target = findSection(list, proposed.section);
  const first = found[0];
  const [own] = first.path;
  const bound = found.find((entry) => !mayEnter(list, entry.path[0], entry, target));
  const spread = found.some((entry) => entry.path[0] !== own);
  if (bound && spread) return refusal(first.row.id, `row ${bound.row.id} cannot leave its section`);
  const allowed = bound ? own : target;
  const rest = list.sections[allowed].rows.filter((row) => !moving.has(row.id));
  const scoped = bound ? (target > own ? rest.length : 0) : proposed.index;
  const { index, why } = clampIndex(rest, bandOf(first.row), scoped);
  const reason = bound ? 'scope' : why;
  const place = { section: list.sections[allowed].id, index };
  return reason ? { ...place, why: reason } : place;
}

/** Why rows may not move together, wherever to: `{refused, message}`, or `null`. */
export function groupRefusal(list, ids) {
  const found = [...ids].map((id) => findRow(list, id)).filter(Boolean);
  for (const { section, row } of found) {
    if (!mayMove(list, section, row)) return refusal(row.id, `row ${row.id} cannot be moved`);
  }
  const [first] = found;
  const odd = found.find(({ row }) => bandOf(row) !== bandOf(first.row));
  return odd ? refusal(first.row.id, `${first.row.id} and ${odd.row.id} are pinned apart`) : null;
}

function refusal(row, message) {
  return { refused: row, message };
}

/** Whether the row `found` of section `own` may move to section `target`. */
function mayEnter(list, own, found, target) {
  if (own === target) return true;
  if (list.rules?.moveScope === 'section') return false;
  return bandOf(found.row) === 1 && isReorderable(list, list.sections[target]);
}

/**
 * Clamps an index to `rows` and to the band: `{index, why?}`, with the first reason that applied.
 */
export function clampIndex(rows, band, index) {
  const bounded = Math.min(Math.max(index, 0), rows.length);
  const [low, high] = bandRange(rows, band);
  const placed = Math.min(Math.max(bounded, low), high);
  if (bounded !== index) return { index: placed, why: 'bounds' };
  return placed === bounded ? { index: placed } : { index: placed, why: 'pinned' };
}

/** The first and the last index of `rows` at which a row of `band` may be inserted. O(rows). */
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
