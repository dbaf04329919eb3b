/** The letters of avatars. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { initials } from '../../../web-client/elements/peers.js';

const NAMES = [
  ['Ana', 'A'], ['ana maria luz', 'AL'], ['', '?'], ['e\u0301va', 'E\u0301'],
  ['👩‍👩‍👧 Ana', '👩‍👩‍👧A'], ['🇩🇪', '🇩🇪'], ['👍🏽x', '👍🏽'], ['1️⃣ one', '1️⃣O'], ['\u0301x', '\u0301'],
];

for (const [name, letters] of NAMES) {
  test(`the avatar of “${name}” has whole characters`, () => assert.equal(initials(name), letters));
}
