/** What a client knows of its own steps to undo, from the answers that it gets. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { UndoSteps } from '../../../web-client/package/client/undo-steps.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

const LIST = listOf({ one: 'a b c' });
const remove = (...rows) => [{ op: 'deleteRows', rows }];
const removed = (row, more) => ({ deletedRows: [{ row, at: [0, 0] }], client: 'me', ...more });

/** A client whose list `l` is open; `lastId` is what the server knows of it. */
function live({ lastId = 0, queue } = {}) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, queue });
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(LIST, 5, { lastId });
  return { server, client, list, can: () => `${list.canUndo} ${list.canRedo}` };
}

test('a client that has edited nothing has nothing to undo, and one that is not known may', () => {
  assert.equal(live().can(), 'false false');
  const { server, list, can } = live({ lastId: 7 });
  assert.equal(can(), 'true true');
  list.undo();
  server.socket.say({ type: 'reject', list: 'l', id: 8, code: 'nothingToUndo' });
  list.redo();
  server.socket.say({ type: 'reject', list: 'l', id: 9, code: 'nothingToRedo' });
  assert.equal(can(), 'false false');
});

test('edits, undo and redo count at once, and as they are answered', () => {
  const { server, list, can } = live();
  list.edit(remove('a'));
  assert.equal(can(), 'true false');
  list.undo();
  assert.equal(can(), 'false true');
  server.publish([removed('a', { revision: 6, intent: 1 })], [2]);
  server.publish([{ revision: 7, client: 'me', intent: 2, undoes: 6,
    insertedRows: [{ row: 'a', at: [0, 0], fields: {} }] }], [3]);
  assert.equal(can(), 'false true');
  list.redo();
  server.publish([removed('a', { revision: 8, intent: 3, redoes: 6 })], [2]);
  assert.equal(can(), 'true false');
});

test('what is final, refused, or changes nothing adds no step', () => {
  const { server, list, can } = live();
  list.edit(remove('a'));
  server.publish([removed('a', { revision: 6, intent: 1, final: true })], [2]);
  list.edit(remove('x'));
  server.socket.say({ type: 'ack', list: 'l', id: 2, revision: 6, outcome: 'noop' });
  list.edit(remove('b'));
  server.socket.say({ type: 'reject', list: 'l', id: 3, code: 'deleteDisabled' });
  assert.equal(can(), 'false false');
  list.edit(remove('b'));
  server.socket.say({ type: 'ack', list: 'l', id: 4, revision: 7, outcome: 'applied' });
  list.undo();
  server.socket.say({ type: 'ack', list: 'l', id: 5, revision: 7, outcome: 'noop' });
  assert.equal(can(), 'false false');
});

test('the steps are stored with the edits, and are there after a restart', () => {
  const stored = new Map();
  const queue = {
    load: (list) => stored.get(list),
    save: (list, entries, lastId, steps) => {
      stored.set(list, structuredClone({ entries, lastId, steps }));
    },
  };
  const { server, list } = live({ queue });
  list.edit(remove('a'));
  server.publish([removed('a', { revision: 6, intent: 1 })], [2]);
  const again = live({ queue, lastId: 1 });
  assert.equal(again.can(), 'true false');
  assert.equal(again.list.newestStep, 1);
});

test('exactly one edit is undone: never another, and one without an answer waits for it', () => {
  const { server, list } = live();
  let overtaken = 0;
  list.on('overtaken', () => { overtaken += 1; });
  list.edit(remove('a'));
  const first = list.newestStep;
  list.undoStep(first);
  assert.equal(server.socket.take('undo').length, 0);
  server.publish([removed('a', { revision: 6, intent: 1 })], [2]);
  assert.equal(server.socket.take('undo').length, 1);
  list.edit(remove('x'));
  const second = list.newestStep;
  list.undoStep(second);
  server.socket.say({ type: 'ack', list: 'l', id: 3, revision: 6, outcome: 'noop' });
  assert.deepEqual([server.socket.take('undo').length, overtaken], [0, 1]);
  list.undoStep(first);
  assert.deepEqual([server.socket.take('undo').length, overtaken], [0, 2]);
});

test('an edit that was never sent is withdrawn, under whatever id it is sent', () => {
  const { server, list } = live();
  server.socket.lose();
  list.edit(remove('a'));
  assert.equal(orderOf(list.list), 'one:b,c');
  list.undoStep(list.newestStep);
  assert.equal(orderOf(list.list), 'one:a,b,c');
  assert.deepEqual([list.waiting, list.canUndo, list.canRedo], [0, false, false]);
  list.edit(remove('b'));
  server.timers.pass(60_000);
  server.welcome();
  server.snapshot(LIST, 5, { lastId: 0 });
  const step = list.newestStep;
  const [{ id }] = server.socket.take('edit');
  server.socket.say({ type: 'reject', list: 'l', id, code: 'rateLimited', retryAfter: 10 });
  assert.equal(list.newestStep, step);
  list.undoStep(step);
  assert.equal(orderOf(list.list), 'one:a,b,c');
  server.timers.pass(60_000);
  assert.equal(server.socket.take('edit').length, 0);
});

test('an answer that tells nothing makes the steps unknown', () => {
  const steps = new UndoSteps({ undo: [1, 2], redo: [], deeper: { undo: false, redo: false } });
  steps.answered({ kind: 'edit', step: 3 }, 'unknown');
  assert.deepEqual([steps.has('undo'), steps.has('redo'), steps.newest], [true, true, undefined]);
});

/** Three edits that are undone together after one by itself, each answered; ids are 1 to 4. */
function together(sent = live()) {
  const { server, list } = sent;
  const applied = (revision, intent, more = {}) => server.publish(
    [{ revision, client: 'me', intent, updatedList: { title: `${revision}` }, ...more }], [3]);
  const title = (name, group) => list.edit([{ op: 'updateList', title: name }], undefined, undefined, group);
  title('alone');
  const first = title('one');
  title('two', first);
  title('three', first);
  return { ...sent, applied, title, first };
}

test('edits that were made together are undone and redone together', () => {
  const { server, list, applied, can } = together();
  for (const id of [1, 2, 3, 4]) applied(5 + id, id);
  list.undo();
  assert.deepEqual(server.socket.take('undo').map(({ id }) => id), [5, 6, 7]);
  for (const id of [5, 6, 7]) applied(5 + id, id, { undoes: 14 - id });
  assert.equal(list.newestStep, 1);
  list.redo();
  assert.deepEqual(server.socket.take('redo').map(({ id }) => id), [8, 9, 10]);
  for (const id of [8, 9, 10]) applied(5 + id, id, { redoes: id - 1 });
  assert.equal(can(), 'true false');
  list.undo();
  assert.equal(server.socket.take('undo').length, 3);
  list.undo();
  assert.equal(server.socket.take('undo').length, 1);
});

test('edits made together are undone once they are answered, without those that were refused', () => {
  const { server, list, applied, first } = together();
  list.undoStep(first);
  applied(6, 1);
  applied(7, 2);
  server.socket.say({ type: 'reject', list: 'l', id: 3, code: 'forbidden' });
  assert.deepEqual(server.socket.take('undo'), []);
  applied(8, 4);
  assert.equal(server.socket.take('undo').length, 2);
});

test('edits made together that were never sent are withdrawn together', () => {
  const sent = live();
  sent.server.socket.lose();
  const { list, first } = together(sent);
  list.undoStep(first);
  assert.equal(list.waiting, 1);
  list.undoStep(first);
  assert.equal(list.waiting, 1);
});

test('where only some of them can be undone, that is told once', () => {
  const { server, list, applied } = together();
  for (const id of [1, 2, 3, 4]) applied(5 + id, id);
  const notified = [];
  for (const name of ['partly', 'rejected']) list.on(name, (what) => notified.push([name, what]));
  list.undo();
  applied(10, 5, { undoes: 9 });
  for (const id of [6, 7]) server.socket.say({ type: 'reject', list: 'l', id, code: 'nothingToUndo' });
  assert.deepEqual(notified, [['partly', 'undo']]);
});

test('a page that is loaded again knows what was made together', () => {
  const kept = {};
  const queue = { load: () => kept, save: (_, entries, lastId, steps) => Object.assign(kept, structuredClone({ entries, lastId, steps })) };
  const { applied } = together(live({ queue }));
  for (const id of [1, 2, 3, 4]) applied(5 + id, id);
  const again = live({ lastId: 4, queue });
  again.list.undo();
  assert.equal(again.server.socket.take('undo').length, 3);
});

test('where another edit lies between those made together, undo tells that it takes a part', () => {
  const { server, list, applied, title, first } = together();
  title('between');
  title('four', first);
  for (const id of [1, 2, 3, 4, 5, 6]) applied(5 + id, id);
  const notified = [];
  list.on('partly', (kind) => notified.push(kind));
  list.undo();
  assert.deepEqual([server.socket.take('undo').length, notified], [1, ['undo']]);
  list.undo();
  list.undo();
  assert.deepEqual([server.socket.take('undo').length, notified], [4, ['undo']]);
});

test('a step that is refused stays, and is left out when asked for', () => {
  const { server, list, can } = live();
  const notified = [];
  list.on('rejected', (edit, code) => notified.push([edit.kind, code]));
  list.on('nothing', () => notified.push('nothing'));
  list.edit(remove('a'));
  server.publish([removed('a', { revision: 6, intent: 1 })], [2]);
  list.undo();
  server.socket.say({ type: 'reject', list: 'l', id: 2, code: 'insertDisabled' });
  assert.equal(can(), 'true false');
  list.skipStep('undo');
  assert.equal(can(), 'false false');
  assert.deepEqual(server.socket.sent.at(-1), { type: 'undo', list: 'l', id: 3, epoch: 'e1', skip: true });
  server.socket.say({ type: 'ack', list: 'l', id: 3, revision: 6, outcome: 'noop' });
  assert.equal(can(), 'false false');
  assert.deepEqual(notified, [['undo', 'insertDisabled']]);
});

test('what may be undone is told by step: not once it is undone, by whatever way, or did nothing', () => {
  const { server, client, list } = live();
  let answered = 0;
  client.on('answered', (one) => { answered += one === list ? 1 : 0; });
  list.edit(remove('a'));
  const step = list.newestStep;
  assert.ok(list.mayUndo(step));
  server.publish([removed('a', { revision: 6, intent: 1 })], [2]);
  list.edit(remove('b'));
  const later = list.newestStep;
  server.socket.say({ type: 'ack', list: 'l', id: 2, revision: 6, outcome: 'noop' });
  assert.deepEqual([list.mayUndo(step), list.mayUndo(later), answered > 0], [true, false, true]);
  list.undo();
  assert.ok(!list.mayUndo(step));
  list.redo();
  assert.ok(list.mayUndo(step));
});
