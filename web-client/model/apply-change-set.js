/** Applying a change set, with every path verified and the count rule checked. */

/** A change set does not fit the list that it was to be applied to; nothing was applied. */
export class CountError extends Error {}

function check(condition, message) {
  if (!condition) throw new CountError(message);
}

function withFields(fields, changes) {
  const next = { ...fields };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete next[name];
    else next[name] = value;
  }
  return next;
}

const ROW_RULES = ['editable', 'deletable', 'movable', 'pinned'];

/** The row with `change`'s fields and rules set; `null` takes one off. */
export function updatedRow(row, change) {
  const next = { ...row };
  if (change.fields) next.fields = withFields(row.fields, change.fields);
  for (const rule of ROW_RULES) {
    if (change[rule] === null) delete next[rule];
    else if (change[rule] !== undefined) next[rule] = change[rule];
  }
  return next;
}

/** A row made of an insertion entry or an `insertRow` action. */
export function newRow(id, entry) {
  return updatedRow({ id, fields: {} }, entry);
}

function rowAt(list, { row, at }) {
  const found = list.sections[at[0]]?.rows[at[1]];
  check(found?.id === row, `row ${row} is not at [${at}]`);
  return found;
}

function sectionAt(list, id, at) {
  const found = list.sections[at];
  check(found?.id === id, `section ${id} is not at ${at}`);
  return found;
}

/** Lays `placed` (`[index, item]`) at their final indices, `kept` in order between them. */
function weave(kept, placed, describe) {
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

function updatedSection(section, { title, rules }) {
  return { ...section, title: title ?? section.title, rules: rules ?? section.rules };
}

/** Sections after the set, each still with its rows from before: `[{section, from}]`. */
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
    section: { id: entry.section, title: entry.title ?? '', rules: entry.rules ?? {}, rows: [] },
    from: -1,
  }]);
  for (const { section, from, to } of set.movedSections ?? []) {
    sectionAt(list, section, from);
    taken.add(from);
    placed.push([to, current[from]]);
  }
  return weave(current.filter(({ from }) => !taken.has(from)), placed, () => 'sections');
}

/** Rows by where they leave, and by where they arrive: maps of section index to entries. */
function collectRows(list, set) {
  const tally = () => ({ deleted: new Set(), out: new Set(), inserted: [], into: [] });
  const leaving = new Map();
  const arriving = new Map();
  const at = (map, key) => map.get(key) ?? map.set(key, tally()).get(key);
  const updates = new Map();
  for (const entry of set.updatedRows ?? []) {
    updates.set(entry.row, updatedRow(rowAt(list, entry), entry));
  }
  for (const entry of set.deletedRows ?? []) {
    rowAt(list, entry);
    at(leaving, entry.at[0]).deleted.add(entry.at[1]);
  }
  for (const { row, from, to } of set.movedRows ?? []) {
    const found = rowAt(list, { row, at: from });
    at(leaving, from[0]).out.add(from[1]);
    at(arriving, to[0]).into.push([to[1], updates.get(row) ?? found]);
  }
  for (const entry of set.insertedRows ?? []) {
    at(arriving, entry.at[0]).inserted.push([entry.at[1], newRow(entry.row, entry)]);
  }
  return { leaving, arriving, updates, none: tally() };
}

function rowsAfter(list, { section, from }, to, rows, updatedIn) {
  const gone = rows.leaving.get(from) ?? rows.none;
  const come = rows.arriving.get(to) ?? rows.none;
  const before = from < 0 ? [] : list.sections[from].rows;
  let kept = before;
  if (gone.deleted.size + gone.out.size > 0) {
    kept = before.filter((_, index) => !gone.deleted.has(index) && !gone.out.has(index));
  }
  if (updatedIn.has(from)) kept = kept.map((row) => rows.updates.get(row.id) ?? row);
  const numbers = (after) => `section ${section.id}: ${before.length} before − ${gone.deleted.size}`
    + ` deleted + ${come.inserted.length} inserted + ${come.into.length} moved in`
    + ` − ${gone.out.size} moved out = ${after} after`;
  const after = before.length - gone.deleted.size - gone.out.size
    + come.inserted.length + come.into.length;
  const woven = weave(kept, [...come.inserted, ...come.into], () => numbers(after));
  check(woven.length === after, numbers(woven.length));
  return { rows: woven, numbers };
}

/**
 * The list after `set`. `counts`, where given, are the numbers of rows that each section must have
 * then. Throws `CountError` and applies nothing where a path or a count does not fit.
 * O(rows of the sections that changed).
 */
export function applyChangeSet(list, set, counts) {
  const arranged = arrangeSections(list, set);
  const rows = collectRows(list, set);
  for (const at of rows.arriving.keys()) check(arranged[at], `no section at ${at}`);
  const updatedIn = new Set((set.updatedRows ?? []).map((entry) => entry.at[0]));
  check(!counts || counts.length === arranged.length,
    `sections: ${arranged.length} after, ${counts?.length} announced`);
  const sections = arranged.map((entry, to) => {
    const after = rowsAfter(list, entry, to, rows, updatedIn);
    check(!counts || counts[to] === after.rows.length, after.numbers(counts?.[to]));
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
