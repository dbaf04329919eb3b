/** Lists as files: what the page writes is what the command writes. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { writeDocument } from '../../../web-client/files/list-json.js';
import { writeMarkdown, writePlainText } from '../../../web-client/files/outline.js';
import { writeTable } from '../../../web-client/files/row-table.js';
import { partsOf } from '../../../web-client/files/slices.js';

const fixture = (name) => readFileSync(
  fileURLToPath(new URL(`../../Support/Fixtures/files/${name}`, import.meta.url)), 'utf8');
const written = (steps) => [...steps].join('');

const DOCUMENT = fixture('all-cells.json');
const ALL = { ...JSON.parse(DOCUMENT), id: 'all-cells' };

test('the page writes JSON and CSV as the command does, to the byte', () => {
  assert.equal(written(writeDocument(ALL)), DOCUMENT);
  assert.equal(written(writeTable(ALL)), fixture('all-cells.csv'));
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

test('Markdown has headings, items with boxes, and notes, and nothing that is read as more', () => {
  assert.equal(written(writeMarkdown(SHOPPING)), `# Shopping

- [x] Milk
- [ ] \\- 3. # [x] \\odd
    two

    \\- lines

## Later

- [ ] 2024\\. a year
- [ ]
- [ ] \\#tag *stars* _under_

## Empty

`);
});

test('plain text has a line for each item, with a box where the list has them', () => {
  assert.equal(written(writePlainText(SHOPPING)), `[x] Milk
[ ] \\- 3. # [x] \\odd
    two

    \\- lines

Later:
[ ] 2024\\. a year
[ ]
[ ] \\#tag *stars* _under_

Empty:
`);
  const plain = written(writePlainText({ ...SHOPPING, rules: { kind: 'plain' } }));
  assert.match(plain, /^Milk\n\\- 3\. # \[x\] \\odd\n {4}two\n\n {4}\\- lines\n\nLater:\n2024\\\. a year\n-\n/u);
});

test('what is long is written in slices', async () => {
  function* work() {
    for (let step = 0; step < 100; step += 1) yield step;
  }
  let time = 0;
  const now = () => {
    time += 5;
    return time;
  };
  let turned = false;
  setImmediate(() => { turned = true; });
  assert.equal((await partsOf(work(), { now })).length, 100);
  assert.ok(turned);
  assert.deepEqual(await partsOf([].values()), []);
});
