import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linkOf, linkParts } from '../../../web-client/screen/links.js';

/** The links of a text, each as `text→href`, or as the text alone where they are the same. */
const links = (text) => linkParts(text).filter(({ href }) => href)
  .map((one) => (one.text === one.href ? one.text : `${one.text}→${one.href}`));

const CASES = [
  ['see https://example.org/a?b=c#d, please', ['https://example.org/a?b=c#d']],
  ['(http://example.org).', ['http://example.org']],
  ['https://en.wikipedia.org/wiki/Rye_(bread)', ['https://en.wikipedia.org/wiki/Rye_(bread)']],
  ['(see https://a.example/b_(c))', ['https://a.example/b_(c)']],
  ['www.example.org and WWW.example.com!', [
    'www.example.org→https://www.example.org', 'WWW.example.com→https://WWW.example.com']],
  ['mail mailto:ana@example.org.', ['mailto:ana@example.org']],
  ['“https://example.org”', ['https://example.org']],
  ['https://example.org/straße/日本', ['https://example.org/straße/日本']],
  ['https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  ['nothing: javascript:alert(1) ftp://x.example data:,x ana@example.org', []],
  ['http:// https://, www. www.a mailto:x http://[', []],
  ['xhttps://example.org /www.example.org', []],
];

for (const [text, expected] of CASES) {
  test(`the links of: ${text}`, () => {
    assert.deepEqual(links(text), expected);
    assert.equal(linkParts(text).map((part) => part.text).join(''), text);
  });
}

test('a text that is one link is told from one that holds a link', () => {
  assert.equal(linkOf(' www.example.org '), 'https://www.example.org');
  assert.equal(linkOf('at https://example.org'), null);
  assert.equal(linkOf(''), null);
});

// With a time that grows as the square of the length this would not end.
test('hostile texts are parted however long they are', () => {
  const makers = [
    (n) => 'http://'.repeat(n), (n) => 'www.'.repeat(n), (n) => `http://a${')'.repeat(n)}`,
    (n) => `http://a${'('.repeat(n)}`, (n) => 'mailto:'.repeat(n), (n) => 'http://a. '.repeat(n / 10),
    (n) => `mailto:${'a'.repeat(n)}`, (n) => `http://a${'.,'.repeat(n)}`,
  ];
  for (const make of makers) {
    const text = make(500_000);
    assert.equal(linkParts(text).map((part) => part.text).join(''), text);
  }
});
