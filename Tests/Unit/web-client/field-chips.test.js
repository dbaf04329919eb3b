/** What rows show of their fields besides title, note and tick. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chipsOf, indentOf } from '../../../web-client/rows/field-chips.js';
import { de } from '../../../web-client/texts/de.js';
import { en } from '../../../web-client/texts/en.js';
import { formatTime, useCatalogue } from '../../../web-client/texts/texts.js';

const textsOf = (fields) => chipsOf(fields).map(({ text }) => text);

test('a row without further fields shows none', () => {
  assert.deepEqual(chipsOf({ title: 'a', detail: 'b', done: true, indent: 2 }), []);
});

test('fields with a meaning come first, in an order of their own, others with their names', () => {
  assert.deepEqual(textsOf({
    shop: 'corner', url: 'https://www.example.org/a?b#c', assignee: 'Ana', labels: ['x', 'y'],
    priority: 2, title: 'a',
  }), ['Priority 2', 'x', 'y', 'For Ana', 'example.org', 'shop: corner']);
  assert.deepEqual(textsOf({ count: 3, bought: true, sold: false, none: null, data: { a: 1 } }),
    ['count: 3', 'bought']);
});

test('days and times are written as the language does, other words as they are', () => {
  const due = (value) => textsOf({ due: value })[0];
  assert.equal(due('2026-12-01'), 'Due Dec 1, 2026');
  assert.equal(due('2026-12-01T09:30:00Z'), `Due ${formatTime(Date.UTC(2026, 11, 1, 9, 30))}`);
  assert.equal(due('2026-12-01T09:30+01:00'), `Due ${formatTime(Date.UTC(2026, 11, 1, 8, 30))}`);
  for (const words of ['next week', '2026-02-31', '2026-13-01T00:00Z', '1.12.']) {
    assert.equal(due(words), `Due ${words}`);
  }
  useCatalogue('de', de);
  try {
    assert.equal(due('2026-12-01'), 'Fällig 01.12.2026');
  } finally {
    useCatalogue('en', en);
  }
});

test('only addresses that a browser opens as pages or letters are links', () => {
  const link = (url) => chipsOf({ url })[0];
  assert.equal(link(' https://Example.org/path ').href, 'https://example.org/path');
  assert.deepEqual(link('mailto:ana@example.org'),
    { field: 'url', text: 'ana@example.org', title: 'mailto:ana@example.org', href: 'mailto:ana@example.org' });
  // The host is what tells, not what stands before it.
  assert.equal(link('https://bank.example@evil.example/').text, 'evil.example');
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' java\nscript:x', 'words',
    `https://example.org/${'a'.repeat(3000)}`]) {
    assert.equal(link(url).href, undefined, url);
  }
});

test('priorities are 1 to 3; any other value is shown as it is', () => {
  assert.deepEqual(textsOf({ priority: '1' }), ['Priority 1']);
  assert.deepEqual(textsOf({ priority: 'high' }), ['priority: high']);
  assert.deepEqual(textsOf({ priority: 9 }), ['priority: 9']);
  assert.deepEqual(textsOf({ priority: [] }), []);
});

test('what is long is cut and told whole, and there are a handful of chips', () => {
  const [chip] = chipsOf({ shop: `${'long '.repeat(30)}end` });
  assert.ok(chip.text.endsWith('…') && chip.text.length <= 40);
  assert.ok(chip.title.endsWith('end'));
  const [emoji] = chipsOf({ labels: ['😀'.repeat(100)] });
  assert.equal(emoji.text, `${'😀'.repeat(39)}…`);
  const many = chipsOf({ due: 'now', labels: Array.from({ length: 500 }, (_, at) => `l${at}`) });
  assert.equal(many.length, 6);
  assert.equal(many.at(-1).text, '+496');
  assert.ok(many.at(-1).title.length <= 400);
});

test('values of any kind, and names of any kind, do no harm', () => {
  const values = [null, 0, -1, NaN, true, false, '', ' ', '\u0000', [], {}, [null], [[['a']]], { length: 3 }];
  const names = ['due', 'priority', 'labels', 'assignee', 'url', 'indent', 'other', 'constructor', 'toString'];
  for (const name of names) {
    for (const value of values) {
      for (const { text } of chipsOf({ [name]: value })) assert.equal(typeof text, 'string');
    }
  }
  const named = JSON.parse('{"__proto__":"p","constructor":"c"}');
  assert.deepEqual(textsOf(named), ['__proto__: p', 'constructor: c']);
});

test('a row is indented by whole steps from 1 to 8', () => {
  const cases = [[1, 1], [8, 8], [0, 0], [9, 0], [-1, 0], [1.5, 0], ['2', 0], [null, 0], [undefined, 0]];
  for (const [indent, steps] of cases) assert.equal(indentOf({ indent }), steps, `${indent}`);
});
