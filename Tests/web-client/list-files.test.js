/** Lists as files: what the page writes is what the command writes, and comes back when read. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { readDocument, writeDocument } from '../../web-client/files/list-json.js';
import {
  readMarkdown, readPlainText, writeMarkdown, writePlainText,
} from '../../web-client/files/outline.js';
import { decodeText, formatOf, readList } from '../../web-client/files/read-list.js';
import { readTable, writeTable } from '../../web-client/files/row-table.js';
import { inSlices, partsOf } from '../../web-client/files/slices.js';

const fixture = (name) => readFileSync(
  fileURLToPath(new URL(`../Fixtures/files/${name}`, import.meta.url)), 'utf8');
const written = (steps) => [...steps].join('');

/** What a generator returns. */
function result(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const DOCUMENT = fixture('all-cells.json');
const ALL = { id: 'all-cells', revision: 0, ...result(readDocument(DOCUMENT)) };

/** Sections as their titles and the titles of their rows. */
const outlineOf = ({ sections }) => sections.map(
  ({ title, rows }) => [title, ...rows.map(({ fields }) => fields.title)]);
const read = (text, options = {}) => result(
  readList(text, { format: formatOf(text), limits: {}, ...options }));

test('the page writes JSON and CSV as the command does, to the byte', () => {
  assert.equal(written(writeDocument(ALL)), DOCUMENT);
  assert.equal(written(writeTable(ALL)), fixture('all-cells.csv'));
});

test('rows come back from their table, with their ids and fields', () => {
  const table = result(readTable(fixture('all-cells.csv')));
  assert.deepEqual(table.problems, []);
  const rowsOf = (list) => list.sections.filter(({ rows }) => rows.length > 0)
    .map(({ id, title, rows }) => [id, title, ...rows.map((row) => [row.id, row.fields])]);
  assert.deepEqual(rowsOf(table), rowsOf(ALL));
});

test('the table of a spreadsheet is taken as people mean it', () => {
  const table = read('Section;Title;Done;amount\r\nDairy products;Milk;yes;2\r\n;Butter;;\r\n;;;\r\n'
    + 'Bread;"Rye; dark";FALSE;\r\nDairy products;Cheese;x;1,5');
  assert.deepEqual(outlineOf(table),
    [['Dairy products', 'Milk', 'Butter', 'Cheese'], ['Bread', 'Rye; dark']]);
  assert.deepEqual(table.sections.map(({ id }) => id), [undefined, 'Bread']);
  assert.deepEqual(table.sections[0].rows[0].fields, { title: 'Milk', done: true, amount: '2' });
  assert.equal(table.rules.kind, 'check');
  assert.deepEqual(table.choices, []);
});

test('where no column is the title, one is guessed, and another can be taken', () => {
  const text = 'Amount,Aufgabe\n2,Milk\n3,Eggs\n';
  const guessed = read(text, { format: 'csv' });
  assert.deepEqual([guessed.choices, guessed.titleColumn], [['Amount', 'Aufgabe'], 1]);
  assert.deepEqual(outlineOf(guessed), [['', 'Milk', 'Eggs']]);
  const taken = read(text, { format: 'csv', titleColumn: 0 });
  assert.deepEqual(taken.sections[0].rows[0].fields, { title: '2', Aufgabe: 'Milk' });
});

test('what cannot be read of a table is told by its line', () => {
  const problems = (text) => read(text, { format: 'csv' }).problems
    .map(({ problem, line }) => [problem, line]);
  assert.deepEqual(problems(''), [['empty', undefined]]);
  assert.deepEqual(problems('section,row\ns,r\n'), [['noColumns', 1]]);
  assert.deepEqual(problems('title,Title\na,b\n'), [['columnTwice', 1]]);
  assert.deepEqual(problems('title\n"open\n'), [['quoteOpen', 2]]);
  assert.deepEqual(problems('title\n"a\nb"c\n'), [['textAfterQuote', 3]]);
  assert.deepEqual(problems('title,done\nx,maybe\n"y\nz",no,more\nw,yes\n'),
    [['badDone', 2], ['noColumn', 3]]);
  assert.deepEqual(problems('row,title\nno spaces,x\n'), [['badId', 2]]);
});

test('a file that is not ours is refused with a reason', () => {
  const problem = (text) => read(text, { format: 'json' }).problems[0].problem;
  assert.equal(problem('{'), 'notJSON');
  assert.equal(problem('[1]'), 'notOurs');
  assert.equal(problem('{"format":"lockstep-list/9","sections":[]}'), 'notOurs');
  assert.equal(problem('{"sections":[{"rows":[{"fields":[]}]}]}'), 'notOurs');
});

const SHOPPING = {
  title: 'Shopping',
  rules: { kind: 'check' },
  sections: [
    { id: 'a', title: '', rules: {}, rows: [
      { id: '1', fields: { title: 'Milk', done: true } },
      { id: '2', fields: { title: '- 3. # [x] \\odd', done: false, detail: 'two\n\n- lines' } }] },
    { id: 'b', title: 'Later', rules: {}, rows: [
      { id: '3', fields: { title: '2024. a year', done: false } },
      { id: '4', fields: { title: '', done: false } },
      { id: '5', fields: { title: '#tag *stars* _under_', done: false } }] },
    { id: 'c', title: 'Empty', rules: {}, rows: [] }],
};
const contentOf = ({ sections }) => sections.map(
  ({ title, rows }) => [title, ...rows.map(({ fields }) => fields)]);

test('Markdown comes back as it was', () => {
  const text = written(writeMarkdown(SHOPPING));
  assert.match(text, /^# Shopping\n\n- \[x\] Milk\n- \[ \] \\- 3\. # \[x\] \\odd\n {4}two\n\n {4}\\- lines\n/u);
  assert.equal(formatOf(text), 'markdown');
  const back = result(readMarkdown(text));
  assert.deepEqual([back.title, back.rules, back.problems], ['Shopping', { kind: 'check' }, []]);
  assert.deepEqual(contentOf(back), contentOf(SHOPPING));
});

test('plain text comes back as it was, but for its title', () => {
  const plain = { ...SHOPPING, rules: { kind: 'plain' } };
  for (const list of [SHOPPING, plain]) {
    const back = result(readPlainText(written(writePlainText(list))));
    const undone = ({ done, ...fields }) => (list === plain ? fields : { ...fields, done });
    assert.deepEqual(contentOf(back), contentOf(SHOPPING)
      .map(([title, ...rows]) => [title, ...rows.map(undone)]));
  }
});

test('Markdown of others is taken as people mean it', () => {
  const back = read('# Trip\nsome words\n\n## To pack ##\n* [X] Tent\n  1. Pegs\n     of steel\n'
    + '\n---\n### Food\n+ Oats\n');
  assert.equal(back.title, 'Trip');
  assert.deepEqual(contentOf(back), [
    ['To pack', { title: 'Tent', done: true }, { title: 'Pegs', detail: 'of steel' }],
    ['Food', { title: 'Oats' }]]);
  assert.deepEqual(back.problems, [{ problem: 'noItem', line: 2, values: { text: 'some words' } }]);
});

test('plain lines are items, whatever stands before them', () => {
  const back = read('Milk, fresh\r\n[x] Eggs\r\n\r\nBread:\r\nRye\r\n    dark\r\nBuns\r\n');
  assert.deepEqual(contentOf(back), [
    ['', { title: 'Milk, fresh' }, { title: 'Eggs', done: true }],
    ['Bread', { title: 'Rye', detail: 'dark' }, { title: 'Buns' }]]);
  assert.equal(back.rules.kind, 'check');
});

test('the format is recognised by the name of the file, else by its beginning', () => {
  const cases = [
    ['Milk', 'list.csv', 'csv'], ['- a', 'notes.txt', 'markdown'], ['Milk', 'a.MD', 'markdown'],
    [DOCUMENT, '', 'json'], [fixture('all-cells.csv'), '', 'csv'], ['[x] Milk\nEggs', '', 'text'],
    ['Milk, eggs\nBread, butter', '', 'text'], ['a\tb\nc\td', '', 'csv'], ['- a\n- b', '', 'markdown'],
    ['Milk\n- a\nEggs', '', 'text'], ['Name,Amount\nMilk,2', '', 'csv'],
  ];
  for (const [text, name, format] of cases) assert.equal(formatOf(text, name), format, text);
});

test('what is over the limits is left out and told', () => {
  const limits = { titleBytes: 6, fieldsBytes: 30, sections: 1 };
  const back = read(`## Äpfel und Birnen\n- short\n- ${'long '.repeat(9)}\n## More\n- b\n`, { limits });
  assert.deepEqual(outlineOf(back), [['Äpfel', 'short']]);
  assert.deepEqual(back.problems.map(({ problem, line }) => [problem, line]),
    [['titleTooLong', undefined], ['fieldsTooLarge', 3], ['tooManySections', undefined]]);
});

test('bytes are read in the encoding that they have', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0xe4, 0, 0x62, 0]);
  assert.equal(decodeText(utf16.buffer), 'äb');
  assert.equal(decodeText(new TextEncoder().encode('äb').buffer), 'äb');
  assert.equal(decodeText(new Uint8Array([0xe4, 0x62]).buffer), 'äb');
});

test('long work pauses, and can be stopped', async () => {
  function* work() {
    for (let step = 0; step < 100; step += 1) yield step;
    return 'done';
  }
  let time = 0;
  const now = () => {
    time += 5;
    return time;
  };
  let turned = false;
  setImmediate(() => { turned = true; });
  assert.equal(await inSlices(work(), { now }), 'done');
  assert.ok(turned);
  assert.equal((await partsOf(work())).length, 100);
  const stop = new AbortController();
  stop.abort();
  assert.equal(await inSlices(work(), { signal: stop.signal }), undefined);
});

test('long lists are written and read in every format', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    id: `r${at}`, fields: { title: `item ${at}`, done: at % 2 === 0, detail: `note ${at}` },
  }));
  const list = {
    id: 'l', revision: 1, title: '', rules: { kind: 'check' },
    sections: [{ id: 's', title: '', rules: {}, rows }],
  };
  for (const write of [writeDocument, writeTable, writeMarkdown, writePlainText]) {
    const back = read(written(write(list)));
    assert.deepEqual(contentOf(back), contentOf(list), write.name);
  }
});
