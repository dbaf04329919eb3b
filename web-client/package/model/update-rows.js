/** Changing the fields and rules of rows: one, or many in time that does not grow with their product. */

import { updatedRow } from './apply-change-set.js';
import { placesOf, replacing } from './row-sequences.js';
import { mayUpdate, reject } from './rules.js';

/** The row of `section` as an `updateRow` action makes it; the same object where nothing changes. */
export function nextRow(list, section, row, action) {
  if (Object.keys(action.fields ?? {}).length > 0 && !mayUpdate(list, section, row)) {
    reject('editDisabled', `row ${row.id} cannot be changed`);
  }
  const next = updatedRow(row, action);
  return sameValue(row, next) ? row : next;
}

/** Whether an action changes a row and leaves it where it stands. */
const staysInPlace = ({ op, pinned }) => op === 'updateRow' && pinned === undefined;

/** How many of `actions` from the index `start` on change rows and move none. */
export function updateRun(actions, start) {
  let end = start;
  while (end < actions.length && staysInPlace(actions[end])) end += 1;
  return end - start;
}

/** The list after `actions` from `start` to `end`, a run of `updateRun`. O(rows + actions). */
export function updateRows(list, actions, start, end, context) {
  const ids = new Set(actions.slice(start, end).map(({ row }) => row));
  const found = new Map();
  list.sections.forEach((section, s) => {
    for (const r of placesOf(section.rows, ids)) {
      const row = section.rows.at(r);
      found.set(row.id, { path: [s, r], section, row, next: row });
    }
  });
  for (let index = start; index < end; index += 1) {
    const action = actions[index];
    context.action = index;
    const place = found.get(action.row)
      ?? reject('unknownRow', `row ${action.row} is not in the list`);
    place.next = nextRow(list, place.section, place.next, action);
  }
  const replaced = new Map();
  for (const { path: [s, r], row, next } of found.values()) {
    if (row !== next) replaced.set(s, (replaced.get(s) ?? new Map()).set(r, next));
  }
  if (replaced.size === 0) return list;
  const sections = list.sections.map((section, at) => (
    replaced.has(at) ? { ...section, rows: replacing(section.rows, replaced.get(at)) } : section));
  return { ...list, sections };
}

/** Whether two JSON values are equal; the order of keys does not count. */
function sameValue(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}
