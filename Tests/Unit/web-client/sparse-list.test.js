/** Lists of which only parts are held: small cases, and random sets against the whole list. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  applyActions, applyChangeSet, bandOf, CountError, countsOf, findRow, forgettingFar,
  forgettingRanges, heldRanges, rangeDigests, revived, sparseList, wanted, wholeIfHeld, withRuns,
} from '../../../web-client/package/list-model.js';
import { listOf } from './lists.js';

/** The part of a whole list that `runs`, `[[section, row, count]]`, name. */
function partOf(whole, runs) {
  const sections = whole.sections.map(({ rows, ...section }) => {
    const count = (band) => rows.filter((row) => bandOf(row) === band).length;
    return { ...section, rows: rows.length, top: count(0), bottom: count(2) };
  });
  return sparseList({ ...whole, sections, runs: cutOut(whole, runs) });
}

const cutOut = (whole, runs) => runs.map(([s, r, count]) => (
  { at: [s, r], rows: whole.sections[s].rows.slice(r, r + count) }));

/** `one:..cd*..`: rows held by their ids, dots for gaps, a star after a hole. */
const picture = (list) => list.sections.map(({ id, rows }) => `${id}:${
  Array.from({ length: rows.length }, (_, index) => {
    const row = rows.at(index);
    return row ? `${row.id}${row.absent ? '*' : ''}` : '.';
  }).join('')}`).join(' ');

const LETTERS = listOf({ one: 'a b c d e f g h', two: 'i j k' });
const part = () => partOf(LETTERS, [[0, 2, 2], [0, 6, 1], [1, 0, 3]]);

const insertX = (s, r) => ({ insertedRows: [{ row: 'x', at: [s, r], fields: {} }] });
const move = (row, from, to) => ({ movedRows: [{ row, from, to }] });

for (const [what, set, expected] of [
  ['an insertion in a gap', insertX(0, 1), 'one:...cd..g. two:ijk'],
  ['one before a run', insertX(0, 2), 'one:..xcd..g. two:ijk'],
  ['one behind a run', insertX(0, 4), 'one:..cdx..g. two:ijk'],
  ['one at an end that is not held', insertX(0, 8), 'one:..cd..g.. two:ijk'],
  ['a move out of a gap into a run', move('a', [0, 0], [1, 1]), 'one:.cd..g. two:ia*jk'],
  ['a move out of a run into a gap', move('c', [0, 2], [0, 0]), 'one:...d..g. two:ijk'],
  ['a move between runs', move('c', [0, 2], [1, 3]), 'one:..d..g. two:ijkc'],
  ['a gap that goes', { deletedRows: [{ row: 'e', at: [0, 4] }, { row: 'f', at: [0, 5] }] },
    'one:..cdg. two:ijk'],
  ['an update in a gap', { updatedRows: [{ row: 'a', at: [0, 0], fields: { title: 'A' } }] },
    'one:..cd..g. two:ijk'],
  ['a new section', { insertedSections: [{ section: 'new', at: 0 }], ...insertX(0, 0) },
    'new:x one:..cd..g. two:ijk'],
]) {
  test(`${what} gives ${expected}`, () => {
    assert.equal(picture(applyChangeSet(part(), set)), expected);
  });
}

for (const [what, set, counts] of [
  ['a row of a run that stands elsewhere', { deletedRows: [{ row: 'd', at: [0, 2] }] }],
  ['a held row that is said to be in a gap', { deletedRows: [{ row: 'c', at: [0, 0] }] }],
  ['a path beyond the end', { deletedRows: [{ row: 'z', at: [0, 8] }] }],
  ['an insertion beyond the end', insertX(0, 10)],
  ['a row that leaves twice', { ...move('a', [0, 0], [1, 0]), deletedRows: [{ row: 'a', at: [0, 0] }] }],
  ['a broken count rule', insertX(0, 0), [8, 3]],
]) {
  test(`a set with ${what} does not fit`, () => {
    assert.throws(() => applyChangeSet(part(), set, counts), CountError);
  });
}

test('what is not held is asked for, gaps first, then holes', () => {
  const all = [{ section: 0, start: 0, end: 9 }, { section: 1, start: 0, end: 9 }];
  const list = applyChangeSet(part(), move('a', [0, 0], [1, 1]));
  assert.deepEqual(wanted(list, all, 3),
    { ranges: [{ at: [0, 0], rows: 1 }, { at: [0, 3], rows: 2 }] });
  const full = withRuns(list, [{ at: [0, 0], rows: [{ id: 'b', fields: {} }] },
    { at: [0, 3], rows: ['e', 'f'].map((id) => ({ id, fields: {} })) },
    { at: [0, 6], rows: [{ id: 'h', fields: {} }] }]);
  assert.deepEqual(wanted(full, all, 3), { ids: ['a'] });
  assert.equal(wholeIfHeld(full), full);
  const whole = wholeIfHeld(withRuns(full, [{ at: [1, 1], rows: [{ id: 'a', fields: {} }] }]));
  assert.equal(wanted(full, [all[0]], 3), null);
  assert.ok(Array.isArray(whole.sections[0].rows) && !whole.partial);
});

test('answers take the place of what was held under their ids; missing rows become gaps', () => {
  const list = withRuns(part(), [{ at: [0, 0], rows: [{ id: 'd', fields: {} }] }], ['j']);
  assert.equal(picture(list), 'one:d.c...g. two:i.k');
  const both = withRuns(part(), [{ at: [1, 1], rows: [{ id: 'j', fields: {} }] }], ['j']);
  assert.equal(picture(both), 'one:..cd..g. two:i.k');
});

test('what is far from the view is forgotten, and what differs', () => {
  const near = [{ section: 1, start: 1, end: 2 }];
  assert.equal(picture(forgettingFar(part(), near, 0, 5)), 'one:........ two:.j.');
  const few = part();
  assert.equal(forgettingFar(few, near, 0, 6), few);
  const ranges = heldRanges(few);
  assert.deepEqual(ranges.map(({ at, rows }) => [...at, rows]), [[0, 2, 2], [0, 6, 1], [1, 0, 3]]);
  assert.equal(picture(forgettingRanges(few, [ranges[0]])), 'one:......g. two:ijk');
  const [first] = rangeDigests(few, ranges);
  assert.deepEqual(rangeDigests(part(), ranges)[0], first);
  assert.equal(rangeDigests(forgettingRanges(few, [ranges[0]]), ranges)[0], null);
});

test('a part that was stored is as it was', () => {
  const list = revived(structuredClone(part()));
  assert.equal(picture(applyChangeSet(list, insertX(0, 3))), 'one:..cxd..g. two:ijk');
  const whole = listOf({ one: 'a' });
  assert.equal(revived(whole), whole);
});

test('own edits apply to what is held, and are shown within a gap too', () => {
  const insert = (to) => [{ op: 'insertRow', row: 'x', fields: {}, to }];
  const after = (actions) => picture(applyActions(part(), actions).list);
  assert.equal(after(insert({ section: 'one', index: 1 })), 'one:.x.cd..g. two:ijk');
  assert.equal(after(insert({ section: 'one' })), 'one:..cd..g.x two:ijk');
  assert.equal(after([{ op: 'moveRow', row: 'j', to: { section: 'one', index: 8 } }]),
    'one:..cd..g.j two:ik');
  assert.equal(after([{ op: 'moveRows', rows: ['c', 'g'], to: { after: 'i' } }]),
    'one:..d... two:icgjk');
  assert.equal(after([{ op: 'deleteRows', rows: ['d', 'a'] }]), 'one:..c..g. two:ijk');
  assert.equal(applyActions(part(), [{ op: 'moveRow', row: 'a', to: { after: 'i' } }]).rejected.code,
    'unknownRow');
});

/** A generator of whole numbers below `below`, the same for the same seed (xorshift32). */
function random(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A random change set of a whole list. */
function randomSet(list, pick, newID) {
  const flat = list.sections.flatMap(({ rows }, s) => rows.map((row, r) => ({ row, at: [s, r] })));
  const some = (most) => Array.from({ length: flat.length && pick(most + 1) },
    () => flat[pick(flat.length)]).filter((one, at, all) => all.indexOf(one) === at);
  const deleted = some(pick(8) === 0 ? 30 : 2);
  const moved = some(2).filter((one) => !deleted.includes(one));
  const updates = some(2).filter((one) => !deleted.includes(one))
    .map(({ row, at }) => ({ row: row.id, at, fields: { title: newID() } }));
  const going = new Set([...deleted, ...moved].map(({ row }) => row.id));
  const after = list.sections.map(({ id, rows }) => (
    { id, rows: rows.filter((row) => !going.has(row.id)) }));
  const set = arrangeSections(after, list, pick, newID, deleted);
  const arrive = (row) => {
    const { id, pinned } = row;
    const own = list.sections.find(({ rows }) => rows.includes(row))?.id;
    const to = pinned ? after.find((one) => one.id === own) : after[pick(after.length)];
    if (!to) return false;
    to.rows.splice(pick(to.rows.length + 1), 0, { id, pinned });
    return true;
  };
  const arrived = moved.filter(({ row }) => arrive(row));
  deleted.push(...moved.filter((one) => !arrived.includes(one)));
  const inserted = Array.from({ length: pick(3) }, () => (
    { id: newID(), pinned: [undefined, undefined, undefined, 'top', 'bottom'][pick(5)] }));
  for (const row of inserted) arrive({ ...row, pinned: undefined });
  const pins = new Map(inserted.map(({ id, pinned }) => [id, pinned]));
  for (const section of after) {
    section.rows = section.rows.map((row) => ({ ...row, pinned: pins.get(row.id) ?? row.pinned }));
    section.rows.sort((a, b) => bandOf(a) - bandOf(b));
  }
  const paths = new Map(after.flatMap(({ rows }, s) => rows.map((row, r) => [row.id, [s, r]])));
  const staysIn = ({ at }) => !set.deletedSections.some((one) => one.at === at[0]);
  return {
    counts: after.map(({ rows }) => rows.length),
    set: {
      ...set,
      deletedRows: deleted.filter(staysIn).map(({ row, at }) => ({ row: row.id, at })),
      movedRows: arrived.map(({ row, at }) => ({ row: row.id, from: at, to: paths.get(row.id) })),
      updatedRows: updates.filter((one) => paths.has(one.row)),
      insertedRows: inserted.map(({ id, pinned }) => (
        { row: id, at: paths.get(id), fields: { title: id }, ...(pinned && { pinned }) })),
    },
  };
}

/** Now and then deletes, inserts or moves a section of `after`, the list that a set makes. */
function arrangeSections(after, list, pick, newID) {
  const set = { deletedSections: [], insertedSections: [], movedSections: [] };
  const kind = pick(40);
  const from = pick(after.length);
  const { id } = after[from];
  if (kind === 0 && after.length > 2) {
    after.splice(from, 1);
    set.deletedSections.push({ section: id, at: from });
  } else if (kind === 1) {
    const section = newID();
    after.splice(from, 0, { id: section, rows: [] });
    set.insertedSections.push({ section, at: from });
  } else if (kind === 2) {
    const to = pick(after.length);
    after.splice(to, 0, ...after.splice(from, 1));
    set.movedSections.push({ section: id, from, to });
  }
  return set;
}

/** Holds what a part has against the whole list; `fromGaps` are the rows that may be holes. */
function compare(whole, sparse, fromGaps) {
  assert.deepEqual(countsOf(sparse), countsOf(whole));
  sparse.sections.forEach(({ id, rows }, s) => {
    const section = whole.sections[s];
    assert.equal(id, section.id);
    for (const [index, row] of rows.entries()) {
      const other = section.rows[index];
      assert.equal(row.id, other.id);
      assert.equal(row.pinned, other.pinned);
      if (row.absent) assert.ok(fromGaps.has(row.id), `${row.id} is a hole`);
      else assert.equal(row.fields.title, other.fields.title);
      assert.equal(rows.bandAt(index), bandOf(other));
    }
    assert.equal(rows.top, section.rows.filter((row) => bandOf(row) === 0).length);
    assert.equal(rows.bottom, section.rows.filter((row) => bandOf(row) === 2).length);
    const separate = rows.runs.every(({ at, rows: run }, r, runs) => (
      run.length > 0 && (r === 0 || runs[r - 1].at + runs[r - 1].rows.length < at)));
    assert.ok(separate, 'runs touch, or are empty');
  });
}

for (let seed = 1; seed <= 20; seed += 1) {
  test(`5,000 random sets leave a part as the whole list has it, seed ${seed}`, () => {
    const pick = random(seed * 7919);
    let ids = 0;
    const newID = () => `n${ids += 1}`;
    const rows = (count) => Array.from({ length: count }, () => {
      const id = newID();
      return { id, fields: { title: id } };
    });
    let whole = listOf({ one: rows(60), two: rows(20), three: [] });
    let sparse = partOf(whole, [[0, 10, 12], [0, 40, 5], [1, 0, 4]]);
    const fromGaps = new Set();
    const take = (runs) => { sparse = withRuns(sparse, cutOut(whole, runs)); };
    for (let edit = 0; edit < 5000; edit += 1) {
      const { set, counts } = randomSet(whole, pick, newID);
      for (const { row } of set.movedRows) if (!findRow(sparse, row)) fromGaps.add(row);
      whole = applyChangeSet(whole, set, counts);
      sparse = applyChangeSet(sparse, set, counts);
      compare(whole, sparse, fromGaps);
      const s = pick(whole.sections.length);
      const { length } = whole.sections[s].rows;
      if (edit % 7 === 0 && length > 0) take([[s, pick(length), 1 + pick(6)]]);
      if (edit % 11 === 0) {
        const at = pick(length + 1);
        sparse = forgettingFar(sparse, [{ section: s, start: at, end: at + 20 }], 5, 40);
      }
    }
  });
}

test('100,000 rows of which few are held cost memory and time only for these', () => {
  const sections = [{ id: 's', title: '', rules: {}, rows: 100_000, top: 0, bottom: 0 }];
  const run = { at: [0, 50_000], rows: listOf({ s: 'a b c' }).sections[0].rows };
  const list = sparseList({ title: '', rules: {}, sections, runs: [run] });
  const after = applyChangeSet(list, insertX(0, 99_999));
  assert.equal(JSON.stringify(after).length < 1000, true);
  assert.deepEqual(findRow(after, 'b').path, [0, 50_001]);
  assert.equal(after.sections[0].rows.at(50_002).id, 'c');
});
