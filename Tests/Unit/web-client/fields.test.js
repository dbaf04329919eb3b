/** The text fields of the page: what every one of them has. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = new URL('../../../web-client/', import.meta.url).pathname;
const read = (file) => readFileSync(`${FOLDER}${file}`, 'utf8');
const files = readdirSync(FOLDER, { recursive: true });
const KINDS = ['checkbox', 'range', 'file', 'date'];

/** Where the sources make fields of text: `{file, tag, attributes}`. */
const made = files.filter((file) => file.endsWith('.js') && file !== 'elements/text-field.js').flatMap((file) => (
  [...read(file).matchAll(/(?:\bh\('(input|textarea|select)'|new TextField\(['`]([^'`]+)['`]), (\{[^}]*\})/gu)]
    .map(([, tag = 'textarea', holder, attributes]) => ({ file, tag, holder, attributes }))))
  .filter(({ attributes }) => !KINDS.some((kind) => attributes.includes(`type: '${kind}'`)));

test('the sources tell where the fields are', () => {
  assert.ok(made.length > 15, `${made.length}`);
});

test('every field of a line says what Enter does on a keyboard of the screen', () => {
  const shared = ['rows/row-view.js', 'details/field-editors.js'];
  const silent = made.filter(({ file, tag, attributes }) => (
    tag !== 'select' && !attributes.includes('enterkeyhint') && !attributes.includes('readonly')
    && !shared.includes(file)));
  assert.deepEqual(silent, []);
  for (const file of shared) assert.match(read(file), /enterkeyhint/u);
});

test('no style makes the text of a field smaller than touch screens need: fields set no font', () => {
  const classes = new Set(['field', ...made.flatMap(({ holder, attributes }) => (
    [holder, ...[...attributes.matchAll(/class: ['`]([^'`]+)/gu)].map(([, names]) => names)]
      .filter(Boolean).flatMap((names) => names.split(' '))))]);
  assert.ok(classes.has('dialog-input') && classes.has('search-field') && classes.has('section-field'));
  const names = [...classes, 'field-title', 'field-detail'].filter((name) => !name.includes('$'))
    .map((name) => `\\.${name}`);
  const field = new RegExp(`(?:${[...names, 'input', 'textarea', 'select'].join('|')})(?![\\w-])[^\\s>+~]*$`, 'u');
  const wrong = files.filter((file) => file.endsWith('.css')).flatMap((file) => (
    [...read(file).matchAll(/([^{}]+)\{([^{}]*)\}/gu)]
      .filter(([, selectors, body]) => /(?:^|[\s;])font(?:-size)?\s*:/u.test(body)
        && selectors.split(',').some((one) => field.test(one.trim()) && !one.includes('::')))
      .map(([, selectors]) => `${file}: ${selectors.trim()}`)));
  assert.deepEqual(wrong, [
    'styles/base.css: button, input, select, textarea',
    'styles/base.css: /* Safari zooms in on a field whose text is smaller than 16 pixels: fields set `--field-size`, no font. */\ninput, select, textarea',
  ]);
  assert.match(read('styles/base.css'), /any-pointer: coarse\) \{ :root \{ --least-field: 16px; \} \}/u);
});
