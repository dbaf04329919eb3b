/** Who added and who last changed each row: as the server tells it, and as change sets do. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { applyChangeSet, sparseList, stampOf } from '../../../web-client/package/list-model.js';
import { FakeServer } from './fake-server.js';
import { listOf } from './lists.js';

const TOM = { client: 'tom', revision: 3, at: 30 };
const UNA = { client: 'una', user: 'u', revision: 9, at: 90 };
const rowOf = (list, id) => list.sections.flatMap(({ rows }) => [...rows]).find((row) => row.id === id);
const stamps = (list, id) => ({ by: rowOf(list, id).by, added: rowOf(list, id).added });
const NOBODY = { by: undefined, added: undefined };

const LIST = listOf({ one: ['a', { id: 'b', fields: { title: 'b' }, by: TOM, added: TOM }], two: 'c' });
const SPARSE = sparseList({ title: '', rules: {},
  sections: [{ id: 'one', rows: 2, top: 0, bottom: 0 }, { id: 'two', rows: 9, top: 0, bottom: 0 }],
  runs: LIST.sections.map(({ rows }, s) => ({ at: [s, 0], rows })) });

for (const [kind, list] of [['whole', LIST], ['sparse', SPARSE]]) {
  const after = (set) => applyChangeSet(list, set, undefined, { stamp: stampOf({ ...set, ...UNA }) });

  test(`a change set tells who wrote the rows of a ${kind} list`, () => {
    const changed = after({ updatedRows: [{ row: 'b', at: [0, 1], fields: { title: 'B' } }],
      insertedRows: [{ row: 'x', at: [0, 2], fields: {} }] });
    assert.deepEqual(stamps(changed, 'b'), { by: UNA, added: TOM });
    assert.deepEqual(stamps(changed, 'x'), { by: UNA, added: UNA });
    assert.deepEqual(stamps(changed, 'a'), NOBODY);
  });

  test(`rules and moves change no stamp of a ${kind} list, and what is folded has none`, () => {
    const moved = after({ updatedRows: [{ row: 'b', at: [0, 1], movable: false }],
      movedRows: [{ row: 'b', from: [0, 1], to: [1, 0] }] });
    assert.deepEqual(stamps(moved, 'b'), { by: TOM, added: TOM });
    const folded = after({ folds: 2, updatedRows: [{ row: 'b', at: [0, 1], fields: { title: 'B' } }],
      insertedRows: [{ row: 'x', at: [0, 2], fields: {} }] });
    assert.deepEqual([stamps(folded, 'b'), stamps(folded, 'x')], [{ ...NOBODY, added: TOM }, NOBODY]);
    assert.equal('by' in rowOf(folded, 'b'), false);
  });
}

/** A client of a server with authors, whose list `l` is open. */
function live(features = ['authors'], queue = undefined) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, queue });
  client.connect();
  server.welcome({ inFlight: 128, windowRows: 100 }, features);
  const list = client.open('l');
  const [open] = server.socket.take('open');
  server.snapshot(listOf({ one: 'a b' }), 5);
  return { server, list, open };
}

const caughtUp = (server) => server.socket.say(
  { type: 'opened', list: 'l', epoch: 'e1', revision: 5, lastId: 0, role: 'owner' },
  { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 5, sets: [], counts: [2] });
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

test('who wrote a row is asked for when it is wanted, once the list is opened so', async () => {
  const { server, list, open } = live();
  assert.equal('authors' in open, false);
  const asked = list.authorsOf('b');
  const [again] = server.socket.take('open');
  assert.deepEqual([again.authors, again.since], [true, 5]);
  caughtUp(server);
  await turn();
  const [{ n, ids }] = server.socket.take('rows');
  assert.deepEqual(ids, ['b']);
  const runs = [{ at: [0, 1], rows: [{ id: 'b', fields: { title: 'b' }, by: UNA, added: TOM }] }];
  server.socket.say({ type: 'rows', list: 'l', n, revision: 5, runs });
  assert.deepEqual(await asked, { by: UNA, added: TOM });
  assert.deepEqual(stamps(list.list, 'b'), { by: UNA, added: TOM });
  list.authorsOf('a');
  assert.deepEqual([server.socket.take('open').length, server.socket.take('rows').length], [0, 1]);
});

test('change sets bring it up to date, and own edits once they are answered', () => {
  const { server, list } = live();
  list.edit([{ op: 'updateRow', row: 'a', fields: { title: 'A' } }]);
  assert.deepEqual(stamps(list.list, 'a'), NOBODY);
  server.publish([{ revision: 6, client: 'me', intent: 1, at: 60,
    updatedRows: [{ row: 'a', at: [0, 0], fields: { title: 'A' } }] }], [2]);
  assert.deepEqual(stamps(list.list, 'a').by, { client: 'me', revision: 6, at: 60 });
});

test('a server that does not name authors is not asked, and what is not there is not told', async () => {
  const { server, list } = live([]);
  assert.equal(await list.authorsOf('a'), null);
  server.publish([{ revision: 6, updatedRows: [{ row: 'a', at: [0, 0], fields: { x: 1 } }] }], [2]);
  assert.deepEqual([server.socket.take('open').length, stamps(list.list, 'a')], [0, NOBODY]);
  const lost = live();
  const never = lost.list.authorsOf('a');
  lost.server.socket.lose();
  assert.equal(await never, null);
});

test('after a reconnect the list is opened so again, where the server has it', () => {
  const { server, list } = live();
  list.authorsOf('a');
  caughtUp(server);
  server.socket.take('open');
  server.socket.lose();
  server.timers.pass(60_000);
  server.welcome({ inFlight: 128 }, ['authors']);
  assert.equal(server.socket.take('open')[0].authors, true);
  server.socket.lose();
  server.timers.pass(60_000);
  server.welcome({ inFlight: 128 }, []);
  assert.equal('authors' in server.socket.take('open')[0], false);
});
