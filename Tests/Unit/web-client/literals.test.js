/** Holds that what people read stands in the catalogues: no module has English text of its own. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../web-client', import.meta.url));
const FOLDERS = [
  'screen', 'elements', 'rows', 'input', 'finding', 'people', 'changing', 'details', 'sections',
  'rules', 'dialogs', 'pages', 'storage', 'transfer', 'admin',
];
const modules = FOLDERS.flatMap((folder) => readdirSync(`${FOLDER}/${folder}`)
  .filter((name) => name.endsWith('.js')).map((name) => `${folder}/${name}`));

/** The source without comments and imports. */
const codeOf = (file) => readFileSync(`${FOLDER}/${file}`, 'utf8')
  .replace(/\/\*[^]*?\*\//gu, '').replace(/(^|\s)\/\/.*$/gmu, '').replace(/^import [^]*?;$/gmu, '');

/** The literal strings and templates of a module, without their quotes. */
const literalsOf = (code) => [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/gu)]
  .map(([, text, template]) => text ?? template.replace(/\$\{[^}]*\}/gu, ''));

/** Whether a literal reads as text for people: two words, the first with a capital; or an ellipsis. */
const isText = (text) => /^\p{Lu}[\p{Ll}’]+[ .…:,]|[…“”]| \p{Ll}+[.!?]$/u.test(text.trim());

test('what people read stands in the catalogues', () => {
  for (const file of modules) {
    for (const literal of literalsOf(codeOf(file))) {
      assert.ok(!isText(literal), `${file}: ${JSON.stringify(literal)}`);
    }
  }
});

const NAMES = '(?:aria-label|aria-description|aria-roledescription|placeholder|title|label)';
/** A key of a catalogue, a field, an attribute. */
const IDENTIFIER = /^[a-z][\w.]*$/u;
const TEXT = '([\'`])([^\'`]*)\\1';
/** Where a literal is an attribute that people read or hear, a child, a text or a message. */
const PLACES = [
  `\\b${NAMES}'?: ${TEXT}`, `, '${NAMES}',\\s*${TEXT}`, `\\},\\s*${TEXT}\\)`,
  `\\b(?:announce|toast)\\(${TEXT}`, `\\btext\\([^;]*, ${TEXT}\\);`,
].map((place) => new RegExp(place, 'gu'));

test('labels, children and messages come from the catalogues', () => {
  for (const file of modules) {
    for (const place of PLACES) {
      for (const [whole, , text] of codeOf(file).matchAll(place)) {
        const words = text.replace(/\$\{[^}]*\}/gu, '');
        assert.ok(!/\p{L}/u.test(words) || IDENTIFIER.test(words), `${file}: ${whole}`);
      }
    }
  }
});

test('every message that modules ask for is in the catalogue', async () => {
  const { en } = await import('../../../web-client/texts/en.js');
  const { changesEn } = await import('../../../web-client/texts/en/changes.js');
  const { dialogsEn } = await import('../../../web-client/texts/en/dialogs.js');
  const { earlierEn } = await import('../../../web-client/texts/en/earlier.js');
  const { adminEn } = await import('../../../web-client/texts/en/admin.js');
  const { signInEn } = await import('../../../web-client/texts/en/sign-in.js');
  const { keysEn } = await import('../../../web-client/texts/en/keys.js');
  const { transferEn } = await import('../../../web-client/texts/en/transfer.js');
  const texts = {
    ...en, ...changesEn, ...dialogsEn, ...earlierEn, ...keysEn, ...transferEn, ...adminEn, ...signInEn,
  };
  for (const file of modules) {
    for (const [, key] of codeOf(file).matchAll(/translate\('([^']+)'/gu)) {
      assert.ok(key in texts, `${file}: ${key}`);
    }
  }
});
