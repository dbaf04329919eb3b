/**
 * Applying a change set of the server: every index path is verified, and the number of rows of
 * every section after it, as a batch update of a table view verifies them.
 *
 * Deletions, updates and `from` count in the list before the set, insertions and `to` in the list
 * after it. First the sections are arranged, then the rows of each section that changed.
 */

import { stamped } from './authors.js';
import { findRow } from './list-state.js';
import { isSparse } from './row-sequences.js';
import { bandOf } from './row-values.js';
import { SparseRows } from './sparse-rows.js';
import { put } from './records.js';

/** A change set that does not fit the list; nothing was applied. */
export class CountError extends Error {}

/**
 * The list after `set`. `counts`, if given, are the numbers of rows that each section must have
 * then. Rows keep their stamps (`by`, `added`); with `{stamp}` they are brought up to date with it,
 * `undefined` meaning that it is not known whose the changes are. Of a list of which only parts are held, a row that comes out of a gap is a hole, and one
 * that arrives within a gap is not held. Throws `CountError` where a path or a count does not fit.
 * O(rows of the sections that changed), of sparse ones O(runs and rows of these).
 */
export function applyChangeSet(list, set, counts, signing = null) {
  const arranged = arrangeSections(list, set);
  const rows = collectRows(list, set, signing);
  for (const at of rows.arriving.keys()) check(arranged[at], `no section at ${at}`);
  const updatedIn = new Set((set.updatedRows ?? []).map((entry) => entry.at[0]));
  check(!counts || counts.length === arranged.length,
    `sections: ${arranged.length} after, ${counts?.length} announced`);
  const sections = arranged.map((entry, to) => {
    const after = rowsAfter(list, entry, to, rows, updatedIn);
    check(!counts || counts[to] === after.rows.length, after.equation(counts?.[to]));
    const before = entry.from < 0 ? null : list.sections[entry.from].rows;
    return after.rows === before ? entry.section : { ...entry.section, rows: after.rows };
  });
  return {
    ...list,
    title: set.updatedList?.title ?? list.title,
    rules: set.updatedList?.rules ?? list.rules,
    sections,
  };
}

/** The sections after the set, each with its rows from before, and its old index (-1: inserted). */
function arrangeSections(list, set) {
  const taken = new Set();
  const updates = new Map();
  for (const { section, at } of set.deletedSections ?? []) {
    sectionAt(list, section, at);
    taken.add(at);
  }
  for (const entry of set.updatedSections ?? []) {
    sectionAt(list, entry.section, entry.at);
    updates.set(entry.at, entry);
  }
  const current = list.sections.map((section, from) => (
    { section: updates.has(from) ? updatedSection(section, updates.get(from)) : section, from }));
  const placed = (set.insertedSections ?? []).map((entry) => [entry.at, {
    section: {
      id: entry.section, title: entry.title ?? '', rules: entry.rules ?? {}, rows: noRows(list),
    },
    from: -1,
  }]);
  for (const { section, from, to } of set.movedSections ?? []) {
    sectionAt(list, section, from);
    taken.add(from);
    placed.push([to, current[from]]);
  }
  return merged(current.filter(({ from }) => !taken.has(from)), placed, () => 'sections');
}

/**
 * The changes of rows by section index: `leaving` by the index before the set, `arriving` by the
 * index after it, and the rows that are updated, by id.
 */
function collectRows(list, set, signing) {
  const entries = () => ({ deleted: new Set(), out: new Set(), inserted: [], into: [] });
  const leaving = new Map();
  const arriving = new Map();
  const at = (map, key) => map.get(key) ?? map.set(key, entries()).get(key);
  const updates = new Map();
  const moved = new Set((set.movedRows ?? []).map(({ row }) => row));
  const rebanded = [];
  for (const entry of set.updatedRows ?? []) {
    const after = signed(updatedRow(rowAt(list, entry), entry), entry, signing);
    check(!updates.has(entry.row), `row ${entry.row} is updated twice`);
    updates.set(entry.row, after);
    if (entry.pinned !== undefined && !moved.has(entry.row)) rebanded.push([entry.at, after]);
  }
  for (const entry of set.deletedRows ?? []) {
    rowAt(list, entry);
    const { deleted } = at(leaving, entry.at[0]);
    check(!deleted.has(entry.at[1]), `row ${entry.row} is deleted twice`);
    deleted.add(entry.at[1]);
  }
  for (const { row, from, to } of set.movedRows ?? []) {
    const found = rowAt(list, { row, at: from });
    const { deleted, out } = at(leaving, from[0]);
    check(!deleted.has(from[1]) && !out.has(from[1]), `row ${row} leaves twice`);
    out.add(from[1]);
    at(arriving, to[0]).into.push([to[1], updates.get(row) ?? found]);
  }
  for (const entry of set.insertedRows ?? []) {
    const row = signed(newRow(entry.row, entry), entry, signing, true);
    at(arriving, entry.at[0]).inserted.push([entry.at[1], row]);
  }
  return { leaving, arriving, updates, rebanded, none: entries() };
}

/** The row that an entry of the set changes or inserts, with the stamp of the set. */
function signed(row, { fields }, signing, isNew = false) {
  if (!signing || row.absent || !(fields || isNew)) return row;
  const { stamp: by } = signing;
  return stamped(row, { by, added: isNew ? by : row.added });
}

/** The rows of one section after the set, and the equation of their number for an error. */
function rowsAfter(list, { section, from }, to, rows, updatedIn) {
  const left = rows.leaving.get(from) ?? rows.none;
  const arrived = rows.arriving.get(to) ?? rows.none;
  const before = from < 0 ? section.rows : list.sections[from].rows;
  const isPart = isSparse(before);
  let kept = before;
  if (!isPart && left.deleted.size + left.out.size > 0) {
    kept = before.filter((_, index) => !left.deleted.has(index) && !left.out.has(index));
  }
  if (updatedIn.has(from)) kept = withUpdates(kept, from, rows);
  const equation = (after) => `section ${section.id}: ${before.length} before`
    + ` − ${left.deleted.size} deleted + ${arrived.inserted.length} inserted`
    + ` + ${arrived.into.length} moved in`
    + ` − ${left.out.size} moved out = ${after} after`;
  const after = before.length - left.deleted.size - left.out.size
    + arrived.inserted.length + arrived.into.length;
  const result = isPart ? changedPart(kept, left, arrived)
    : merged(kept, [...arrived.inserted, ...arrived.into], () => equation(after));
  check(result !== null, equation(after));
  check(result.length === after, equation(result.length));
  return { rows: result, equation };
}

/** The rows of a section with the updates of the set, at their places before it. */
function withUpdates(rows, at, { updates, rebanded }) {
  const change = (row) => updates.get(row.id) ?? row;
  if (!isSparse(rows)) return rows.map(change);
  return rebanded.filter(([path]) => path[0] === at)
    .reduce((all, [path, row]) => all.rebanded(path[1], bandOf(row)), rows.mapped(change));
}

/** Sparse rows after what left and what arrived; `null` where an index does not fit. */
function changedPart(rows, left, arrived) {
  const ascending = (a, b) => a - b;
  const leaving = [...left.deleted, ...left.out].sort(ascending);
  const arriving = [...arrived.inserted, ...arrived.into].sort((a, b) => ascending(a[0], b[0]));
  return leaving.length + arriving.length === 0 ? rows : rows.changed(leaving, arriving);
}

/** The rows of a new section of `list`. */
export const noRows = (list) => (list.partial ? new SparseRows(0) : []);

/**
 * `placed` (`[index, item]`) at their indices in the result, and `kept` in order between them.
 * Throws where an index is taken twice or beyond the end; `describe` gives the subject of the
 * message.
 */
function merged(kept, placed, describe) {
  if (placed.length === 0) return kept;
  const slots = [...placed].sort((a, b) => a[0] - b[0]);
  const total = kept.length + slots.length;
  const result = [];
  let from = 0;
  let last = -1;
  for (const [index, item] of slots) {
    check(index > last && index < total, `${describe()}: no place ${index}`);
    const until = from + (index - result.length);
    check(until <= kept.length, `${describe()}: no place ${index}`);
    for (; from < until; from += 1) result.push(kept[from]);
    result.push(item);
    last = index;
  }
  for (; from < kept.length; from += 1) result.push(kept[from]);
  return result;
}

/** The row at an index path; throws unless its id is `row`. */
function rowAt(list, { row, at }) {
  const { rows } = list.sections[at[0]] ?? {};
  const found = rows && isSparse(rows) ? rows.named(at[1], row) : rows?.[at[1]];
  check(!found?.absent || rows.at(at[1]) || !findRow(list, row),
    `row ${row} is not in the gap at [${at}]`);
  check(found?.id === row, `row ${row} is not at [${at}]`);
  return found;
}

/** The section at an index; throws unless its id is `id`. */
function sectionAt(list, id, at) {
  const found = list.sections[at];
  check(found?.id === id, `section ${id} is not at ${at}`);
  return found;
}

/** Throws a `CountError` unless `condition` holds. */
function check(condition, message) {
  if (!condition) throw new CountError(message);
}

function updatedSection(section, { title, rules }) {
  return { ...section, title: title ?? section.title, rules: rules ?? section.rules };
}

/** The row of an insertion entry or of an `insertRow` action. */
export function newRow(id, entry) {
  return updatedRow({ id, fields: {} }, entry);
}

const ROW_RULES = ['editable', 'deletable', 'movable', 'pinned'];

/** The row with the fields and rules of `change`; `null` removes one. Those of a hole stay unknown. */
export function updatedRow(row, change) {
  const next = { ...row };
  if (row.absent) {
    if (change.pinned === null) delete next.pinned;
    else if (change.pinned !== undefined) next.pinned = change.pinned;
    return next;
  }
  if (change.fields) next.fields = withFields(row.fields, change.fields);
  for (const rule of ROW_RULES) {
    if (change[rule] === null) delete next[rule];
    else if (change[rule] !== undefined) next[rule] = change[rule];
  }
  return next;
}

function withFields(fields, changes) {
  const next = { ...fields };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete next[name];
    else put(next, name, value);
  }
  return next;
}
