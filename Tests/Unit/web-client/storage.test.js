import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { SparseRows } from '../../../web-client/package/list-model.js';
import { Drafts } from '../../../web-client/screen/drafts.js';
import { handedOver, handOver } from '../../../web-client/storage/account.js';
import { Database, LISTS } from '../../../web-client/storage/database.js';
import { sendLeft } from '../../../web-client/storage/left-queues.js';
import { ListCache } from '../../../web-client/storage/list-cache.js';
import { QueueStore } from '../../../web-client/storage/queue-store.js';
import { SteadyStorage } from '../../../web-client/storage/web-storage.js';
import '../../../web-client/texts/lazy.js';
import { MemoryDatabases, MemoryStorage, settled } from './fake-browser.js';
import { FakeServer, ManualTimers } from './fake-server.js';
import { listOf, row } from './lists.js';

/** When pages are loaded, in Unix milliseconds. */
const START = 1_700_000_000_000;

/** A page of a browser, connected to a server of its own. */
class Page {
  server = new FakeServer();
  time = START;
  notified = [];

  constructor(databases) { this.databases = databases; }

  get timers() { return this.server.timers; }

  async load(key = 'mine') {
    this.database = new Database('', { factory: () => this.databases, timers: this.timers });
    const opening = QueueStore.open(this.database, this.timers);
    await settled();
    if (this.databases.hangs) this.timers.pass(3000);
    this.store = await opening;
    this.store.on('stored', (isStored) => this.notified.push(isStored));
    this.store.on('failed', () => this.notified.push('failed'));
    const now = () => this.time;
    this.client = new Client({ ...this.server.options, now, key, queue: this.store.queueOf(key, now) });
    this.list = this.client.open('l');
    return this;
  }

  /** Connects; the list is opened at its start. */
  connect(lastId = 0) {
    this.client.connect();
    this.server.welcome();
    this.server.snapshot(listOf({ s: 'a b' }), 0, { lastId });
  }

  edit(title) {
    this.list.edit([{ op: 'updateRow', row: 'a', fields: { title } }]);
    return settled();
  }

  /** The titles of the edits that the server was sent. */
  get sent() { return this.server.socket.take('edit').map(({ actions }) => actions[0].fields.title); }

  get shown() { return this.list.list.sections[0].rows[0].fields.title; }
}

const storedTitles = (databases, key = 'mine') => databases.records('queues')
  .filter((one) => one.key === key)
  .flatMap(({ entries }) => entries.map(({ actions }) => actions[0].fields.title));

test('unanswered edits outlive the page', async () => {
  const databases = new MemoryDatabases();
  await (await new Page(databases).load()).edit('x');
  const page = await new Page(databases).load();
  assert.deepEqual(page.store.keysWithEdits(), ['mine']);
  page.connect();
  assert.deepEqual([page.sent, page.shown], [['x'], 'x']);
});

const BREAKS = [
  ['the browser is full', (databases) => { databases.isFull = true; }, (databases) => { databases.isFull = false; }],
  ['the data of the site are cleared', (databases) => databases.clear(), () => {}],
  ['the data of the site are cleared and the browser does not open anew', (databases) => {
    databases.hangs = true;
    databases.clear();
  }, (databases) => { databases.hangs = false; }],
];
for (const [what, breakIt, mendIt] of BREAKS) {
  test(`${what} under a page: edits are shown and sent, and stored again once that can be`, async () => {
    const databases = new MemoryDatabases();
    const page = await new Page(databases).load();
    page.connect();
    await page.edit('first');
    breakIt(databases);
    await page.edit('x');
    page.timers.pass(3000);
    await settled();
    assert.deepEqual([page.sent, page.shown], [['first', 'x'], 'x']);
    // What the server says is taken, too.
    page.server.publish([{ revision: 1, updated: [{ row: 'b', fields: { title: 'B' } }] }]);
    assert.equal(page.list.revision, 1);
    mendIt(databases);
    for (let turn = 0; turn < 3; turn += 1) {
      page.timers.pass(60_000);
      await settled();
    }
    await page.edit('y');
    assert.deepEqual(storedTitles(databases), ['first', 'x', 'y']);
    assert.deepEqual(page.notified.filter((one) => one === 'failed').length <= 1, true);
    assert.equal(page.store.isStored, true);
  });
}

test('what is unanswered is stored again at once where the data of the site are cleared or deleted', async () => {
  const databases = new MemoryDatabases();
  const page = await new Page(databases).load();
  await page.edit('x');
  // As Chromium does.
  databases.refusals = 1;
  databases.clear();
  await settled();
  assert.deepEqual([storedTitles(databases), page.notified], [['x'], []]);
  await new Database('', { factory: () => databases }).delete();
  await settled();
  assert.deepEqual([storedTitles(databases), page.notified], [['x'], []]);
});

test('what is not stored is told once, and when it is stored', async () => {
  const databases = new MemoryDatabases();
  const page = await new Page(databases).load();
  databases.isFull = true;
  for (const title of ['x', 'y', 'z']) await page.edit(title);
  databases.isFull = false;
  page.timers.pass(1000);
  await settled();
  assert.deepEqual(page.notified, [false, 'failed', true]);
});

test('a browser that does not open its database, or has none, keeps no page from its start', async () => {
  for (const databases of [Object.assign(new MemoryDatabases(), { hangs: true }), undefined]) {
    const page = new Page(databases ?? { hangs: false });
    await page.load();
    assert.equal(page.store.isStored, false);
    page.connect();
    await page.edit('x');
    assert.deepEqual([page.sent, page.shown], [['x'], 'x']);
  }
});

test('a page writes again what it saved itself, and not what it read of other tabs', async () => {
  const databases = new MemoryDatabases();
  const other = await new Page(databases).load('other');
  await other.edit('old');
  const page = await new Page(databases).load();
  await other.edit('new');
  databases.isFull = true;
  await page.edit('x');
  databases.isFull = false;
  page.timers.pass(1000);
  await settled();
  assert.deepEqual([storedTitles(databases), storedTitles(databases, 'other')], [['x'], ['old', 'new']]);
});

test('what was saved later is not overwritten by an earlier write that is tried again', async () => {
  const databases = new MemoryDatabases();
  const timers = new ManualTimers();
  const store = await QueueStore.open(new Database('', { factory: () => databases, timers }), timers);
  const queue = store.queueOf('k');
  const save = (...ids) => queue.save('l', ids.map((id) => ({ id, kind: 'edit', at: 1, actions: [] })), ids.at(-1), {});
  save(1);
  await settled();
  databases.isFull = true;
  save(1, 2);
  queueMicrotask(() => { databases.isFull = false; });
  save(1, 2, 3);
  await settled();
  assert.deepEqual([store.isStored, databases.records('queues')[0].entries.map(({ id }) => id)], [true, [1, 2, 3]]);
});

test('a copy of a list that cannot be read or written does no harm', async () => {
  const databases = new MemoryDatabases();
  const database = new Database('', { factory: () => databases });
  const cache = new ListCache(database);
  databases.isFull = true;
  const page = await new Page(databases).load();
  page.connect();
  const attached = cache.attach(page.list);
  await page.edit('x');
  cache.flush();
  databases.clear();
  await attached;
  await settled();
  assert.deepEqual([await cache.lists(), await cache.read('l')], [[], null]);
});

test('copies of lists tell how many of their rows are done, where all of them are held', async () => {
  const databases = new MemoryDatabases();
  const database = new Database('', { factory: () => databases });
  const done = (name) => ({ ...row(name), fields: { title: name, done: true } });
  const whole = listOf({ s: ['a', done('b')], t: [done('c'), 'd', 'e'] });
  const part = { ...listOf({ s: '' }), partial: true };
  part.sections[0].rows = new SparseRows(9, [{ at: 2, rows: [done('x')] }]);
  const plain = { ...whole, rules: { kind: 'plain' }, title: 'C' };
  for (const [list, state] of [['l1', { ...whole, title: 'A' }], ['l2', { ...part, title: 'B' }], ['l3', plain]]) {
    await database.use(LISTS, 'readwrite', (lists) => lists.put({ list, state }));
  }
  assert.deepEqual((await new ListCache(database).lists()).map((one) => [one.rows, one.done]),
    [[5, 2], [9, undefined], [5, 0]]);
});

/** What is left where tabs with these keys were closed, each with an edit of its own name. */
async function leave(...keys) {
  const databases = new MemoryDatabases();
  for (const key of keys) await (await new Page(databases).load(key)).edit(key);
  return databases;
}

test('the edits of all tabs that were closed are sent at once, under their own keys and ids', async () => {
  const page = await new Page(await leave('k1', 'k2')).load();
  const drafts = new Drafts(new SteadyStorage(() => new MemoryStorage()), '', 'mine');
  const followed = [];
  sendLeft(['k1', 'k2'], {
    store: page.store, drafts, options: page.server.options, follow: (client) => followed.push(client.key),
    now: () => START,
  });
  assert.deepEqual([followed, page.server.sockets.length], [['k1', 'k2'], 2]);
  for (const [at, key] of ['k1', 'k2'].entries()) {
    const socket = page.server.sockets[at];
    socket.accept();
    assert.equal(socket.take('hello')[0].client, key);
    socket.say({ type: 'welcome', protocol: 1, client: `public ${key}`, limits: { inFlight: 128 } });
    socket.say({ type: 'opened', list: 'l', epoch: 'e1', revision: 0, lastId: 0, role: 'owner' },
      { type: 'snapshot', list: 'l', epoch: 'e1', revision: 0, ...listOf({ s: 'a b' }) });
    const [edit] = socket.take('edit');
    assert.deepEqual([edit.id, edit.actions[0].fields.title], [1, key]);
    socket.say({ type: 'ack', list: 'l', id: 1, outcome: 'duplicate', applied: true, revision: 0, clamped: [] });
    // Which edit that was, the list shows.
    socket.say({ type: 'opened', list: 'l', epoch: 'e1', revision: 1, lastId: 1, role: 'owner' },
      { type: 'snapshot', list: 'l', epoch: 'e1', revision: 1, ...listOf({ s: [{ id: 'a', fields: { title: key } }] }) });
    assert.equal(socket.readyState, 3);
  }
  await settled();
  assert.deepEqual(page.store.keysWithEdits(), []);
});

test('of edits that are older than servers remember the texts are kept; a time ahead is not old', async () => {
  const day = 86_400_000;
  for (const [now, days, sent, kept] of [
    [31 * day, undefined, ['new'], ['old']], [31 * day, 7, ['new'], ['old']], [40 * day, 7, [], ['old', 'new']],
    [-31 * day, undefined, ['old', 'new'], []]]) {
    const databases = new MemoryDatabases();
    const closed = await new Page(databases).load('k1');
    await closed.edit('old');
    closed.time += 30 * day;
    await closed.edit('new');
    const page = await new Page(databases).load();
    assert.equal(page.store.hasOld('k1', START + now), now > 0);
    const drafts = new Drafts(new SteadyStorage(() => new MemoryStorage()), '', 'mine');
    sendLeft(['k1'], {
      store: page.store, drafts, options: page.server.options, follow: () => {}, days, now: () => START + now,
    });
    assert.deepEqual(page.store.queueOf('k1').load('l').entries
      .map(({ actions }) => actions[0].fields.title), sent);
    assert.deepEqual(drafts.of('l').map(({ kind, text }) => [kind, text]), kept.map((text) => ['kept', text]));
    assert.equal(page.server.sockets.length, sent.length === 0 ? 0 : 1);
  }
});

test('edits from before signing in are handed over, until the user has decided', async () => {
  const storage = new SteadyStorage(() => new MemoryStorage());
  const databases = await leave('k1', 'k2');
  const page = await new Page(databases).load();
  const titles = (isOpen = () => false) => handedOver(storage, isOpen).edits
    .map(([list, made]) => [list, made.map(({ actions }) => actions[0].fields.title)]);
  await handOver(storage, 'k1', ['k1', 'none'].map((key) => page.store.queueOf(key)));
  assert.deepEqual(databases.records('queues').map(({ key }) => key), ['k2']);
  await handOver(storage, 'k1', [page.store.queueOf('k2')]);
  assert.deepEqual([titles(), page.store.keysWithEdits()], [[['l', ['k1']], ['l', ['k2']]], []]);
  // Another tab asks about its own.
  assert.deepEqual(titles((key) => key === 'k1'), []);
  handedOver(storage, () => false).end();
  assert.deepEqual(titles(), []);
});

test('edits that the browser does not take when they are handed over stay in their queues', async () => {
  const browser = Object.assign(new MemoryStorage(), { isFull: true });
  const page = await new Page(await leave('k1')).load();
  await handOver(new SteadyStorage(() => browser), 'k1', [page.store.queueOf('k1')]);
  assert.deepEqual(page.store.keysWithEdits(), ['k1']);
});

test('edits of which the browser forgets nothing when they are handed over are not handed over, too', async () => {
  const storage = new SteadyStorage(() => new MemoryStorage());
  const databases = await leave('k1');
  const page = await new Page(databases).load();
  databases.isFull = true;
  await handOver(storage, 'k1', [page.store.queueOf('k1')]);
  assert.deepEqual([handedOver(storage, () => false).edits, databases.records('queues').length], [[], 1]);
});

test('a database that was deleted stores nothing any more', async () => {
  const databases = new MemoryDatabases();
  const page = await new Page(databases).load();
  await page.edit('x');
  await page.database.delete();
  await page.edit('y');
  page.timers.pass(60_000);
  await settled();
  assert.deepEqual([databases.records('queues'), databases.databases.size], [[], 0]);
});

test('items that the browser does not take last as long as the page', () => {
  const browser = new MemoryStorage();
  const storage = new SteadyStorage(() => browser);
  assert.equal(storage.setItem('a', '1'), true);
  browser.isFull = true;
  assert.equal(storage.setItem('a', '2'), false);
  storage.setItem('b', 3);
  assert.deepEqual([storage.getItem('a'), storage.getItem('b'), browser.getItem('a'), storage.names],
    ['2', '3', '1', ['a', 'b']]);
  browser.isFull = false;
  storage.setItem('a', '4');
  storage.removeItem('b');
  assert.deepEqual([browser.getItem('a'), storage.getItem('b'), storage.names], ['4', null, ['a']]);
  const refused = new SteadyStorage(() => { throw new DOMException('cookies are blocked', 'SecurityError'); });
  refused.setItem('a', '1');
  assert.deepEqual([refused.getItem('a'), refused.getItem('b'), refused.names], ['1', null, ['a']]);
  refused.removeItem('a');
  assert.deepEqual([refused.getItem('a'), refused.names], [null, []]);
});
