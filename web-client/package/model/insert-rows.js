/** Inserting many rows at the end of a section, in time that does not grow with their product. */

import { newRow } from './apply-change-set.js';
import { bandOf, findSection, heldOf, rowCount } from './list-state.js';
import { bandRange, spliced } from './row-sequences.js';
import { mayInsert, reject } from './rules.js';

/** Rejects `coming` rows where the section has no room, or (if `growing`) the list has none. */
export function checkRoom(list, section, coming, growing) {
  const { maxRows } = section.rules ?? {};
  if (maxRows !== undefined && section.rows.length + coming > maxRows) {
    reject('sectionFull', `section ${section.id} holds at most ${maxRows} rows`);
  }
  const total = list.rules?.maxRows;
  if (growing && total !== undefined && rowCount(list) + coming > total) {
    reject('listFull', `the list holds at most ${total} rows`);
  }
}

/** The section at whose end an action inserts a row, or `undefined` for any other action. */
function appendsTo({ op, to }) {
  const { section, at, ...others } = to ?? {};
  const end = (at ?? 'end') === 'end' && Object.keys(others).length === 0;
  return op === 'insertRow' && end ? section : undefined;
}

/** How many of `actions` from the index `start` on insert rows at the end of one section. */
export function appendRun(actions, start) {
  const section = appendsTo(actions[start]);
  if (section === undefined) return 0;
  let end = start + 1;
  while (end < actions.length && appendsTo(actions[end]) === section) end += 1;
  return end - start;
}

/** The list after `actions` from `start` to `end`, a run of `appendRun`. O(rows + actions). */
export function appendRows(list, actions, start, end, context) {
  const name = actions[start].to.section;
  const at = findSection(list, name);
  const named = actions.slice(start, end).map(({ row }) => row);
  const taken = heldOf(list, new Set(named));
  const added = [[], [], []];
  for (let index = start; index < end; index += 1) {
    context.action = index;
    const id = actions[index].row ?? context.makeId();
    if (taken.has(id) || context.pastPlaces.has(id)) reject('duplicateID', `row ${id} is taken`);
    if (at < 0) reject('unknownSection', `section ${name} is not in the list`);
    const section = list.sections[at];
    if (!mayInsert(list, section)) reject('insertDisabled', `section ${name} takes no new rows`);
    checkRoom(list, section, index - start + 1, true);
    const row = newRow(id, actions[index]);
    taken.add(id);
    added[bandOf(row)].push(row);
  }
  const sections = list.sections.slice();
  sections[at] = { ...sections[at], rows: withBands(sections[at].rows, added) };
  return { ...list, sections };
}

/** `rows` with those of `added`, by band, at the end of each band. */
function withBands(rows, added) {
  return added.reduce((all, more, band) => (
    more.length === 0 ? all : spliced(all, bandRange(all, band)[1], 0, ...more)), rows);
}
