/** Holds the catalogues of texts against each other. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { madeUpName } from '../../../web-client/people/made-up-names.js';
import { de as firstDe } from '../../../web-client/texts/de.js';
import { adminDe } from '../../../web-client/texts/de/admin.js';
import { changesDe } from '../../../web-client/texts/de/changes.js';
import { dialogsDe } from '../../../web-client/texts/de/dialogs.js';
import { earlierDe } from '../../../web-client/texts/de/earlier.js';
import { keysDe } from '../../../web-client/texts/de/keys.js';
import { signInDe } from '../../../web-client/texts/de/sign-in.js';
import { transferDe } from '../../../web-client/texts/de/transfer.js';
import { en as firstEn } from '../../../web-client/texts/en.js';
import { adminEn } from '../../../web-client/texts/en/admin.js';
import { changesEn } from '../../../web-client/texts/en/changes.js';
import { dialogsEn } from '../../../web-client/texts/en/dialogs.js';
import { earlierEn } from '../../../web-client/texts/en/earlier.js';
import { keysEn } from '../../../web-client/texts/en/keys.js';
import { signInEn } from '../../../web-client/texts/en/sign-in.js';
import { transferEn } from '../../../web-client/texts/en/transfer.js';
import { languageFor } from '../../../web-client/texts/languages.js';
import { formatNumber, language, translate, useCatalogue } from '../../../web-client/texts/texts.js';

// With those that come with a page.
const [en, de] = [
  { ...firstEn, ...changesEn, ...dialogsEn, ...earlierEn, ...keysEn, ...transferEn, ...adminEn, ...signInEn },
  { ...firstDe, ...changesDe, ...dialogsDe, ...earlierDe, ...keysDe, ...transferDe, ...adminDe, ...signInDe },
];

afterEach(() => useCatalogue('en', en));

const placeholders = (message) => {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  return [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/gu) ?? []))].sort();
};

test('every catalogue has the same messages with the same placeholders', () => {
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    assert.deepEqual(placeholders(de[key]), placeholders(en[key]), key);
  }
});

test('a message has a text for each plural category of its language', () => {
  for (const [tag, catalogue] of [['en', en], ['de', de]]) {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    for (const [key, message] of Object.entries(catalogue)) {
      if (typeof message === 'string') continue;
      assert.deepEqual(Object.keys(message).sort(), [...pluralCategories].sort(), `${tag} ${key}`);
    }
  }
});

test('placeholders are replaced once, and the number chooses the plural', () => {
  useCatalogue('de', {
    greeting: 'Hallo {name}', rows: { one: '{count} Eintrag', other: '{count} Einträge' },
  });
  assert.equal(language(), 'de');
  assert.equal(translate('greeting', { name: '{name} $&' }), 'Hallo {name} $&');
  assert.equal(translate('rows', { count: 1 }), '1 Eintrag');
  assert.equal(translate('rows', { count: 0 }), '0 Einträge');
  assert.throws(() => translate('nothing'), /nothing/u);
});

for (const [wanted, preferred, language, locale] of [
  ['', ['de-AT', 'en'], 'de', 'de-AT'], ['', ['fr', 'de'], 'de', 'de'], ['', ['fr', 'ja'], 'en', 'en'],
  ['en', ['de', 'en-GB'], 'en', 'en-GB'], ['de', ['en-GB'], 'de', 'de'], ['xx', ['de'], 'de', 'de'],
  ['', [], 'en', 'en']]) {
  test(`who wants ${wanted || 'nothing'} and prefers ${preferred} reads ${locale}`, () => {
    assert.deepEqual(languageFor(wanted, preferred), { language, locale });
  });
}

test('numbers are written as the language has them', () => {
  useCatalogue('de', de);
  assert.equal(formatNumber(1234.5), '1.234,5');
  assert.equal(translate('page.items', { count: 12000 }), '12.000 Einträge');
});

test('made-up names are the same for a key, and differ between most', () => {
  const keys = Array.from({ length: 100 }, (_, at) => `key-${at}`);
  const names = keys.map(madeUpName);
  assert.deepEqual(keys.map(madeUpName), names);
  assert.ok(new Set(names).size > 75, String(new Set(names).size));
  for (const name of names) assert.match(name, /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
  useCatalogue('de', de);
  assert.match(madeUpName('key-1'), /^\p{Lu}\p{Ll}+er \p{Lu}\p{Ll}+$/u);
});
