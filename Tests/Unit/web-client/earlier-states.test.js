import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  differingRows, EarlierStates, readEarlierState,
} from '../../../web-client/finding/earlier-states.js';
import { listOf, orderOf } from './lists.js';

const CLIENT = {
  locate: (path) => `http://server${path}`, headers: { Authorization: 'Bearer token' },
};

/** Answers requests with a status and a value; the requests that were made. */
function answering(t, status, value) {
  const asked = [];
  t.mock.method(globalThis, 'fetch', async (url, { headers }) => {
    asked.push([url, headers]);
    return { ok: status === 200, status, json: async () => value };
  });
  return asked;
}

test('an earlier state is read with the token, and is a list', async (t) => {
  const asked = answering(t, 200, {
    type: 'snapshot', revision: 4, title: 'L',
    sections: [{ id: 'one', title: '', rows: [{ id: 'a', fields: {} }] }],
  });
  const state = await readEarlierState(CLIENT, 'a b', 4);
  assert.deepEqual(asked, [['http://server/api/lists/a%20b?revision=4', CLIENT.headers]]);
  assert.equal(state.title, 'L');
  assert.equal(orderOf(state), orderOf(listOf({ one: 'a' })));
});

for (const [status, code] of [[410, 'gone'], [404, 'notYet'], [503, 'later'], [401, 'unreadable']]) {
  test(`where the answer is ${status}, an earlier state is told to be ${code}`, async (t) => {
    answering(t, status);
    await assert.rejects(readEarlierState(CLIENT, 'l', 1), { code });
  });
}

test('a state is asked for once, and again after twenty others or a failure', async () => {
  const asked = [];
  const states = new EarlierStates(async (revision) => {
    asked.push(revision);
    if (asked.length === 1) throw new Error('later');
    return { revision };
  });
  await assert.rejects(states.at(1));
  assert.equal(await states.at(1), await states.at(1));
  assert.deepEqual(asked, [1, 1]);
  for (let revision = 2; revision <= 21; revision += 1) await states.at(revision);
  await states.at(1);
  assert.deepEqual([asked.length, asked.at(-1)], [23, 1]);
});

test('rows differ that are gone or have other fields, in whatever order those are', () => {
  const rows = (...all) => ({ sections: [{ rows: all }] });
  const then = rows({ id: 'a', fields: { title: 'A', n: 1 } }, { id: 'b', fields: {} },
    { id: 'c', fields: { title: 'C' } });
  const now = rows({ id: 'c', fields: { title: 'D' } }, { id: 'a', fields: { n: 1, title: 'A' } });
  assert.deepEqual([...differingRows(then, now)], ['b', 'c']);
  assert.deepEqual([...differingRows(then, { ...now, partial: true })], []);
});
