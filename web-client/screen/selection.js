/** Selecting many rows, and what is done with them. Pure. */

import { findRow, isChecklist, mayUpdate } from '../package/list-model.js';
import { translate } from '../texts/texts.js';
import { partsOf } from './edit-parts.js';
import { nameOf } from './row-texts.js';
import { moveRows, notHeld } from './user-edits.js';

/**
 * Selects, in `state`, the rows of `list` from the anchor to `row`, in place of the range that was
 * selected so before. The anchor is the row that was selected or left last. O(rows).
 */
export function selectRange(list, state, anchor, row) {
  const ids = list.sections.flatMap((section) => section.rows.map(({ id }) => id));
  const { range } = state;
  const from = range && ids.includes(range.anchor) ? range.anchor : anchor ?? row;
  for (const id of range?.ids ?? []) state.selected.delete(id);
  const [first, last] = [ids.indexOf(from), ids.indexOf(row)].sort((a, b) => a - b);
  const added = first < 0 ? [row]
    : ids.slice(first, last + 1).filter((id) => !state.selected.has(id));
  for (const id of added) state.selected.add(id);
  state.range = { anchor: from, ids: added };
}

/** Whether every row between two of `list` is held: `selectRange` can select them. */
export function holdsBetween(list, from, to) {
  if (!list.partial) return true;
  const ends = [from, to].map((id) => findRow(list, id)?.path);
  if (ends.includes(undefined)) return false;
  const [first, last] = ends.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return list.sections.slice(first[0], last[0] + 1).every(({ rows }, at) => {
    const start = at === 0 ? first[1] : 0;
    const end = at === last[0] - first[0] ? last[1] + 1 : rows.length;
    return rows.slice(start, end).length === end - start;
  });
}

/** Selects every row of `list`. O(rows). */
export const selectAll = (list, state) => selectRows(
  list.sections.flatMap(({ rows }) => rows.map(({ id }) => id)), state);

/** Selects rows by their ids. */
export function selectRows(ids, state) {
  for (const id of ids) state.selected.add(id);
  state.range = null;
}

/**
 * What ticking the selected rows does: `{done, rows}`, the rows that change and whether they become
 * done: all, where one of them is not. None where some are not held. O(rows).
 */
export function tickable(list, selected) {
  if (notHeld(list, selected).length > 0) return { done: false, rows: [] };
  if (!isChecklist(list)) return { done: false, rows: [] };
  const rows = list.sections.flatMap((section) => section.rows.filter(
    (row) => selected.has(row.id) && mayUpdate(list, section, row)));
  const open = rows.filter((row) => row.fields.done !== true);
  return open.length > 0 ? { done: true, rows: open } : { done: false, rows };
}

/** Whether ticking may change a selected row; one that is not held may be changed. */
export const mayTick = (list, selected) => isChecklist(list) && (notHeld(list, selected).length > 0
  || list.sections.some((section) => section.rows.some((row) => (
    selected.has(row.id) && mayUpdate(list, section, row)))));

/**
 * The edits that tick rows off, or untick them: what `tickable` returns, at most `actions` of the
 * server's limits in each.
 */
export function tickParts({ done, rows }, { actions = 1000 } = {}) {
  const parts = [];
  for (let at = 0; at < rows.length; at += actions) {
    parts.push(rows.slice(at, at + actions).map(({ id }) => (
      { op: 'updateRow', row: id, fields: { done } })));
  }
  return parts;
}

/** Whether the rows become done that `actions` tick off or untick; `undefined` where they do anything else. */
export function tickOf(actions) {
  const [done, ...others] = new Set(actions.map(({ op, fields = {} }) => (
    op === 'updateRow' && Object.keys(fields).length === 1 ? fields.done : undefined)));
  return others.length === 0 && typeof done === 'boolean' ? done : undefined;
}

/** What rows were ticked off or unticked, as a sentence; `row` is one of `count`. */
export const tickSentence = (done, count, row) => translate(
  done ? 'selecting.ticked' : 'selecting.unticked', { count, title: nameOf(row?.fields.title) });

/** What a row adds to a change set of moves beyond what it adds to one of deletions. */
const MOVE_SHARE = 0.6;

/**
 * The edits that move rows to one place, each a list of actions: several where the server's
 * `limits` do not take them in one.
 */
export function moveParts(list, ids, place, byNeighbour, { setBytes = 524_288, ...limits } = {}) {
  const parts = partsOf(ids, { ...limits, setBytes: setBytes * MOVE_SHARE });
  if (parts.length < 2) {
    const actions = moveRows(list, ids, place, byNeighbour);
    return actions.length > 0 ? [actions] : [];
  }
  // An index would count the rows of later parts, which still stand where they were.
  const [action] = moveRows(list, ids, place, true);
  if (!action) return [];
  return partsOf(action.rows, { ...limits, setBytes: setBytes * MOVE_SHARE })
    .map((rows, at, all) => [{
      op: 'moveRows', rows, to: at === 0 ? action.to : { after: all[at - 1].at(-1) },
    }]);
}
