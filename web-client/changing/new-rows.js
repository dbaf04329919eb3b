/** Adding rows: what new ones have, and where they go. Pure. */

import { bandOf, findRow, findSection, isChecklist, mayAdd } from '../package/list-model.js';

/**
 * The row of a section below which a new one comes to stand that is asked for below `row`: as near
 * as the pinned rows allow; `null` means the last place that the section allows.
 */
export function rowAbove({ rows }, row) {
  const found = rows.find(({ id }) => id === row);
  if (!found || bandOf(found) === 2) return null;
  return bandOf(found) === 1 ? row : rows.findLast((one) => bandOf(one) === 0).id;
}

/**
 * Inserts `items`, `[{id, title, done}]`, or with `fields` in place of the title, into a section:
 * below the row `after`, or at the last place that the section allows. They are ticked or not where
 * the list has checkboxes.
 */
export function addRows(list, section, items, after = null) {
  const holder = list.sections[findSection(list, section)];
  const checkboxes = isChecklist(list);
  let above = rowAbove(holder, after);
  // In a list without a kind a tick, kept with the others, would give every row a circle.
  const keepsTicks = list.rules?.kind !== undefined;
  return items.map(({ id, title, done = false, fields: { done: tick, ...fields } = { title } }) => {
    if (checkboxes) fields.done = done;
    else if (keepsTicks && tick !== undefined) fields.done = tick;
    const to = above === null ? { section } : { after: above };
    if (above !== null) above = id;
    return { op: 'insertRow', row: id, fields, to };
  });
}

/** The section of `row` where it takes new rows; otherwise `null`. */
export function sectionTaking(list, row) {
  const found = findRow(list, row);
  return found && mayAdd(list, found.section) ? found.section : null;
}

/**
 * The row below which a form for a new one stands that was below `row` in `before`: that row, or
 * the nearest one above it that is still in the section; `null` where there is none.
 */
export function anchorIn(list, before, section, row) {
  const now = list.sections[findSection(list, section)]?.rows ?? [];
  const stays = new Set(now.map(({ id }) => id));
  if (row === null || stays.has(row)) return row;
  const then = before.sections[findSection(before, section)]?.rows.map(({ id }) => id) ?? [];
  return then.slice(0, Math.max(0, then.indexOf(row))).findLast((id) => stays.has(id)) ?? null;
}

/** `actions` in as many edits as the limits of the server need: `[[action]]`. */
export function inEdits(actions, { actions: most = Infinity, frameBytes = Infinity }) {
  const edits = [];
  // What an edit has besides its actions fits into the rest of the frame.
  const room = frameBytes * 0.9;
  let bytes = 0;
  for (const action of actions) {
    const size = new TextEncoder().encode(JSON.stringify(action)).length + 1;
    if (edits.length === 0 || bytes + size > room || edits.at(-1).length >= most) {
      edits.push([]);
      bytes = 0;
    }
    edits.at(-1).push(action);
    bytes += size;
  }
  return edits;
}
