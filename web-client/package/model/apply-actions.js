/**
 * Applying the actions of an edit to the list as this client has it, as the server would.
 *
 * An action is found by its `op`; each takes the list, the action and the context of its edit, and
 * returns the next list, or the same one where nothing changes.
 */

import { newRow, noRows } from './apply-change-set.js';
import { clampIndex, GroupClamp } from './clamp.js';
import { appendRows, appendRun, checkRoom } from './insert-rows.js';
import { bandOf, findRow, findSection, heldOf } from './list-state.js';
import { bandRange, placesOf, rearranged, replacing, spliced, without } from './row-sequences.js';
import { mayDelete, mayInsert, reject, Rejection } from './rules.js';
import { rowTarget, sectionTarget } from './targets.js';
import { nextRow, updateRows, updateRun } from './update-rows.js';

/**
 * The list after `actions`, all or none: `{list, clamped}`, or `{list, clamped: [], rejected:
 * {code, action, message}}` with the list unchanged. `makeId` names an insertion that has no id;
 * without it such an action is rejected. Each action copies the rows of the sections that it changes, and finds
 * rows as `placeOf` does; so does each run of insertions at the end of a section or of updates.
 */
export function applyActions(list, actions, makeId = () => reject('badAction', 'no id given')) {
  // `pastPlaces` holds where the rows and sections were that this edit deleted.
  const context = { clamped: [], pastPlaces: new Map(), makeId, action: 0 };
  let next = list;
  try {
    for (let index = 0; index < actions.length;) {
      const [appends, updates] = [appendRun(actions, index), updateRun(actions, index)];
      const run = Math.max(appends, updates);
      context.action = index;
      if (appends > 1) next = appendRows(next, actions, index, index + run, context);
      else if (updates > 1) next = updateRows(next, actions, index, index + run, context);
      else {
        const { op } = actions[index];
        const apply = ACTIONS[op] ?? reject('badAction', `unknown op ${op}`);
        next = apply(next, actions[index], context);
      }
      index += Math.max(run, 1);
    }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { code, message } = error;
    return { list, clamped: [], rejected: { code, action: context.action, message } };
  }
  return { list: next, clamped: context.clamped };
}

/**
 * Whether `actions` may have been applied to the list before: applied again they change nothing, and what they insert
 * is there.
 */
export function isApplied(list, actions) {
  const held = heldOf(list, new Set(actions.map(({ row }) => row)));
  const left = actions.filter(({ op, row, section }) => !(op === 'insertRow' && held.has(row))
    && !(op === 'insertSection' && findSection(list, section) >= 0));
  const { list: after, rejected } = applyActions(list, left);
  return !rejected && after === list;
}

function insertRow(list, action, context) {
  const id = action.row ?? context.makeId();
  if (findRow(list, id) || context.pastPlaces.has(id)) reject('duplicateID', `row ${id} is taken`);
  const asked = rowTarget(list, action.to, new Set(), context.pastPlaces);
  const at = findSection(list, asked.section);
  const section = list.sections[at];
  if (!mayInsert(list, section)) {
    reject('insertDisabled', `section ${section.id} takes no new rows`);
  }
  checkRoom(list, section, 1, true);
  const row = newRow(id, action);
  const place = clampIndex(section.rows, bandOf(row), asked.index);
  report(context, { row: id }, { ...asked, to: action.to }, place, [at, place.index]);
  return withRows(list, at, spliced(section.rows, place.index, 0, row));
}

function updateRow(list, action, context) {
  const { path: [s, r], section, row } = knownRow(list, action.row);
  const next = nextRow(list, section, row, action);
  if (next === row) return list;
  if (bandOf(next) === bandOf(row)) {
    return withRows(list, s, replacing(section.rows, new Map([[r, next]])));
  }
  const rest = spliced(section.rows, r, 1);
  const [low, high] = bandRange(rest, bandOf(next));
  const nearest = Math.min(Math.max(r, low), high);
  return withRows(list, s, spliced(rest, nearest, 0, next));
}

function deleteRows(list, action, context) {
  const ids = new Set(action.rows);
  let next = list;
  list.sections.forEach((section, index) => {
    const going = placesOf(section.rows, ids).map((at) => section.rows.at(at));
    if (going.length === 0) return;
    const kept = going.find((row) => !mayDelete(list, section, row));
    if (kept) reject('deleteDisabled', `row ${kept.id} cannot be deleted`);
    rememberPlaces(context, section, going);
    next = withRows(next, index, without(section.rows, ids));
  });
  return next;
}

function moveRow(list, action, context) {
  const { row } = knownRow(list, action.row);
  return moveTogether(list, [row], action, context, { row: row.id });
}

function moveRows(list, action, context) {
  const ids = new Set(action.rows);
  const rows = list.sections.flatMap(({ rows: all }) => placesOf(all, ids).map((at) => all.at(at)));
  if (rows.length === 0) return list;
  return moveTogether(list, rows, action, context, { rows: rows.map((row) => row.id) });
}

/** Moves rows, given in list order, to one place; `subject` is how a clamp names them. */
function moveTogether(list, rows, action, context, subject) {
  const clamp = new GroupClamp(list, rows.map((row) => row.id));
  const { moving } = clamp;
  if (clamp.refused) reject('moveDisabled', clamp.refused.message);
  const asked = rowTarget(list, action.to, moving, context.pastPlaces);
  const place = clamp.place(asked);
  if (place.refused) reject('moveDisabled', place.message);
  const at = findSection(list, place.section);
  const coming = rows.length - clamp.leaving(at).length;
  if (coming > 0) checkRoom(list, list.sections[at], coming, false);
  report(context, subject, { ...asked, to: action.to }, place, [at, place.index]);
  if (clamp.standsAt(at, place.index)) return list;
  const sections = list.sections.map((section, index) => {
    const leaving = clamp.leaving(index);
    const arriving = index === at ? rows : [];
    return leaving.length + arriving.length === 0 ? section
      : { ...section, rows: rearranged(section.rows, leaving, place.index, arriving) };
  });
  return { ...list, sections };
}

function insertSection(list, action, context) {
  const id = action.section ?? context.makeId();
  if (findSection(list, id) >= 0 || context.pastPlaces.has(`#${id}`)) {
    reject('duplicateID', `section ${id} is taken`);
  }
  const section = { id, title: action.title, rules: action.rules ?? {}, rows: noRows(list) };
  return { ...list, sections: placeSection(list, section, list.sections, action, context) };
}

function updateSection(list, action) {
  const at = knownSection(list, action.section);
  const section = list.sections[at];
  const { title = section.title, rules = section.rules } = action;
  if (title === section.title && rules === section.rules) return list;
  const sections = list.sections.slice();
  sections[at] = { ...section, title, rules };
  return { ...list, sections };
}

function deleteSections(list, action, context) {
  const ids = new Set(action.sections);
  const going = list.sections.filter((section) => ids.has(section.id));
  if (going.length === 0) return list;
  const order = list.sections.map((section) => section.id);
  for (const section of going) {
    const kept = section.rows.find((row) => !mayDelete(list, section, row));
    if (kept) reject('deleteDisabled', `row ${kept.id} cannot be deleted`);
    rememberPlaces(context, section, section.rows);
    // Sections have a namespace of their own: `#` keeps their keys apart from those of rows.
    context.pastPlaces.set(`#${section.id}`, { order, at: order.indexOf(section.id) });
  }
  return { ...list, sections: list.sections.filter((section) => !ids.has(section.id)) };
}

function moveSection(list, action, context) {
  const at = knownSection(list, action.section);
  const section = list.sections[at];
  const others = list.sections.filter((other) => other !== section);
  const sections = placeSection(list, section, others, action, context);
  return sections[at] === section ? list : { ...list, sections };
}

function updateList(list, action) {
  const { title = list.title, rules = list.rules } = action;
  return title === list.title && rules === list.rules ? list : { ...list, title, rules };
}

/** The actions by their name in the protocol. */
const ACTIONS = {
  insertRow, updateRow, deleteRows, moveRow, moveRows,
  insertSection, updateSection, deleteSections, moveSection, updateList,
};

function knownRow(list, id) {
  return findRow(list, id) ?? reject('unknownRow', `row ${id} is not in the list`);
}

function knownSection(list, id) {
  const at = findSection(list, id);
  return at < 0 ? reject('unknownSection', `section ${id} is not in the list`) : at;
}

/** Reports a clamp, where the exact place was asked for or the scope moved it. */
function report(context, subject, asked, place, path) {
  if (!place.why || !(asked.exact || place.why === 'scope')) return;
  context.clamped.push({
    action: context.action, ...subject, ...(asked.to && { asked: asked.to }), to: path,
    why: place.why,
  });
}

/** Records where the rows `going` are, for later actions of the edit that name them. */
function rememberPlaces(context, section, going) {
  for (const { id } of going) context.pastPlaces.set(id, { id, section: section.id, rows: section.rows });
}

/** `others` with `section` at the place that the action names, clamped to the bounds. */
function placeSection(list, section, others, action, context) {
  const asked = sectionTarget(list, action.to, section.id, others, context.pastPlaces);
  const index = Math.min(Math.max(asked.index, 0), others.length);
  if (asked.exact && index !== asked.index) {
    context.clamped.push({
      action: context.action, section: section.id, asked: action.to, to: index, why: 'bounds',
    });
  }
  return [...others.slice(0, index), section, ...others.slice(index)];
}

/** The list with the rows of the section at `index` replaced. */
function withRows(list, index, rows) {
  const sections = list.sections.slice();
  sections[index] = { ...sections[index], rows };
  return { ...list, sections };
}
