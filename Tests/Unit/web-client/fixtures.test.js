import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
  applyActions, applyChangeSet, banded, countsOf, digest,
} from '../../../web-client/package/list-model.js';
import { decodeSnapshot } from '../../../web-client/package/messages.js';

/** The fixtures that the server's editing core runs too: `{name, list, actions, …}`. */
const casesOf = (file) => JSON.parse(
  readFileSync(new URL(`../../Support/Fixtures/editing/${file}`, import.meta.url), 'utf8'));

const listOf = (body) => banded(decodeSnapshot(body).state);
const decided = ({ rejected }) => rejected && { action: rejected.action, code: rejected.code };

/** JSON with its keys sorted. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])]));
}

for (const fixture of casesOf('by-hand.json')) {
  test(`by hand: ${fixture.name}`, () => {
    const outcome = applyActions(listOf(fixture.list), fixture.actions);
    assert.deepEqual(decided(outcome), fixture.reject);
    if (fixture.reject) return;
    const order = outcome.list.sections.map(({ rows }) => rows.map((row) => row.id));
    assert.deepEqual(order, fixture.order);
    assert.deepEqual(plain(outcome.clamped), plain(fixture.clamped ?? []));
  });
}

for (const { name, list: body, actions, expect } of casesOf('random.json')) {
  test(`random: ${name}`, () => {
    const list = listOf(body);
    const outcome = applyActions(list, actions);
    assert.deepEqual(decided(outcome), expect.reject);
    if (expect.reject) return;
    const after = decodeSnapshot(expect.after).state;
    assert.deepEqual(plain(outcome.list), plain(after));
    assert.deepEqual(plain(outcome.clamped), plain(expect.set.clamped ?? []));
    assert.deepEqual(plain(applyChangeSet(list, expect.set, expect.counts)), plain(after));
    assert.deepEqual(countsOf(after), expect.counts);
    assert.equal(digest(after), expect.digest);
  });
}
