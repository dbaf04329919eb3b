/** The page about the server: figures as people read them, parts of tables, and rounds of questions. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { refusalOf, takesTokens } from '../../../web-client/admin/access-view.js';
import { needsAttention } from '../../../web-client/admin/health-view.js';
import { Live } from '../../../web-client/admin/live.js';
import {
  bytes, count, duration, flow, microseconds, percent, rate,
} from '../../../web-client/admin/quantities.js';
import { PAGE_ROWS, TableState } from '../../../web-client/admin/table-state.js';
import { fragmentOf, routeOf } from '../../../web-client/environment.js';
import { de } from '../../../web-client/texts/de.js';
import { adminDe } from '../../../web-client/texts/de/admin.js';
import { en } from '../../../web-client/texts/en.js';
import { adminEn } from '../../../web-client/texts/en/admin.js';
import { addCatalogues, useCatalogue } from '../../../web-client/texts/texts.js';
import { ManualTimers } from './fake-server.js';

addCatalogues({ en: adminEn, de: adminDe });
afterEach(() => useCatalogue('en', en));

/** With plain blanks. */
const plain = (text) => text.replaceAll('\u00a0', ' ');

test('what is not known is a dash', () => {
  for (const write of [bytes, count, duration, flow, microseconds, percent, rate]) {
    assert.equal(write(undefined), '–');
  }
});

for (const [write, value, inEnglish, inGerman] of [
  [count, 31204, '31,204', '31.204'], [count, 3, '3', '3'],
  [rate, 0, '0', '0'], [rate, 0.5, '0.5', '0,5'], [rate, 3, '3', '3'], [rate, 9.96, '10', '10'],
  [rate, 812.4, '812', '812'], [rate, 31204, '31,204', '31.204'],
  [bytes, 0, '0 B', '0 B'], [bytes, 512, '512 B', '512 B'], [bytes, 999, '999 B', '999 B'],
  [bytes, 1000, '1.0 kB', '1,0 kB'], [bytes, 41_000, '41.0 kB', '41,0 kB'],
  [bytes, 99_960, '100 kB', '100 kB'], [bytes, 999_600, '1.0 MB', '1,0 MB'],
  [bytes, 1.24e9, '1.2 GB', '1,2 GB'], [bytes, 5e15, '5,000 TB', '5.000 TB'],
  [flow, 12_000, '12.0 kB/s', '12,0 kB/s'],
  [microseconds, 85, '85 µs', '85 µs'], [microseconds, 999, '999 µs', '999 µs'],
  [microseconds, 1000, '1.0 ms', '1,0 ms'], [microseconds, 2140, '2.1 ms', '2,1 ms'],
  [microseconds, 999_600, '1.0 s', '1,0 s'], [microseconds, 1_500_000, '1.5 s', '1,5 s'],
  [percent, 12, '12%', '12 %'],
  [duration, 0, '0 s', '0 s'], [duration, 59.9, '59 s', '59 s'], [duration, 200, '3 min', '3 min'],
  [duration, 18_600, '5 h 10 min', '5 h 10 min'], [duration, 352_800, '4 d 2 h', '4 Tg. 2 h'],
]) {
  test(`${write === count ? 'a count' : 'a figure'} of ${value} reads ${inEnglish}`, () => {
    assert.equal(plain(write(value)), inEnglish);
    useCatalogue('de', de);
    assert.equal(plain(write(value)), inGerman);
  });
}

const table = () => new TableState({
  get: 'lists', orders: { list: 'ascending', rate: 'descending' }, by: 'rate',
});

test('a table asks for its first page, and for the texts that are searched', () => {
  const state = table();
  assert.deepEqual(state.question, {
    get: 'lists', by: 'rate', text: undefined, from: 0, limit: PAGE_ROWS,
  });
  assert.equal(state.directionOf('rate'), 'descending');
  assert.equal(state.directionOf('list'), null);
  state.search('  gro ');
  assert.equal(state.question.text, 'gro');
  state.sortBy('list');
  assert.equal(state.directionOf('list'), 'ascending');
  assert.equal(state.question.by, 'list');
});

test('another order and another text begin at the first page', () => {
  for (const change of [(state) => state.sortBy('list'), (state) => state.search('a')]) {
    const state = table();
    state.took(3 * PAGE_ROWS);
    state.next();
    assert.equal(state.question.from, PAGE_ROWS);
    change(state);
    assert.equal(state.question.from, 0);
  }
});

test('pages are turned as far as there are rows, and an answer to an earlier question is known', () => {
  const state = table();
  state.previous();
  assert.equal(state.from, 0);
  state.took(PAGE_ROWS + 1);
  const { question } = state;
  assert.deepEqual([state.hasPrevious, state.hasNext], [false, true]);
  state.next();
  state.next();
  assert.equal(state.from, PAGE_ROWS);
  assert.deepEqual([state.hasPrevious, state.hasNext], [true, false]);
  assert.equal(state.isCurrent(question), false);
  assert.equal(state.isCurrent(state.question), true);
});

test('where the page shown is there no more, the last one is asked for', () => {
  const state = table();
  state.took(5 * PAGE_ROWS);
  for (let page = 0; page < 4; page += 1) state.next();
  assert.equal(state.took(2 * PAGE_ROWS), false);
  assert.equal(state.from, PAGE_ROWS);
  assert.equal(state.took(0), false);
  assert.equal(state.from, 0);
  assert.equal(state.took(0), true);
});

/** Rounds that a test ends, and a clock. */
function rounds() {
  const timers = new ManualTimers();
  const ends = [];
  let now = 0;
  const live = new Live(() => new Promise((resolve) => { ends.push(resolve); }), {
    interval: 1000, timers, now: () => now,
  });
  const pass = (ms) => {
    now += ms;
    timers.pass(ms);
  };
  const end = async () => {
    ends.at(-1)();
    await new Promise(setImmediate);
  };
  return { live, ends, pass, end };
}

test('rounds begin once a second, and never while another is under way', async () => {
  const { live, ends, pass, end } = rounds();
  live.start();
  live.start();
  pass(300);
  assert.equal(ends.length, 1);
  await end();
  pass(699);
  assert.equal(ends.length, 1);
  pass(1);
  assert.equal(ends.length, 2);
  pass(5000);
  assert.equal(ends.length, 2);
  await end();
  pass(249);
  assert.equal(ends.length, 2);
  pass(1);
  assert.equal(ends.length, 3);
});

test('a round that is wanted soon begins after the one under way, and none where it is stopped', async () => {
  const { live, ends, pass, end } = rounds();
  live.soon();
  assert.equal(ends.length, 0);
  live.start();
  live.soon();
  assert.equal(ends.length, 1);
  await end();
  assert.equal(ends.length, 2);
  live.stop();
  await end();
  pass(60_000);
  live.soon();
  assert.equal(ends.length, 2);
  live.start();
  assert.equal(ends.length, 3);
});

test('stopped and started again within a round, it goes on with one round at a time', async () => {
  const { live, ends, pass, end } = rounds();
  live.start();
  live.stop();
  live.start();
  assert.equal(ends.length, 1);
  await end();
  assert.equal(ends.length, 2);
  await end();
  pass(1000);
  assert.equal(ends.length, 3);
});

test('links lead to the page of a list', () => {
  assert.deepEqual(routeOf(fragmentOf('a.b_c~d-e')), { page: 'list', id: 'a.b_c~d-e' });
  assert.deepEqual(routeOf(fragmentOf('l', 'r')), { page: 'list', id: 'l', row: 'r' });
});

test('a refusal is a sentence, and a token is asked for where one helps', () => {
  const owner = 'only an owner of all lists may watch the server';
  assert.match(refusalOf(owner), /does not own every list/u);
  assert.equal(refusalOf('something else'), 'Something else.');
  assert.ok(takesTokens(owner));
  assert.ok(!takesTokens(
    'the admin page is off: without authentication the setting admin.open turns it on'));
});

test('health needs attention where the server is not ready, or a list, a backup or NATS fails', () => {
  const health = { ready: true, reasons: [], unreadable: [], backupFailures: 0 };
  assert.equal(needsAttention({ health, figures: {} }), false);
  assert.equal(needsAttention({ health, figures: { natsReachable: true } }), false);
  for (const [trouble, figures] of [
    [{ ready: false }, {}], [{ unreadable: [{ list: 'l', reason: 'r' }] }, {}],
    [{ backupFailures: 1 }, {}], [{}, { natsReachable: false }]]) {
    assert.equal(needsAttention({ health: { ...health, ...trouble }, figures }), true);
  }
});
