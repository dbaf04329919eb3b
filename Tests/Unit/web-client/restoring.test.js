import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { changeSentence } from '../../../web-client/changing/change-sentences.js';
import { refusalSentence } from '../../../web-client/screen/refusals.js';
import '../../../web-client/texts/lazy.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

/** The set of the own edit 1, which restores revision 3: the row `b` is there again. */
const RESTORED = {
  revision: 6, client: 'me', intent: 1, restores: 3,
  insertedRows: [{ row: 'b', at: [0, 1], fields: {} }],
};

/** A client that has the list `l` open at revision 5, and what the list tells of its edits. */
function live(features = ['restore'], options = {}) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, ...options });
  client.connect();
  server.welcome(undefined, features);
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a' }), 5);
  const notified = [];
  list.on('rejected', (edit, code) => notified.push([edit.kind, code]));
  list.on('nothing', (kind) => notified.push([kind, 'nothing']));
  return { server, client, list, notified, sent: () => server.socket.take('restore') };
}

test('the features of a server are those of its last welcome; without any, none', () => {
  const { server, client } = live(['restore', 'versions']);
  assert.deepEqual(client.features, ['restore', 'versions']);
  client.reconnect();
  server.welcome();
  assert.deepEqual(client.features, []);
});

test('a restore is one edit, answered by its set, and can be undone', () => {
  const { server, list, sent } = live();
  assert.equal(list.restore(3), 1);
  assert.deepEqual(sent(), [{ type: 'restore', list: 'l', id: 1, epoch: 'e1', revision: 3 }]);
  const step = list.newestStep;
  assert.equal(orderOf(list.list), 'one:a');
  server.publish([RESTORED], [2]);
  assert.deepEqual([orderOf(list.list), list.waiting, list.canUndo], ['one:a,b', 0, true]);
  list.undoStep(step);
  assert.deepEqual(server.socket.take('undo'), [{ type: 'undo', list: 'l', id: 2, epoch: 'e1' }]);
});

test('a restore waits without a connection, is stored, and is sent again under its id', () => {
  const saved = [];
  const queue = { load: () => undefined, save: (_, entries) => saved.push(structuredClone(entries)) };
  const { server, client, list } = live(undefined, { queue });
  client.suspend();
  list.restore(3);
  assert.deepEqual(saved.at(-1).map(({ kind, id, revision }) => [kind, id, revision]), [['restore', 1, 3]]);

  const later = new FakeServer();
  const stored = { entries: saved.at(-1), lastId: 1 };
  const reloaded = new Client({ ...later.options, queue: { load: () => stored, save() {} } });
  reloaded.connect();
  later.welcome(undefined, ['restore']);
  const again = reloaded.open('l');
  later.snapshot(listOf({ one: 'a' }), 5);
  const message = { type: 'restore', list: 'l', id: 1, epoch: 'e1', revision: 3 };
  assert.deepEqual(later.socket.take('restore'), [message]);
  reloaded.reconnect();
  later.welcome(undefined, ['restore']);
  later.snapshot(listOf({ one: 'a' }), 5, { lastId: 0 });
  assert.deepEqual(later.socket.take('restore'), [message]);
  later.publish([RESTORED], [2]);
  assert.equal(again.waiting, 0);
  assert.equal(server.sockets.length, 1);
});

test('a restore is not sent to a server that has none', () => {
  const { list, notified, sent } = live([]);
  list.restore(3);
  assert.deepEqual([sent(), notified, list.waiting], [[], [['restore', 'unknownType']], 0]);
});

test('a restore that changes nothing, or is refused, is over', () => {
  const { server, list, notified } = live();
  list.restore(5);
  server.socket.say({ type: 'ack', list: 'l', id: 1, revision: 5, outcome: 'noop' });
  list.restore(1);
  server.socket.say({ type: 'reject', list: 'l', id: 2, code: 'staleBase', message: 'gone' });
  assert.deepEqual(notified, [['restore', 'nothing'], ['restore', 'staleBase']]);
  assert.equal(list.waiting, 0);
});

test('refusals of a restore have sentences of their own', () => {
  const codes = ['staleBase', 'forbidden', 'tooLarge', 'unknownType'];
  const sentences = codes.map((code) => refusalSentence(code, { kind: 'restore' }));
  assert.equal(new Set(sentences).size, codes.length);
  for (const [index, code] of codes.entries()) {
    assert.notEqual(sentences[index], refusalSentence(code, { kind: 'edit' }));
  }
  assert.equal(refusalSentence('listFull', { kind: 'restore' }), refusalSentence('listFull'));
});

test('the history tells what was restored, with its time where that is known', () => {
  const sentence = (timeOf) => changeSentence(RESTORED, 'Ana', () => 'b', timeOf);
  assert.equal(sentence((revision) => `day ${revision}`), 'Ana restored the list as it was on day 3');
  assert.equal(sentence(() => undefined), 'Ana restored an earlier state of the list');
  assert.equal(sentence(), 'Ana restored an earlier state of the list');
});
