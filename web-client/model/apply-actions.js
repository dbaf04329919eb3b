/** The actions on rows. Each takes the list, the action and the edit that it belongs to. */

import { newRow, updatedRow } from './apply-change-set.js';
import { findRow, findSection, rowCount } from './list-state.js';
import { bandOf, bandRange, clampIndex, groupRefusal, targetPlace } from './clamp.js';
import { mayDelete, mayInsert, mayUpdate } from './rules.js';
import { rowTarget } from './targets.js';
import { reject } from './rejection.js';

/** The list with the rows of the section at `index` replaced. */
function withRows(list, index, rows) {
  const sections = list.sections.slice();
  sections[index] = { ...sections[index], rows };
  return { ...list, sections };
}

function spliced(rows, at, removed, ...added) {
  return [...rows.slice(0, at), ...added, ...rows.slice(at + removed)];
}

function known(list, id) {
  return findRow(list, id) ?? reject('unknownRow', `row ${id} is not in the list`);
}

function report(edit, subject, asked, place, path) {
  if (!place.why || !(asked.exact || place.why === 'scope')) return;
  edit.clamped.push({
    action: edit.action, ...subject, ...(asked.to && { asked: asked.to }), to: path, why: place.why,
  });
}

function checkRoom(list, section, coming, growing) {
  const { maxRows } = section.rules ?? {};
  if (maxRows !== undefined && section.rows.length + coming > maxRows) {
    reject('sectionFull', `section ${section.id} holds at most ${maxRows} rows`);
  }
  const total = list.rules?.maxRows;
  if (growing && total !== undefined && rowCount(list) + coming > total) {
    reject('listFull', `the list holds at most ${total} rows`);
  }
}

function insertRow(list, action, edit) {
  const id = action.row ?? edit.makeId();
  if (findRow(list, id) || edit.graves.has(id)) reject('duplicateID', `row ${id} is taken`);
  const asked = rowTarget(list, edit, action.to, new Set());
  const at = findSection(list, asked.section);
  const section = list.sections[at];
  if (!mayInsert(list, section)) {
    reject('insertDisabled', `section ${section.id} takes no new rows`);
  }
  checkRoom(list, section, 1, true);
  const row = newRow(id, action);
  const place = clampIndex(section.rows, bandOf(row), asked.index);
  report(edit, { row: id }, { ...asked, to: action.to }, place, [at, place.index]);
  return withRows(list, at, spliced(section.rows, place.index, 0, row));
}

function sameValue(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}

function updateRow(list, action, edit) {
  const { path: [s, r], section, row } = known(list, action.row);
  if (Object.keys(action.fields ?? {}).length > 0 && !mayUpdate(list, section, row)) {
    reject('editDisabled', `row ${row.id} cannot be changed`);
  }
  const next = updatedRow(row, action);
  if (sameValue(row, next)) return list;
  if (bandOf(next) === bandOf(row)) return withRows(list, s, spliced(section.rows, r, 1, next));
  const rest = spliced(section.rows, r, 1);
  const [low, high] = bandRange(rest, bandOf(next));
  const nearest = Math.min(Math.max(r, low), high);
  return withRows(list, s, spliced(rest, nearest, 0, next));
}

/** Remembers where a deleted row stood, for later actions of the same edit that name it. */
export function bury(edit, section, gone) {
  const order = section.rows.map((row) => row.id);
  section.rows.forEach((row, at) => {
    if (gone(row)) edit.graves.set(row.id, { section: section.id, order, at });
  });
}

function deleteRows(list, action, edit) {
  const ids = new Set(action.rows);
  let next = list;
  list.sections.forEach((section, index) => {
    const going = section.rows.filter((row) => ids.has(row.id));
    if (going.length === 0) return;
    const kept = going.find((row) => !mayDelete(list, section, row));
    if (kept) reject('deleteDisabled', `row ${kept.id} cannot be deleted`);
    bury(edit, section, (row) => ids.has(row.id));
    next = withRows(next, index, section.rows.filter((row) => !ids.has(row.id)));
  });
  return next;
}

/** Moves rows, given in list order, to one place together. */
function moveTogether(list, rows, action, edit, subject) {
  const moving = new Set(rows.map((row) => row.id));
  const refused = groupRefusal(list, moving);
  if (refused) reject('moveDisabled', refused.message);
  const asked = rowTarget(list, edit, action.to, moving);
  const place = targetPlace(list, moving, asked);
  if (place.refused) reject('moveDisabled', place.message);
  const at = findSection(list, place.section);
  const coming = rows.filter((row) => !list.sections[at].rows.includes(row)).length;
  if (coming > 0) checkRoom(list, list.sections[at], coming, false);
  report(edit, subject, { ...asked, to: action.to }, place, [at, place.index]);
  const sections = list.sections.map((section, index) => {
    const rest = section.rows.filter((row) => !moving.has(row.id));
    const after = index === at ? spliced(rest, place.index, 0, ...rows) : rest;
    const same = after.length === section.rows.length
      && after.every((row, i) => row === section.rows[i]);
    return same ? section : { ...section, rows: after };
  });
  const unmoved = sections.every((section, i) => section === list.sections[i]);
  return unmoved ? list : { ...list, sections };
}

function moveRow(list, action, edit) {
  const { row } = known(list, action.row);
  return moveTogether(list, [row], action, edit, { row: row.id });
}

function moveRows(list, action, edit) {
  const ids = new Set(action.rows);
  const rows = list.sections.flatMap((section) => section.rows.filter((row) => ids.has(row.id)));
  if (rows.length === 0) return list;
  return moveTogether(list, rows, action, edit, { rows: rows.map((row) => row.id) });
}

/** Operations on rows by their name in the protocol. */
export const ROW_ACTIONS = { insertRow, updateRow, deleteRows, moveRow, moveRows };
