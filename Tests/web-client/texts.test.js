/** Holds the catalogues of texts against each other. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { de } from '../../web-client/texts/de.js';
import { en } from '../../web-client/texts/en.js';
import { language, translate, useCatalogue } from '../../web-client/texts/texts.js';

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
