import assert from 'node:assert/strict';
import { test } from 'node:test';

import { claimKeys, forget, hasOtherTabs, remember } from '../../../web-client/storage/tab-keys.js';
import { TabLeases } from '../../../web-client/storage/tab-leases.js';
import { SteadyStorage } from '../../../web-client/storage/web-storage.js';
import { MemoryLocks, MemoryStorage, settled } from './fake-browser.js';
import { ManualTimers } from './fake-server.js';

const localOf = () => new SteadyStorage(() => new MemoryStorage());

/** A session storage, with the client key of an earlier page if there is one. */
function sessionOf(key) {
  const storage = new MemoryStorage();
  if (key) storage.setItem('lockstep.key', key);
  return storage;
}

test('a tab keeps its key over a reload, and takes care of all that closed tabs left', async () => {
  const claimed = await claimKeys(
    { session: sessionOf('mine'), local: localOf(), locks: new MemoryLocks('busy'), candidates: ['a', 'mine', 'busy', 'b'] });
  assert.deepEqual([claimed.key, claimed.left], ['mine', ['a', 'b']]);
  assert.deepEqual(['mine', 'a', 'busy', 'gone'].map(claimed.isOpen), [false, false, true, false]);
});

test('a duplicated tab makes a new key', async () => {
  const session = sessionOf('mine');
  const { key, left } = await claimKeys(
    { session, local: localOf(), locks: new MemoryLocks('mine'), candidates: ['mine'] });
  assert.match(key, /^[0-9a-v]{24}$/u);
  assert.deepEqual([left, session.getItem('lockstep.key')], [[], key]);
});

test('a new tab goes on with the first key with unsent edits that no tab uses', async () => {
  const { key, left } = await claimKeys(
    { session: sessionOf(), local: localOf(), locks: new MemoryLocks('busy'), candidates: ['busy', 'free', 'more'] });
  assert.deepEqual([key, left], ['free', ['more']]);
});

test('no tab goes on with a key whose edits cannot all be sent', async () => {
  const hasOld = (key) => key.startsWith('old');
  const { key, left } = await claimKeys({
    session: sessionOf('old own'), local: localOf(), locks: new MemoryLocks(), candidates: ['old', 'old own', 'new', 'more'], hasOld });
  assert.deepEqual([key, left], ['new', ['old', 'old own', 'more']]);
});

test('no load goes on with a key whose edits are not stored, until they are', async () => {
  const [session, local] = [sessionOf('mine'), localOf()];
  const first = await claimKeys({ session, local, locks: new MemoryLocks(), keeps: false });
  assert.notEqual(first.key, 'mine');
  const candidates = [first.key];
  const second = await claimKeys({ session, local, locks: new MemoryLocks(), candidates });
  assert.notEqual(second.key, first.key);
  // What is stored of it was made before, and is sent.
  assert.deepEqual(second.left, candidates);
  remember(session, local, first.key);
  assert.equal((await claimKeys({ session: sessionOf(), local, locks: new MemoryLocks(), candidates })).key, first.key);
});

test('that a key is not stored is forgotten with its edits', async () => {
  const local = localOf();
  for (const key of ['open', 'left', 'gone']) forget(sessionOf(), local, key);
  await claimKeys({ session: sessionOf(), local, locks: new MemoryLocks('open'), candidates: ['left'] });
  assert.deepEqual(local.names, ['lockstep.unstored.open', 'lockstep.unstored.left']);
});

test('other tabs are those with another key', async () => {
  assert.equal(await hasOtherTabs(new MemoryLocks('mine'), 'mine'), false);
  assert.equal(await hasOtherTabs(new MemoryLocks('mine', 'theirs'), 'mine'), true);
  assert.equal(await hasOtherTabs(undefined, 'mine'), false);
});

/** Tabs of one browser without Web Locks, on one clock. */
class Tabs {
  storage = new MemoryStorage();
  timers = new ManualTimers();
  time = 1_000_000;

  lost = [];

  open(tab) {
    return new TabLeases(new SteadyStorage(() => this.storage), tab, {
      lost: () => this.lost.push(tab), timers: this.timers, now: () => this.time,
    });
  }

  /** Lets time pass, in steps as long as a tab waits for others. */
  async pass(milliseconds) {
    for (let at = 0; at < milliseconds; at += 100) {
      this.time += 100;
      this.timers.pass(100);
      await settled();
    }
  }

  /** What a tab claims. */
  async claim(tab, session, candidates = []) {
    const claiming = claimKeys(
      { session, local: localOf(), locks: this.open(tab), candidates, timers: this.timers });
    await this.pass(1000);
    return claiming;
  }
}

test('without Web Locks a duplicated tab makes a new key, and a reload keeps it', async () => {
  const tabs = new Tabs();
  const session = sessionOf();
  const locks = tabs.open('one');
  const claiming = claimKeys({ session, local: localOf(), locks, timers: tabs.timers });
  await tabs.pass(1000);
  const { key } = await claiming;
  const other = await tabs.claim('two', sessionOf(key));
  assert.notEqual(other.key, key);
  assert.equal(other.isOpen(key), true);
  locks.release();
  assert.equal((await tabs.claim('three', session)).key, key);
});

test('without Web Locks two tabs that load at once do not take one key', async () => {
  const tabs = new Tabs();
  const claiming = ['one', 'two'].map((tab) => claimKeys(
    { session: sessionOf('same'), local: localOf(), locks: tabs.open(tab), timers: tabs.timers }));
  await tabs.pass(1000);
  const [one, two] = await Promise.all(claiming);
  assert.equal([one.key, two.key].filter((key) => key === 'same').length, 1);
});

test('without Web Locks the edits of a tab that was closed are left, those of a tab that is hidden are not', async () => {
  const tabs = new Tabs();
  const closed = tabs.open('closed');
  const hidden = tabs.open('hidden');
  const claiming = [['a', closed], ['b', hidden]].map(([key, locks]) => claimKeys(
    { session: sessionOf(key), local: localOf(), locks, timers: tabs.timers }));
  await tabs.pass(500);
  await Promise.all(claiming);
  closed.release();
  await tabs.pass(200_000);
  assert.deepEqual((await tabs.claim('new', sessionOf('c'), ['a', 'b'])).left, ['a']);
});

test('without Web Locks a tab that ended without a word is taken for open for two minutes, whatever the clock did', async () => {
  const tabs = new Tabs();
  for (const [key, at] of [['fresh', tabs.time], ['old', tabs.time - 120_000], ['ahead', tabs.time + 2_600_000_000]]) {
    tabs.storage.setItem(`lockstep.lease.lockstep.${key}`, `crashed ${at}`);
  }
  const { left } = await tabs.claim('new', sessionOf('c'), ['fresh', 'old', 'ahead']);
  assert.deepEqual(left, ['old', 'ahead']);
});

test('without Web Locks a tab that stood still while another took its key is told', async () => {
  const tabs = new Tabs();
  const still = new ManualTimers();
  const locks = new TabLeases(new SteadyStorage(() => tabs.storage), 'one',
    { lost: () => tabs.lost.push('one'), timers: still, now: () => tabs.time });
  const claiming = claimKeys({ session: sessionOf('mine'), local: localOf(), locks, timers: tabs.timers });
  await settled();
  still.pass(100);
  await claiming;
  await tabs.pass(130_000);
  assert.deepEqual((await tabs.claim('two', sessionOf(), ['mine'])).key, 'mine');
  still.pass(5000);
  assert.deepEqual(tabs.lost, ['one']);
});

test('without Web Locks a page that comes back from the cache has its key again, unless another took it', async () => {
  const tabs = new Tabs();
  const session = sessionOf();
  const locks = tabs.open('one');
  const claiming = claimKeys({ session, local: localOf(), locks, timers: tabs.timers });
  await tabs.pass(500);
  const { key } = await claiming;
  locks.release();
  locks.resume();
  assert.notEqual((await tabs.claim('two', sessionOf(key))).key, key);
  locks.release();
  assert.equal((await tabs.claim('three', sessionOf(key))).key, key);
  assert.deepEqual(tabs.lost, []);
  locks.resume();
  assert.deepEqual(tabs.lost, ['one']);
  assert.match(tabs.storage.getItem(`lockstep.lease.lockstep.${key}`), /^three /u);
});

test('where the browser refuses locks, the page starts with a new key', async () => {
  const refused = async () => { throw new DOMException('cookies are blocked', 'SecurityError'); };
  const locks = { request: refused, query: refused };
  const { key, left, isOpen } = await claimKeys(
    { session: sessionOf('mine'), local: localOf(), locks, candidates: ['other'] });
  assert.match(key, /^[0-9a-v]{24}$/u);
  assert.deepEqual([left, isOpen('other'), await hasOtherTabs(locks, key)], [[], false, false]);
});

test('without Web Locks, and with storage that is full, every load takes a new key', async () => {
  const tabs = new Tabs();
  tabs.storage.isFull = true;
  const session = sessionOf('mine');
  const keys = [(await tabs.claim('one', session)).key, (await tabs.claim('two', sessionOf('mine'))).key];
  assert.equal(new Set([...keys, 'mine']).size, 3);
});
