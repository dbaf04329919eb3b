/** Holds QR codes against those that another generator makes of the same texts. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { qrCode } from '../../../web-client/people/qr-code.js';

const KNOWN = JSON.parse(readFileSync(new URL('qr-codes.json', import.meta.url), 'utf8'));

for (const { text, rows } of KNOWN) {
  test(`the code of ${text.length} characters has ${rows.length} rows, each as it is known`, () => {
    const bits = (row) => BigInt(`0b${row.map((dark) => (dark ? 1 : 0)).join('')}`).toString(16);
    const code = qrCode(text);
    assert.deepEqual(code.map(bits), rows);
    for (const row of code) assert.equal(row.length, rows.length);
  });
}

test('a code grows with its text, up to 213 bytes', () => {
  const sizes = [14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213];
  const expected = [21, 25, 25, 29, 29, 33, 33, 37, 37, 41, 41, 45, 45, 49, 49, 53, 53, 57, 57];
  assert.deepEqual(sizes.map((length) => qrCode('x'.repeat(length)).length), expected);
  assert.equal(qrCode('x'.repeat(214)), null);
  assert.equal(qrCode('ä'.repeat(107)), null);
});
