/**
 * Reading a list from a file or a pasted text in any of the formats, and what it would make. Pure.
 */

import { columnOf, SHOWN_FIELDS } from './columns.js';
import { FileError, readRecords } from './csv.js';
import { isDocument, readDocument } from './list-json.js';
import { isMarkdown, readMarkdown, readPlainText } from './outline.js';
import { isTitleName, readTable } from './row-table.js';

const READERS = {
  json: readDocument, csv: readTable, markdown: readMarkdown, text: readPlainText,
};
/** The formats that can be read. */
export const FORMATS = Object.keys(READERS);
const ENDINGS = { json: 'json', csv: 'csv', tsv: 'csv', md: 'markdown', markdown: 'markdown' };
/** The records of a pasted table that are looked at. */
const LOOKED_AT = 5;

/** The format of a text; `name` is that of its file, where it has one. */
export function formatOf(text, name = '') {
  const ending = ENDINGS[/\.(\w+)$/u.exec(name.toLowerCase())?.[1]];
  if (ending) return ending;
  if (isDocument(text)) return 'json';
  if (isTable(text)) return 'csv';
  return isMarkdown(text) ? 'markdown' : 'text';
}

/**
 * Whether a pasted text is a table: its first line names known columns, or its lines have equally
 * many cells, separated by tabs, as a spreadsheet copies them.
 */
function isTable(text) {
  const records = [];
  try {
    for (const record of readRecords(text.slice(0, 20_000))) {
      if (records.push(record.cells) === LOOKED_AT) break;
    }
  } catch {
    return false;
  }
  const [names = []] = records;
  if (names.length < 2) return false;
  const known = names.map((name) => columnOf(name.trim()))
    .some(({ own, field }) => own || SHOWN_FIELDS.includes(field) || isTitleName(field));
  const tabs = text.split('\n', 1)[0].split('\t').length === names.length;
  return known || (tabs && records.length > 1
    && records.every((cells) => cells.length === names.length));
}

/** Whether a text has at most so many bytes in UTF-8. */
const fits = (text, bytes) => text.length * 3 <= bytes
  || new TextEncoder().encode(text).length <= bytes;

/**
 * Reads `text` in a format; a generator for `inSlices`. Returns `{title, rules, sections: [{id?,
 * title, rules, rows: [{id?, fields, …rules}]}], problems: [{problem, line?, values}]}` and of a
 * CSV file `choices` and `titleColumn` (`readTable`). What is over `limits` is left out and is a
 * problem; so is everything where the text cannot be read.
 */
export function* readList(text, { format, titleColumn, limits }) {
  try {
    const read = yield* READERS[format](text, { titleColumn });
    return yield* withinLimits({ problems: [], ...read }, limits);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { problem, line, values } = error;
    return { title: '', rules: {}, sections: [], problems: [{ problem, line, values }] };
  }
}

function* withinLimits(read, limits) {
  const { fieldsBytes = Infinity, titleBytes = Infinity } = limits;
  const problems = [...read.problems];
  const sections = [];
  for (const section of read.sections) {
    if (!fits(section.title, titleBytes)) {
      const values = { text: section.title.slice(0, 40), bytes: titleBytes };
      problems.push({ problem: 'titleTooLong', values });
    }
    const rows = [];
    for (const { line, ...row } of section.rows) {
      if (fits(JSON.stringify(row.fields), fieldsBytes)) rows.push(row);
      else problems.push({ problem: 'fieldsTooLarge', line, values: { bytes: fieldsBytes } });
      yield;
    }
    sections.push({ ...section, title: cut(section.title, titleBytes), rows });
  }
  if (limits.sections !== undefined && sections.length > limits.sections) {
    problems.push({ problem: 'tooManySections', values: { count: limits.sections } });
    sections.length = limits.sections;
  }
  return { ...read, title: cut(read.title, titleBytes), sections, problems };
}

/** The beginning of a text that has at most so many bytes. */
function cut(text, bytes) {
  if (fits(text, bytes)) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/** The numbers of sections and rows of a list that was read. */
export const sizeOf = ({ sections }) => ({
  sections: sections.length,
  rows: sections.reduce((sum, { rows }) => sum + rows.length, 0),
});

/** The text of the bytes of a file: UTF-8, UTF-16 with its mark, or else that of old spreadsheets. */
export function decodeText(bytes) {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
