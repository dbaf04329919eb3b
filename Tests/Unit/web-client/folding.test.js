/** Texts that are alike, for comparing and for searching. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rowsWhere } from '../../../web-client/dialogs/delete-where.js';
import { caseFolded, folded, foldedWithOrigins } from '../../../web-client/texts/folding.js';

const ALIKE = [
  ['Cafe\u0301', 'CAFÉ'], ['straße', 'STRASSE'], ['STRAẞE', 'strasse'], ['Ｍｉｌｋ', 'milk'],
  ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'], ['ΣΑΣ', 'σας'], ['ﬁsch', 'FISCH'], ['Ⅻ', 'xii'], ['ｶﾞ', 'ガ'],
  ['\u1112\u1161\u11ab', '한'], ['ſ', 'S'], ['µ', 'Μ'], ['2²', '22'],
];
const APART = [['a', 'b'], ['각', '가'], ['か', 'が'], ['milk', 'milks']];

test('case and encoding do not count', () => {
  for (const [one, other] of ALIKE) {
    assert.equal(caseFolded(one), caseFolded(other), `${one} ${other}`);
    assert.equal(folded(one), folded(other), `${one} ${other}`);
  }
  for (const [one, other] of APART) {
    assert.notEqual(caseFolded(one), caseFolded(other));
    assert.notEqual(folded(one), folded(other));
  }
});

test('accents count for comparing, and do not for searching', () => {
  assert.notEqual(caseFolded('Café'), caseFolded('Cafe'));
  for (const [one, other] of [['Café', 'cafe'], ['İ', 'i'], ['שָׁלוֹם', 'שלום'], ['مُحَمَّد', 'محمد']]) {
    assert.equal(folded(one), folded(other));
  }
});

test('what is folded stays as it is when it is folded again', () => {
  for (const text of [...ALIKE, ...APART].flat()) {
    assert.equal(folded(folded(text)), folded(text), text);
    assert.equal(caseFolded(caseFolded(text)), caseFolded(text), text);
  }
});

test('folded part by part, a text is what it is as a whole, and every unit has its characters', () => {
  const letters = ['a', 'ß', 'ẞ', 'Σ', 'e\u0301', '\u0301', '\u0327', 'İ', 'ﬁ', 'Ｍ', 'ｶ', 'ﾞ', 'か', '\u3099',
    '\u1112', '\u1161', '\u11ab', 'ㄱ', 'ㅏ', 'ﾡ', 'ￂ', '각', '😀', ' ', '\u200d', 'क', 'ि', 'ा', '\ud800'];
  let state = 7;
  const random = (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let round = 0; round < 3_000; round += 1) {
    const text = Array.from({ length: 1 + random(6) }, () => letters[random(letters.length)]).join('');
    const { plain, starts, ends } = foldedWithOrigins(text);
    assert.equal(plain, folded(text), JSON.stringify(text));
    assert.equal(starts.length, plain.length);
    for (let unit = 0; unit < plain.length; unit += 1) {
      assert.ok(folded(text.slice(starts[unit], ends[unit])).includes(plain[unit]));
    }
  }
});

test('rows are deleted where their texts are alike, and accents count there', () => {
  const titles = ['STRASSE', 'straße', 'Strase', 'Cafe\u0301', 'café', 'cafe'];
  const rows = titles.map((title, at) => ({ id: `r${at}`, fields: { title } }));
  const list = { title: '', rules: {}, sections: [{ id: 's', title: '', rules: {}, rows }] };
  const found = (comparison, value) => rowsWhere(list, { field: 'title', comparison, value }).matching;
  assert.deepEqual(found('=', 'Straße'), ['r0', 'r1']);
  assert.deepEqual(found('contains', 'CAFÉ'), ['r3', 'r4']);
  assert.deepEqual(found('contains', 'ＳＳ'), ['r0', 'r1']);
});
