/** The actions of each edit that a user can make on a list page. Pure. */

import {
  findRow, findSection, isSameSequence, mayDelete, mayDeleteSection, mayUpdate, spliced, without,
} from '../package/list-model.js';
import { own } from '../package/model/records.js';
import { valueOf } from '../texts/field-values.js';

/**
 * The `to` for a place among the rows that stay. While edits of this client are unanswered
 * (`byNeighbour`) it names a neighbour: an index would count in a list that the server does not
 * have. Where neither neighbour is held it is an index all the same.
 */
function targetOf(rest, { section, index }, byNeighbour) {
  if (!byNeighbour) return { section, index };
  const above = index > 0 ? rest.at(index - 1) : undefined;
  if (above) return { after: above.id };
  const below = index < rest.length ? rest.at(index) : undefined;
  if (below) return { before: below.id };
  return index === rest.length ? { section } : { section, index };
}

/**
 * Those of the rows `ids` that `list` does not hold, because only parts of it are held. O(rows held).
 */
export function notHeld(list, ids) {
  if (!list.partial) return [];
  const held = new Set(list.sections.flatMap(({ rows }) => rows.map(({ id }) => id)));
  return [...ids].filter((id) => !held.has(id));
}

/** Moves rows to one place; no actions where the order stays the same. */
export function moveRows(list, ids, place, byNeighbour) {
  const moving = new Set(ids);
  const held = list.sections.flatMap(({ rows }) => rows.filter((row) => moving.has(row.id)));
  const isPart = notHeld(list, moving).length > 0;
  const order = isPart ? [...moving] : held.map((row) => row.id);
  const { rows } = list.sections[findSection(list, place.section)];
  const rest = without(rows, moving);
  if (!isPart && isSameSequence(spliced(rest, place.index, 0, ...held), rows)) return [];
  // An index would count rows that are not known to move.
  const to = targetOf(rest, place, byNeighbour || isPart);
  return [order.length === 1
    ? { op: 'moveRow', row: order[0], to } : { op: 'moveRows', rows: order, to }];
}

/**
 * Sets texts of a row, by field; an empty one removes its field. The server refuses with `conflict`
 * if another client changed the row after `revision`. No actions for no texts. `kinds` are those of
 * fields that are no text.
 */
export function setTexts(row, texts, revision, kinds = {}) {
  const fields = Object.fromEntries(Object.entries(texts).map(
    ([name, text]) => [name, text === '' ? null : valueOf(text, own(kinds, name))]));
  if (Object.keys(fields).length === 0) return [];
  return [{ op: 'updateRow', row, fields, ifRevision: revision }];
}

/** Ticks a row off, or unticks it. */
export function toggleDone(row) {
  return [{ op: 'updateRow', row: row.id, fields: { done: row.fields.done !== true } }];
}

/** Deletes those of the rows that the rules allow to delete, as far as these are known. */
export function deleteRows(list, ids) {
  const wanted = new Set(ids);
  const held = list.sections.flatMap((section) => section.rows
    .filter((row) => wanted.has(row.id) && mayDelete(list, section, row)).map((row) => row.id));
  const rows = [...held, ...notHeld(list, wanted)];
  return rows.length === 0 ? [] : [{ op: 'deleteRows', rows }];
}

/** Moves a section by one place; `step` is -1 for up and 1 for down. */
export function moveSection(list, section, step) {
  const at = findSection(list, section);
  const neighbour = list.sections[at + step];
  if (at < 0 || !neighbour) return [];
  return [{
    op: 'moveSection', section, to: { [step < 0 ? 'before' : 'after']: neighbour.id },
  }];
}

/** Moves a section to `index` among the others. */
export function placeSection(list, section, index) {
  const others = list.sections.filter(({ id }) => id !== section);
  if (others.length === 0 || findSection(list, section) === index) return [];
  const to = index > 0 ? { after: others[index - 1].id } : { before: others[0].id };
  return [{ op: 'moveSection', section, to }];
}

/** Deletes those of the sections that may be deleted, and of the rows elsewhere. */
export function deleteSelected(list, sections, rows) {
  const going = list.sections.filter((section) => sections.includes(section.id)
    && mayDeleteSection(list, section));
  const inside = new Set(going.flatMap((section) => section.rows.map(({ id }) => id)));
  const actions = deleteRows(list, rows.filter((id) => !inside.has(id)));
  if (going.length === 0) return actions;
  return [...actions, { op: 'deleteSections', sections: going.map(({ id }) => id) }];
}

export const addSection = (section, title) => [{ op: 'insertSection', section, title }];
export const renameSection = (section, title) => [{ op: 'updateSection', section, title }];
export const renameList = (title) => [{ op: 'updateList', title }];

/** Whether the texts of the row may be edited. */
export function mayRename(list, id) {
  const found = findRow(list, id);
  return found !== null && mayUpdate(list, found.section, found.row);
}
