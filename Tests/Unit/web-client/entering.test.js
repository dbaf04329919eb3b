/** Enter in a field, as keyboards tell it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EnterKeys } from '../../../web-client/elements/entering.js';

const LINE = { matches: () => false };
const NOTE = { matches: (selector) => selector.startsWith('textarea') };
const key = (rest = {}) => ({ type: 'keydown', key: 'Enter', target: LINE, ...rest });
const input = (inputType, rest = {}) => ({ type: 'beforeinput', inputType, target: LINE, ...rest });
const SUBMIT = { type: 'submit', target: LINE };
/** A key that only an input method knows. */
const UNKNOWN = key({ key: 'Unidentified', keyCode: 229 });

/** What each of `events` is; `up` is the end of a key. */
function said(...events) {
  const keys = new EnterKeys();
  return events.map((event) => {
    if (event === 'up') {
      keys.released();
      return '';
    }
    const what = keys.take(event);
    if (what === 'enter') keys.taken(event);
    return what;
  });
}

const cases = [
  ['a key', [key(), 'up', key()], ['enter', '', 'enter']],
  ['a line break', [input('insertLineBreak')], ['enter']],
  ['a paragraph', [input('insertParagraph')], ['enter']],
  ['line breaks, one after the other', [input('insertLineBreak'), input('insertLineBreak')],
    ['enter', 'enter']],
  ['a line break after a key that is not known', [UNKNOWN, input('insertLineBreak'), 'up'],
    ['', 'enter', '']],
  ['the form alone', [SUBMIT], ['enter']],
  ['a key and its line break', [key(), input('insertLineBreak'), SUBMIT, 'up', key()],
    ['enter', 'same', 'same', '', 'enter']],
  ['a line break and its form', [input('insertLineBreak'), SUBMIT], ['enter', 'same']],
  ['a key that confirms a composition', [key({ isComposing: true }), 'up'], ['', '']],
  ['the same, told by its code', [key({ keyCode: 229 }), 'up'], ['', '']],
  ['a break within a composition', [input('insertLineBreak', { isComposing: true })], ['']],
  ['text', [input('insertText'), input('insertCompositionText'), input('insertFromPaste')], ['', '', '']],
  ['another key', [key({ key: 'a' })], ['']],
  ['Shift in a line', [key({ shiftKey: true })], ['enter']],
  ['Shift in a note', [key({ shiftKey: true, target: NOTE }), input('insertLineBreak', { target: NOTE })],
    ['', '']],
  ['a break in a note', [input('insertLineBreak', { target: NOTE })], ['enter']],
];
for (const [name, events, wanted] of cases) {
  test(`Enter by ${name}`, () => assert.deepEqual(said(...events), wanted));
}

test('an Enter that nobody took is not the same as the line break after it', () => {
  const keys = new EnterKeys();
  assert.equal(keys.take(key()), 'enter');
  assert.equal(keys.take(input('insertLineBreak')), 'enter');
});
