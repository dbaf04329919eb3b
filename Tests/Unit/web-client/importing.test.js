/** Importing: what the server says of a file in words, one edit or none, and the requests. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { ListRequests } from '../../../web-client/package/client/list-requests.js';
import { transferDe } from '../../../web-client/texts/de/transfer.js';
import { transferEn } from '../../../web-client/texts/en/transfer.js';
import { de } from '../../../web-client/texts/de.js';
import { en } from '../../../web-client/texts/en.js';
import { useCatalogue } from '../../../web-client/texts/texts.js';
import { fitsOneEdit, placesIn, planAddition } from '../../../web-client/transfer/addition-plan.js';
import { FileReading } from '../../../web-client/transfer/file-reading.js';
import {
  fileRefusal, formatName, FORMATS, LEFT_OUT, leftOutWords,
} from '../../../web-client/transfer/import-words.js';
import { listOf } from './lists.js';

const SCHEMAS = JSON.parse(readFileSync(
  fileURLToPath(new URL('../../../web-client/api/schemas.json', import.meta.url)), 'utf8')).$defs;
const EN = { ...en, ...transferEn };
const DE = { ...de, ...transferDe };
useCatalogue('en', EN);

const REAL_FETCH = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = REAL_FETCH;
  useCatalogue('en', EN);
});

test('every format, and all that can be left out, has its words', () => {
  assert.deepEqual(FORMATS, SCHEMAS.fileFormat.enum);
  assert.deepEqual(LEFT_OUT, SCHEMAS.leftOut.properties.what.enum);
  for (const [tag, catalogue] of [['en', EN], ['de', DE]]) {
    useCatalogue(tag, catalogue);
    for (const what of LEFT_OUT) assert.match(leftOutWords({ what, count: 2 }), /^2 /u);
    for (const format of FORMATS) assert.notEqual(formatName(format), '');
  }
});

test('what is left out is told with its number and its first line', () => {
  assert.equal(leftOutWords({ what: 'archivedCard', count: 1 }), '1 archived card left out');
  assert.equal(leftOutWords({ what: 'looseText', count: 1, line: 5 }),
    '1 line that is no item left out (line 5)');
  assert.equal(leftOutWords({ what: 'looseText', count: 1200, line: 5 }),
    '1,200 lines that are no items left out (from line 5)');
  assert.equal(leftOutWords({ what: 'ofALaterServer', count: 2 }), '2 things left out');
  assert.equal(formatName('ofALaterServer'), 'ofALaterServer');
});

test('a file that cannot be read is told with the place and the reason of the server', () => {
  const bad = { code: 'badFile', message: 'line 3, column 7: a quote is not closed', line: 3, column: 7 };
  assert.equal(fileRefusal(bad), 'Line 3, column 7 cannot be read: a quote is not closed.');
  assert.equal(fileRefusal({ code: 'badFile', message: 'line 3: no end', line: 3 }),
    'Line 3 cannot be read: no end.');
  assert.equal(fileRefusal({ code: 'badFile', message: 'the file is empty' }),
    'This file cannot be read: the file is empty.');
  useCatalogue('de', DE);
  assert.equal(fileRefusal(bad), 'Zeile 3, Spalte 7 lässt sich nicht lesen: a quote is not closed.');
});

test('other refusals have their sentences', () => {
  assert.equal(fileRefusal({ code: 'offline' }), 'Importing needs a connection.');
  assert.equal(fileRefusal({ code: '413' }), 'This file is larger than the server takes.');
  assert.equal(fileRefusal({ code: 'forbidden' }), 'You may not make that list.');
  assert.equal(fileRefusal({ code: 'unavailable' }), en['refusal.unavailable']);
  assert.equal(fileRefusal({ code: '418' }), en['refusal.other']);
});

const ids = () => {
  let last = 0;
  return () => {
    last += 1;
    return `n${last}`;
  };
};
const section = (title, ...titles) => (
  { title, rules: {}, rows: titles.map((one) => ({ fields: { title: one } })) });
const fileList = (...sections) => (
  { title: '', rules: {}, sections, rows: sections.flatMap(({ rows }) => rows).length });

test('rows go to the section of their title, those of none to the first, others to one new section', () => {
  const list = listOf({ dairy: 'milk', bread: 'rye' });
  Object.assign(list.sections[0], { title: ' Dairy', rules: { insertable: false } });
  list.sections[1].title = 'Bread';
  const lists = [
    fileList(section('', 'a'), section('Bread', 'b'), section('Empty'), section('Dairy', 'c')),
    fileList(section('Dairy', 'd'))];
  assert.deepEqual(placesIn(list, lists, ids()).map(({ rows, ...place }) => [
    place, ...rows.map(({ fields }) => fields.title)]), [
    [{ title: 'Bread', section: 'bread', isNew: false }, 'a'],
    [{ title: 'Bread', section: 'bread', isNew: false }, 'b'],
    [{ title: 'Dairy', section: 'n1', isNew: true }, 'c'],
    [{ title: 'Dairy', section: 'n1', isNew: false }, 'd']]);
});

test('an addition is one edit: sections first, rows at the end, without rules', () => {
  const list = listOf({ one: 'a' });
  const lists = [fileList({ title: 'New', rules: { maxRows: 1 }, rows: [
    { id: 'own', fields: { title: 'b' }, pinned: 'top' }] })];
  assert.deepEqual(planAddition(placesIn(list, lists, () => 's'), ids()), [
    { op: 'insertSection', section: 's', title: 'New', to: { at: 'end' } },
    { op: 'insertRow', row: 'n1', fields: { title: 'b' }, to: { section: 's', at: 'end' } }]);
});

test('what has more actions or bytes than one edit, or rows that are not told, does not fit', () => {
  const list = listOf({ one: 'a' });
  const fits = (lists, limits) => fitsOneEdit(list, lists, limits, ids());
  const three = [fileList(section('New', 'a', 'b'))];
  assert.ok(fits(three, { actions: 3, frameBytes: 1000 }));
  assert.ok(!fits(three, { actions: 2, frameBytes: 1000 }));
  assert.ok(!fits(three, { actions: 3, frameBytes: 200 }));
  assert.ok(!fits([{ ...three[0], rows: 5 }], { actions: 10, frameBytes: 1000 }));
});

const CLIENT = { headers: { Authorization: 'Bearer t' }, locate: (path) => `http://h${path}` };
const BYTES = new TextEncoder().encode('Milk');
const HOLDS = { format: 'text', lists: [], leftOut: [] };
const ok = (value, status = 200) => new Response(JSON.stringify(value), { status });
const no = (status, code, more = {}) => ok({ type: 'error', code, message: code, ...more }, status);

/** Answers each request in turn: a response, or `null` where the network fails. */
function answering(...answers) {
  const asked = [];
  globalThis.fetch = async (address, options) => {
    asked.push({ address, ...options });
    const answer = answers[asked.length - 1];
    if (!answer) throw new TypeError('no network');
    return answer;
  };
  return asked;
}

test('a file is sent as it is, with its name and how it is read', async () => {
  const asked = answering(ok(HOLDS));
  const query = { name: 'Zum Kauf & mehr.csv', show: 20, format: undefined, titleColumn: 'Ding' };
  assert.deepEqual(await new ListRequests(CLIENT).readFile(BYTES, query), HOLDS);
  const [{ address, method, body, headers }] = asked;
  assert.equal(address, 'http://h/api/files?name=Zum+Kauf+%26+mehr.csv&show=20&titleColumn=Ding');
  assert.deepEqual([method, body], ['POST', BYTES]);
  assert.deepEqual(headers,
    { Authorization: 'Bearer t', 'Content-Type': 'application/octet-stream' });
});

test('the place of what cannot be read comes with the refusal', async () => {
  answering(no(400, 'badFile', { line: 2, column: 1 }));
  await assert.rejects(new ListRequests(CLIENT).readFile(BYTES, { name: '' }),
    ({ code, line, column }) => code === 'badFile' && line === 2 && column === 1);
});

test('a list with an id is made once although the answer is lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = answering(null, no(409, 'listExists'));
  const made = new ListRequests(CLIENT).makeLists(BYTES, { name: 'a', as: 'a-1', title: 'A' });
  while (asked.length < 2) {
    await new Promise((resolve) => { setImmediate(resolve); });
    t.mock.timers.tick(1000);
  }
  await made;
  assert.deepEqual(asked.map(({ address }) => address.split('?')[1]),
    Array(2).fill('name=a&as=a-1&title=A&make=1&show=0'));
});

test('an id that is taken at the first attempt is a refusal', async () => {
  answering(no(409, 'listExists'));
  await assert.rejects(new ListRequests(CLIENT).makeLists(BYTES, { name: 'a', as: 'a-1', title: 'A' }),
    { code: 'listExists' });
});

for (const [what, answer] of [
  ['is lost', null], ['is that of a gateway', new Response('', { status: 502 })],
  ['does not come in time', no(504, 'unavailable')]]) {
  test(`several lists are asked for once: an answer that ${what} leaves it open`, async () => {
    const asked = answering(answer);
    await assert.rejects(new ListRequests(CLIENT).makeLists(BYTES, { name: 'a' }), { code: 'undecided' });
    assert.equal(asked.length, 1);
  });
}

test('a server that says it is not able to has made nothing', async () => {
  const asked = answering(no(503, 'unavailable'));
  await assert.rejects(new ListRequests(CLIENT).makeLists(BYTES, { name: 'a' }), { code: 'unavailable' });
  assert.equal(asked.length, 1);
});

test('of several readings the last one counts, and the earlier ones are ended', async () => {
  const waiting = [];
  globalThis.fetch = (address, { signal }) => new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    waiting.push({ address, signal, answer: (format) => resolve(ok({ ...HOLDS, format })) });
  });
  let notified = 0;
  const reading = new FileReading(CLIENT, () => 20, () => { notified += 1; });
  const first = reading.take(BYTES, 'a.txt');
  const second = reading.choose({ format: 'markdown' });
  assert.ok(waiting[0].signal.aborted && !waiting[1].signal.aborted);
  waiting[0].answer('text');
  waiting[1].answer('markdown');
  await Promise.all([first, second]);
  assert.equal(waiting[1].address, 'http://h/api/files?name=a.txt&format=markdown&show=20');
  assert.deepEqual([notified, reading.contents.format, reading.refusal], [1, 'markdown', null]);
  await reading.take(new TextEncoder().encode(' \n'), '');
  assert.deepEqual([waiting.length, reading.contents, reading.isEmpty], [2, null, true]);
});

test('what cannot be read is kept as the refusal, until something else is read', async () => {
  answering(no(400, 'badFile', { line: 2 }), ok(HOLDS));
  const reading = new FileReading(CLIENT, () => 20, () => {});
  await reading.take(BYTES, 'a.csv');
  assert.deepEqual([reading.contents, reading.refusal.line], [null, 2]);
  await reading.take(BYTES, 'b.csv');
  assert.deepEqual([reading.contents, reading.refusal], [HOLDS, null]);
});
