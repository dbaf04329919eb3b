import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { withoutOvertaken } from '../../../web-client/package/client/overtaken.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

const LIST = listOf({ one: 'a b' });
const insert = (row) => [{ op: 'insertRow', row, fields: { title: row }, to: { section: 'one' } }];
const rename = (title, row = 'a') => [{ op: 'updateRow', row, fields: { title } }];

/** A page with the list open at revision 5, and what it was notified of edits that were rejected. */
function live(options = {}, opened = {}) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, backOff: { next: () => 1, reset() {} }, ...options });
  client.connect();
  server.welcome({ inFlight: 128, undo: 3 }, ['restore']);
  const list = client.open('l');
  server.snapshot(LIST, 5, opened);
  const notified = [];
  list.on('rejected', (edit, code) => notified.push([edit.note ?? edit.kind, code]));
  return { server, client, list, notified };
}

/** The connection is lost and comes back; the list is opened as it is at `revision`. */
function comeBack({ server }, list, revision, lastId) {
  server.socket.lose();
  server.timers.pass(1000);
  server.welcome({ inFlight: 128, undo: 3 });
  server.snapshot(list, revision, { lastId });
}

const ack = (id, more) => ({ type: 'ack', list: 'l', id, revision: 5, outcome: 'duplicate', clamped: [], ...more });
const reject = (id, code) => ({ type: 'reject', list: 'l', id, code, message: 'no' });
const titles = (list) => list.list.sections[0].rows.map(({ fields }) => fields.title).join();

test('an edit whose refusal was lost with the connection is told, and not made again', () => {
  const page = live();
  const { server, list, notified } = page;
  list.edit(insert('n'), 'typed');
  list.edit(rename('a'), 'was so');
  comeBack(page, LIST, 5, 2);
  assert.deepEqual(server.socket.take('edit').map(({ id }) => id), [1, 2]);
  server.socket.say(ack(1, { applied: false }), ack(2, { applied: false }));
  assert.deepEqual([notified, orderOf(list.list), list.waiting], [[['typed', 'notApplied']], 'one:a,b', 0]);
  server.timers.pass(60_000);
  assert.deepEqual(server.socket.take('edit'), []);
});

test('where the server does not know whether an edit was applied, the list that is opened again shows it', () => {
  const { server, list, notified } = live();
  list.edit(insert('n'), 'typed');
  list.edit(rename('A'), 'changed');
  list.edit([{ op: 'deleteRows', rows: ['b'] }], 'deleted');
  server.socket.take('edit');
  server.socket.say(ack(1), ack(2), ack(3));
  assert.deepEqual([notified, list.waiting], [[], 3]);
  server.snapshot({ ...LIST, sections: [{ ...LIST.sections[0],
    rows: [{ id: 'a', fields: { title: 'A' } }, { id: 'n', fields: { title: 'n' } }, { id: 'b', fields: {} }] }] }, 7, { lastId: 3 });
  assert.deepEqual([notified, list.waiting, orderOf(list.list)], [[['deleted', 'outcomeUnknown']], 0, 'one:a,n,b']);
  assert.deepEqual(server.socket.take('edit'), []);
});

test('what is not known when the connection is lost is looked at in the next session', () => {
  const page = live();
  page.list.edit(insert('n'), 'typed');
  page.server.socket.say(ack(1));
  comeBack(page, LIST, 6, 1);
  assert.deepEqual([page.notified, page.server.socket.take('edit')], [[['typed', 'outcomeUnknown']], []]);
});

test('of an undo whose answer was lost it is told that it did not apply, and the steps are not known', () => {
  const page = live();
  const { server, list, notified } = page;
  list.edit(insert('n'));
  server.publish([{ revision: 6, client: 'me', intent: 1, insertedRows: [{ row: 'n', at: [0, 2], fields: {} }] }], [3]);
  list.undo();
  list.skipStep('undo');
  comeBack(page, listOf({ one: 'a b n' }), 6, 3);
  server.socket.say(ack(2, { applied: false }));
  assert.deepEqual([notified, list.newestStep, list.canUndo], [[['undo', 'notApplied']], undefined, true]);
  server.socket.say(ack(3, { applied: false }));
  assert.equal(notified.length, 1);
});

test('an edit that was never sent gets an id above those that the server knows', () => {
  const { server, client, list } = live();
  client.suspend();
  list.edit(rename('first'));
  list.edit(rename('second'));
  client.reconnect();
  server.welcome();
  server.snapshot(LIST, 9, { lastId: 1 });
  assert.deepEqual(server.socket.take('edit').map(({ id, actions }) => [id, actions[0].fields.title]),
    [[3, 'first'], [4, 'second']]);
});

/** The old title was refused for now while the new one was on its way. */
function oldBehindNew(options) {
  const page = live(options);
  page.list.edit(rename('old'));
  page.list.edit(rename('new'));
  page.server.socket.take('edit');
  page.server.socket.say(reject(1, 'rateLimited'));
  return page;
}

const own = (intent, title) => ({
  revision: 5 + intent, client: 'me', intent, updatedRows: [{ row: 'a', at: [0, 0], fields: { title } }] });

test('what a later edit set is left out of one that is sent again after it', () => {
  const { server, list, notified } = oldBehindNew();
  assert.equal(titles(list), 'new,b');
  server.timers.pass(60_000);
  assert.deepEqual(server.socket.take('edit'), []);
  server.publish([{ ...own(2, 'new'), revision: 6 }], [2]);
  assert.deepEqual([server.socket.take('edit'), list.waiting, titles(list), notified], [[], 0, 'new,b', []]);
});

test('one that was refused goes out again where the later one is refused', () => {
  const { server, list } = oldBehindNew();
  server.timers.pass(60_000);
  server.socket.say(reject(2, 'editDisabled'));
  assert.deepEqual(server.socket.take('edit').map(({ id, actions }) => [id, actions[0].fields.title]), [[3, 'old']]);
  assert.equal(titles(list), 'old,b');
});

test('it waits for the later one over a new connection', () => {
  const page = oldBehindNew();
  const { server, list } = page;
  comeBack(page, LIST, 5, 0);
  server.timers.pass(60_000);
  assert.deepEqual(server.socket.take('edit').map(({ id }) => id), [2]);
  server.publish([{ ...own(2, 'new'), revision: 6 }], [2]);
  assert.deepEqual([server.socket.take('edit'), list.waiting, titles(list)], [[], 0, 'new,b']);
});

test('an undo or restore that was refused is told, not made, where later edits were', () => {
  const { server, list, notified } = live();
  list.restore(3);
  list.edit(rename('new'));
  server.socket.take('restore');
  server.socket.say(reject(1, 'unavailable'));
  server.publish([{ ...own(2, 'new'), revision: 6 }], [2]);
  server.timers.pass(60_000);
  assert.deepEqual([notified, server.socket.take('restore'), list.waiting], [[['restore', 'unavailable']], [], 0]);
});

test('an undo is sent once the edits before it have their answers: refused for now, they would come after it', () => {
  const { server, list } = live();
  list.edit(rename('first'));
  list.edit(rename('oops'));
  list.undo();
  list.undo();
  const sent = () => server.socket.sent.splice(0).filter(({ id }) => id).map(({ type, id }) => `${type} ${id}`);
  assert.deepEqual(sent(), ['edit 1', 'edit 2']);
  server.socket.say(reject(2, 'unavailable'));
  server.publish([own(1, 'first')], [2]);
  assert.deepEqual(sent(), []);
  server.timers.pass(60_000);
  assert.deepEqual(sent(), ['edit 5']);
  server.publish([{ ...own(5, 'oops'), revision: 7 }], [2]);
  assert.deepEqual(sent(), ['undo 6', 'undo 7']);
});

test('an edit of an earlier page whose id another one had is told, and one that is there is not', () => {
  const entry = (id, actions) => ({ kind: 'edit', id, step: id, at: 1, epoch: 'e1', actions, note: `n${id}` });
  const queue = { load: () => ({ lastId: 2, entries: [entry(1, rename('there')), entry(2, insert('n'))] }), save() {} };
  const { server, notified } = live({ queue });
  server.socket.say(ack(1, { applied: true }), ack(2, { applied: true }));
  server.snapshot(listOf({ one: [{ id: 'a', fields: { title: 'there' } }] }), 5, { lastId: 2 });
  assert.deepEqual(notified, [['n2', 'outcomeUnknown']]);
});

test('an undo that was answered as its page was loaded again is done, and can be redone', () => {
  const entry = { kind: 'undo', id: 2, step: 2, at: 1, epoch: 'e1' };
  const steps = { undo: [1], redo: [], deeper: { undo: false, redo: false }, groups: {} };
  const queue = { load: () => ({ lastId: 2, entries: [entry], steps }), save() {} };
  const { server, list, notified } = live({ queue }, { lastId: 2 });
  server.socket.say(ack(2, { applied: true }));
  assert.deepEqual([notified, list.waiting, list.canUndo, list.canRedo], [[], 0, false, true]);
});

test('an edit that is too large for the server is told once its limits are known, and those after it are sent', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  const list = client.open('l');
  const notified = [];
  list.on('rejected', (edit, code) => notified.push([edit.note, code]));
  list.edit(rename('x'.repeat(2000)), 'long');
  list.edit(rename('y'), 'short');
  server.welcome({ inFlight: 128, frameBytes: 1024 });
  server.snapshot(LIST, 5);
  assert.deepEqual([notified, server.socket.take('edit').map(({ id }) => id)], [[['long', 'tooLarge']], [2]]);
});

test('an edit that was sent longer ago than the server remembers is looked for instead of sent again', () => {
  const day = 86_400_000;
  for (const [days, sent, title] of [[29, [1, 2], 'a'], [31, [2], 'a'], [31, [2], 'x']]) {
    let time = 1000;
    const page = live({ now: () => time });
    page.list.edit(rename('x'), 'sent');
    page.server.socket.lose();
    page.list.edit(rename('z', 'b'), 'never sent');
    time += days * day;
    page.server.timers.pass(1000);
    page.server.welcome({ inFlight: 128, rememberDays: 30 });
    page.server.snapshot(listOf({ one: [{ id: 'a', fields: { title } }, 'b'] }), 5);
    assert.deepEqual(page.server.socket.take('edit').map(({ id }) => id), sent);
    assert.deepEqual(page.notified, days > 30 && title === 'a' ? [['sent', 'outcomeUnknown']] : []);
  }
});

test('what was answered for a list that was made again does not stay on the new one', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  server.socket.say({ ...ack(1), outcome: 'applied', revision: 58 });
  server.socket.say({ type: 'opened', list: 'l', epoch: 'e2', revision: 3, lastId: 1, role: 'owner' },
    { type: 'snapshot', list: 'l', epoch: 'e2', revision: 3, ...LIST });
  assert.equal(orderOf(list.list), 'one:a,b');
});

test('a row that was deleted after its insertion does not come back', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  list.edit([{ op: 'deleteRows', rows: ['n'] }]);
  server.socket.take('edit');
  server.socket.say(reject(1, 'rateLimited'), { ...ack(2), outcome: 'noop' });
  server.timers.pass(60_000);
  assert.deepEqual([server.socket.take('edit'), list.waiting, orderOf(list.list)], [[], 0, 'one:a,b']);
});

test('what needs an edit that an earlier page is to send again goes out after it', () => {
  const entry = (id, actions, more) => ({ kind: 'edit', id, step: id, at: 1, epoch: 'e1', actions, ...more });
  const queue = {
    load: () => ({ lastId: 3, entries: [entry(2, [{ op: 'updateRow', row: 'n', fields: { done: true } }]),
      entry(3, insert('n'), { step: 1, again: 'rateLimited' })] }),
    save() {},
  };
  const { server, notified } = live({ queue });
  assert.deepEqual(server.socket.take('edit').map(({ id }) => id), [2]);
  server.socket.say(reject(2, 'unknownRow'));
  server.timers.pass(60_000);
  assert.deepEqual([notified, server.socket.take('edit').map(({ id, actions }) => [id, actions[0].op])],
    [[], [[3, 'insertRow'], [4, 'updateRow']]]);
});

const LEFT = [
  ['fields', [{ op: 'updateRow', row: 'a', fields: { title: 'x', done: true }, ifRevision: 3 }], rename('y'),
    [{ op: 'updateRow', row: 'a', fields: { done: true }, ifRevision: 3 }]],
  ['rules of a row', [{ op: 'updateRow', row: 'a', pinned: 'top', movable: false }], [{ op: 'updateRow', row: 'a', pinned: null }],
    [{ op: 'updateRow', row: 'a', movable: false }]],
  ['fields of other rows', rename('x', 'b'), rename('y'), rename('x', 'b')],
  ['a row that was deleted', [...rename('x'), { op: 'moveRow', row: 'a', to: {} }], [{ op: 'deleteRows', rows: ['a'] }], []],
  ['places', [{ op: 'moveRow', row: 'a', to: {} }, { op: 'moveRows', rows: ['a', 'b'], to: {} }],
    [{ op: 'moveRow', row: 'a', to: {} }], [{ op: 'moveRows', rows: ['b'], to: {} }]],
  ['places of many', [{ op: 'moveRow', row: 'a', to: {} }], [{ op: 'moveRows', rows: ['a', 'b'], to: {} }], []],
  ['titles', [{ op: 'updateSection', section: 's', title: 'x', rules: {} }, { op: 'updateList', title: 'x', rules: {} }],
    [{ op: 'updateSection', section: 's', title: 'y' }, { op: 'updateList', rules: {} }],
    [{ op: 'updateSection', section: 's', rules: {} }, { op: 'updateList', title: 'x' }]],
  ['sections', [{ op: 'moveSection', section: 's', to: {} }, { op: 'updateSection', section: 't', title: 'x' }],
    [{ op: 'moveSection', section: 's', to: {} }, { op: 'deleteSections', sections: ['t'] }], []],
  ['insertions', insert('n'), [...insert('m'), ...rename('y')], insert('n')],
  ['what was deleted again', [...insert('n'), { op: 'insertSection', section: 's', title: '' }],
    [{ op: 'deleteRows', rows: ['a', 'n'] }, { op: 'deleteSections', sections: ['s'] }], []],
];
for (const [what, actions, later, left] of LEFT) {
  test(`of ${what} that is left which no later edit set`, () => {
    assert.deepEqual(withoutOvertaken(actions, later), left);
  });
}

test('the steps are as many as the server undoes, and cost the same however many edits were made', () => {
  const saved = [];
  const queue = { load: () => undefined, save: (list, entries, lastId, steps) => saved.push(steps.undo.length) };
  const { server, list } = live({ queue });
  for (let id = 1; id <= 20; id += 1) {
    list.edit(rename(`t${id}`));
    assert.equal(list.canUndo, true);
    server.publish([own(id, `t${id}`)], [2]);
  }
  assert.deepEqual([Math.max(...saved), list.newestStep, list.mayUndo(18), list.mayUndo(17)], [3, 20, true, false]);
  for (let id = 21; id <= 23; id += 1) {
    list.undo();
    server.publish([{ ...own(id, 'x'), undoes: id }], [2]);
  }
  assert.deepEqual([list.canUndo, list.canRedo], [false, true]);
});

test('a list that is gone takes no edit, and says so', () => {
  const { server, list, notified } = live();
  server.socket.say({ type: 'closed', list: 'l', code: 'deleted' });
  assert.equal(list.edit(insert('n'), 'typed'), 0);
  assert.deepEqual(notified, [['typed', 'unknownList']]);
});

test('while edits wait, what arrives is shown once in a frame, and at once to who asks for it', () => {
  const frames = [];
  const { server, list } = live({ frame: (work) => frames.push(work) });
  const causes = [];
  list.on('change', (cause) => causes.push(Object.keys(cause).sort().join()));
  list.edit(insert('n'));
  assert.deepEqual([causes, frames.length], [['own'], 0]);
  for (const revision of [6, 7]) {
    server.publish([{ revision, insertedRows: [{ row: `x${revision}`, at: [0, 0], fields: {} }] }], [revision - 3]);
  }
  assert.deepEqual([causes, frames.length, orderOf(list.list)], [['own'], 1, 'one:x7,x6,a,b,n']);
  list.edit(insert('m'));
  assert.deepEqual(causes, ['own', 'own,sets']);
  frames.pop()();
  assert.deepEqual([causes.length, orderOf(list.list)], [2, 'one:x7,x6,a,b,n,m']);
  server.publish([{ revision: 8, insertedRows: [{ row: 'x8', at: [0, 0], fields: {} }] }], [5]);
  frames.pop()();
  assert.deepEqual([causes.at(-1), orderOf(list.list)], ['sets', 'one:x8,x7,x6,a,b,n,m']);
});
