import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BackOff } from '../../web-client/client/retry.js';

test('waits double up to the longest, each spread over its upper half, until it is reset', () => {
  for (const [random, factor] of [[() => 0, 0.5], [() => 0.5, 0.75], [() => 0.999, 0.9995]]) {
    const backOff = new BackOff({ first: 400, longest: 3000, random });
    const waits = Array.from({ length: 5 }, () => backOff.next());
    assert.deepEqual(waits, [400, 800, 1600, 3000, 3000].map((span) => span * factor));
    backOff.reset();
    assert.equal(backOff.next(), 400 * factor);
  }
});
