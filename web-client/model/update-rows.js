/** Changing the fields and rules of rows: one, or many in time that does not grow with their product. */

import { updatedRow } from './apply-change-set.js';
import { isSparse } from './row-sequences.js';
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
  const run = actions.slice(start, end);
  const places = placesOf(list, new Set(run.map(({ row }) => row)));
  run.forEach((action, offset) => {
    context.action = start + offset;
    const place = places.get(action.row)
      ?? reject('unknownRow', `row ${action.row} is not in the list`);
    place.next = nextRow(list, place.section, place.next, action);
  });
  const changed = new Map([...places].filter(([, { row, next }]) => row !== next));
  if (changed.size === 0) return list;
  const touched = new Set([...changed.values()].map(({ section }) => section));
  const change = (row) => changed.get(row.id)?.next ?? row;
  const sections = list.sections.map((section) => {
    if (!touched.has(section)) return section;
    const { rows } = section;
    return { ...section, rows: isSparse(rows) ? rows.mapped(change) : rows.map(change) };
  });
  return { ...list, sections };
}

/** The rows of `ids` that are in the list, by id: `{section, row, next}`, `next` being the row. */
function placesOf(list, ids) {
  const places = new Map();
  for (const section of list.sections) {
    for (const row of section.rows) {
      if (ids.has(row.id)) places.set(row.id, { section, row, next: row });
    }
  }
  return places;
}

/** Whether two JSON values are equal; the order of keys does not count. */
function sameValue(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}
