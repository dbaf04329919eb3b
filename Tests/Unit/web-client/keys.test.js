/** Holds the table of keys against the modules that take them. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { composes } from '../../../web-client/elements/entering.js';
import { KEY_GROUPS, keyCap } from '../../../web-client/screen/keys.js';
import { keysEn } from '../../../web-client/texts/en/keys.js';
import { addCatalogues, translate } from '../../../web-client/texts/texts.js';

addCatalogues({ en: keysEn });

const FOLDER = fileURLToPath(new URL('../../../web-client', import.meta.url));
const source = readdirSync(FOLDER, { recursive: true })
  .filter((file) => /^(changing|dialogs|finding|input|pages|sections)\/.*\.js$/u.test(file))
  .map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8')).join('\n');

/** The name of a key as the table has it. */
const nameOf = (key) => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key);

const COMPARED = /\bkey(?:\.toLowerCase\(\))? [!=]== '([^']+)'/gu;

test('the table has every key that a module takes', () => {
  const tables = [...source.matchAll(/const (?:ROW|HELD)_KEYS = \{([^]*?)\n\};/gu)].map(([, table]) => table);
  assert.equal(tables.length, 2);
  const taken = [...source.matchAll(COMPARED), ...tables.join('\n').matchAll(/^ {2}'?([^':\n]+?)'?: \(/gmu)]
    .flatMap(([, key]) => key.split('+')).map((key) => nameOf(key === '' ? ' ' : key));
  const shown = new Set(KEY_GROUPS.flatMap(({ entries }) => entries)
    .flatMap(({ keys }) => keys.flat()));
  assert.ok(taken.length > 20);
  assert.deepEqual([...new Set(taken)].filter((key) => !shown.has(key)), []);
});

test('every key and what it does has a name', () => {
  for (const { title, entries } of KEY_GROUPS) {
    assert.notEqual(translate(title), '');
    for (const { keys, does } of entries) {
      assert.notEqual(translate(does), '');
      for (const key of keys.flat()) assert.notEqual(keyCap(key, false, translate), '');
    }
  }
  assert.deepEqual([true, false].map((isApple) => keyCap('Mod', isApple, translate)), ['⌘', 'Ctrl']);
});

test('a key that confirms a composition is one, also where its code alone tells it', () => {
  assert.ok(composes({ isComposing: true, keyCode: 13 }));
  assert.ok(composes({ isComposing: false, keyCode: 229 }));
  assert.ok(!composes({ isComposing: false, keyCode: 13 }));
});

test('whatever takes Enter, Escape or arrows in a field leaves compositions alone', () => {
  const files = readdirSync(FOLDER, { recursive: true }).filter((file) => file.endsWith('.js'));
  const listening = files.filter((file) => {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    return /addEventListener\('keydown'|on\('keydown'|onkeydown/u.test(text);
  });
  // These listen to what is no field.
  const others = new Set(['people/row-visit.js', 'sections/section-drag.js']);
  assert.ok(listening.length >= 7);
  for (const file of listening.filter((one) => !others.has(one))) {
    assert.match(readFileSync(`${FOLDER}/${file}`, 'utf8'), /\bcomposes\(event\)/u, file);
  }
});
