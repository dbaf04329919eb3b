import assert from 'node:assert/strict';
import { test } from 'node:test';

import { conflictDraft, Drafts, textOf } from '../../../web-client/screen/drafts.js';
import {
  fieldsProblem, refusalSentence, textsOfEdit, titleProblem,
} from '../../../web-client/screen/refusals.js';
import {
  afterConflict, compareTexts, compareTitles, rowNote, rowTexts, withCurrentText,
} from '../../../web-client/screen/text-changes.js';
import { SteadyStorage } from '../../../web-client/storage/web-storage.js';
import '../../../web-client/texts/lazy.js';
import { stopSentence } from '../../../web-client/texts/stop-sentences.js';
import { MemoryStorage } from './fake-browser.js';
import { listOf, row } from './lists.js';

const COMPARED = [
  ['nothing typed, and changed by someone else', { title: 'a' }, { title: 'a' }, { title: 'z' }, {}, []],
  ['typed', { title: 'a' }, { title: ' b ' }, { title: 'a' }, { title: 'b' }, []],
  ['no title', { title: 'a' }, { title: ' ' }, { title: 'a' }, {}, []],
  ['no note', { detail: 'a' }, { detail: '' }, { detail: 'a' }, { detail: '' }, []],
  ['the same as someone else', { title: 'a' }, { title: 'b' }, { title: 'b' }, {}, []],
  ['spaces that stood there', { title: ' a ' }, { title: ' a ' }, { title: ' a ' }, {}, []],
  ['lines in a title', { title: 'x\r\ny' }, { title: 'x\ny' }, { title: 'x\r\ny' }, {}, []],
  ['the same lines', { detail: 'x\r\ny' }, { detail: 'x\ny' }, { detail: 'x\r\ny' }, {}, []],
  ['one line instead of two', { detail: 'x\ny' }, { detail: 'xy' }, { detail: 'x\ny' }, { detail: 'xy' }, []],
  ['another title than someone else', { title: 'a' }, { title: 'b' }, { title: 'z' }, {},
    [{ field: 'title', mine: 'b', theirs: 'z' }]],
  ['a title, and someone else the note', { title: 'a', detail: '' }, { title: 'b', detail: '' },
    { title: 'a', detail: 'n' }, { title: 'b' }, []],
];
for (const [what, opened, typed, now, texts, conflicts] of COMPARED) {
  test(`a form where the user typed ${what}`, () => {
    assert.deepEqual(compareTexts(opened, typed, now), { texts, conflicts });
  });
}

const list = (title, detail) => listOf({ one: [row('a', { fields: { title, ...(detail && { detail }) } })] });
const note = (tries = 0) => ({ ...rowNote('a', { title: 'mine' }, { title: 'a', detail: '' },
  row('a'), 'one'), tries });

test('after a conflict about another field the text is sent again', () => {
  const after = afterConflict(note(), list('a', 'theirs'), list('a', 'theirs'));
  assert.deepEqual([after.texts, after.conflicts], [{ title: 'mine' }, []]);
  assert.deepEqual([after.note.base, after.note.tries], [{ title: 'a', detail: 'theirs' }, 1]);
});

test('a true conflict is asked about, and sends nothing', () => {
  const after = afterConflict(note(), list('theirs'), list('theirs'));
  assert.deepEqual(after.texts, {});
  assert.deepEqual(after.conflicts,
    [{ target: 'row', row: 'a', field: 'title', mine: 'mine', theirs: 'theirs' }]);
});

test('a later edit of the same field decides, and an equal text needs nothing', () => {
  for (const [confirmed, shown] of [[list('theirs'), list('later')], [list('mine'), list('mine')]]) {
    const after = afterConflict(note(), confirmed, shown);
    assert.deepEqual([after.texts, after.conflicts], [{}, []]);
  }
});

test('conflicts without end are asked about, and a row that is gone has none', () => {
  assert.equal(afterConflict(note(5), list('a'), list('a')).conflicts.length, 1);
  assert.equal(afterConflict(note(), listOf({ one: 'b' }), listOf({ one: 'b' })), null);
});

const TITLES = [
  ['a', 'b', 'a', { send: true }], ['a', 'b', 'z', { theirs: 'z' }], ['a', 'a', 'z', {}],
  ['a', 'b', 'b', {}], ['a', null, 'a', {}], ['a', 'b', undefined, {}]];
for (const [opened, typed, now, result] of TITLES) {
  test(`the title ${opened}, typed ${typed}, now ${now}`, () => {
    assert.deepEqual(compareTitles(opened, typed, now), result);
  });
}

test('a question tells what stands there now, not what stood there when it was asked', () => {
  const conflict = { target: 'row', row: 'a', field: 'title', mine: 'mine', theirs: 'z' };
  assert.equal(withCurrentText(conflict, list('later')).theirs, 'later');
  assert.equal(withCurrentText(conflict, list('mine')).theirs, 'z');
  assert.equal(withCurrentText({ ...conflict, target: 'list' }, list('a')).theirs, 'Test');
});

/** A `Storage` in memory. */
test('drafts outlive the page, one of each form', () => {
  const storage = new MemoryStorage();
  const drafts = new Drafts(new SteadyStorage(() => storage), '', 'k1');
  for (const text of ['h', 'half']) drafts.put({ list: 'l', kind: 'new', id: 's', text });
  assert.deepEqual(new Drafts(new SteadyStorage(() => storage), '', 'k1').of('l').map(({ text }) => text), ['half']);
  drafts.drop('l', 'new', 's');
  assert.equal(storage.length, 0);
});

test('drafts of closed tabs are taken over, those of open tabs and other users are not', () => {
  const storage = new MemoryStorage();
  for (const [user, key] of [['', 'open'], ['', 'closed'], ['ana', 'other']]) {
    new Drafts(new SteadyStorage(() => storage), user, key).put({ list: 'l', kind: 'new', id: key, text: key });
  }
  const drafts = new Drafts(new SteadyStorage(() => storage), '', 'mine');
  drafts.adopt((key) => key === 'open');
  assert.deepEqual(drafts.of('l').map(({ text }) => text), ['closed']);
  assert.equal(storage.length, 3);
  assert.deepEqual(new Drafts(new SteadyStorage(() => storage), '', 'mine').of('l').length, 1);
});

test('of two forms that were open in closed tabs both texts are there', () => {
  const storage = new MemoryStorage();
  const open = (key) => new Drafts(new SteadyStorage(() => storage), '', key);
  for (const text of ['milk', 'bread']) {
    open(text).put({ list: 'l', kind: 'new', id: 's', text });
    open(text).put({ list: 'l', kind: 'row', id: 'a', opened: { title: 'a' }, texts: { title: 'same' } });
  }
  const drafts = open('mine');
  drafts.adopt(() => false, 'why');
  assert.deepEqual(drafts.of('l').map(({ kind, text, reason }) => [kind, text, reason]),
    [['new', 'milk', undefined], ['row', undefined, undefined], ['kept', 'bread', 'why']]);
  assert.deepEqual([open('mine').of('l').length, storage.length], [3, 1]);
});

test('storage that is full or holds something else does no harm', () => {
  const storage = new MemoryStorage();
  storage.setItem('lockstep.drafts./k', '{broken');
  storage.isFull = true;
  const drafts = new Drafts(new SteadyStorage(() => storage), '', 'k');
  drafts.keep('l', 'text', 'why');
  assert.equal(drafts.of('l').length, 1);
});

test('all that was typed for a list that is gone is kept, and nothing that was not', () => {
  const drafts = new Drafts(new SteadyStorage(() => new MemoryStorage()), '', 'k');
  const notified = [];
  drafts.on('change', (id) => notified.push(id));
  drafts.put({ list: 'l', kind: 'row', id: 'a', opened: { title: 'a', detail: 'n' },
    texts: { title: 'typed', detail: 'n' } });
  drafts.put({ list: 'l', kind: 'row', id: 'b', opened: { title: 'b' }, texts: { title: 'b' } });
  drafts.put(conflictDraft('l', { target: 'row', row: 'c', field: 'title', mine: 'mine', theirs: 'z' }));
  drafts.keepAll('l', 'gone');
  assert.deepEqual(drafts.ofGoneLists.map(({ text }) => text), ['typed', 'mine']);
  assert.ok(notified.length > 0);
  assert.equal(textOf({ kind: 'new', text: 'x' }), 'x');
});

test('refusals are sentences without names of the protocol', () => {
  for (const code of ['unknownRow', 'sectionFull', 'tooLarge', 'badAction', 'staleBase', 'somethingNew']) {
    assert.match(refusalSentence(code), /^[A-Z][^[\]_{}]*\.$/u);
  }
  assert.match(stopSentence('another session', 'replaced'), /another window/u);
  assert.match(stopSentence('an operator ended this session', 'ended'), /^An operator ended/u);
  assert.match(stopSentence('closed', null, 4403), /^An operator ended/u);
  assert.equal(stopSentence('You are not signed in.', null), 'You are not signed in.');
  assert.equal(refusalSentence('tooLarge', { note: { form: 'new' } }), 'That text is too long.');
});

test('limits count bytes of UTF-8', () => {
  assert.equal(titleProblem('ä'.repeat(5), { titleBytes: 10 }), '');
  assert.notEqual(titleProblem('ä'.repeat(6), { titleBytes: 10 }), '');
  assert.equal(titleProblem('ä'.repeat(6), {}), '');
  assert.notEqual(fieldsProblem({ title: 'ä'.repeat(10) }, { fieldsBytes: 20 }), '');
});

test('the texts of an edit are those that it would have brought', () => {
  assert.equal(textsOfEdit({ actions: [
    { op: 'insertRow', fields: { title: 'a', detail: 'n', done: false } },
    { op: 'insertSection', title: 'S' }, { op: 'deleteRows', rows: ['x'] }] }), 'a\nn\nS');
  const below = { op: 'insertRow', fields: { title: 'line 2' } };
  assert.equal(textsOfEdit({
    note: { form: 'row', texts: { title: 'line 1', detail: '' } },
    actions: [{ op: 'updateRow', row: 'a', fields: { title: 'line 1' } }, below],
  }), 'line 1\nline 2');
  assert.equal(textsOfEdit({ kind: 'undo' }), '');
  assert.deepEqual(rowTexts(row('a', { fields: { title: 5 } })), { title: '5', detail: '' });
});
