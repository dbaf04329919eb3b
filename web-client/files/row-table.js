/**
 * The rows of a list as a CSV file for spreadsheets, as the command `lockstep` writes and reads it:
 * see `Sources/ListFiles/ListFiles.docc`. The file holds no rules and no empty sections. Pure.
 */

import { columnOf, escapeCell, headerOf, SHOWN_FIELDS, unescapeCell } from './columns.js';
import { FILE_START, FileError, readRecords, recordLine } from './csv.js';
import { canonical, compareBytes, freeId, isId } from './list-json.js';
import { own, put } from '../model/records.js';

/** Whether reading the plain text of a value returns that value. */
const isPlain = (name, value) => (name === 'done' ? typeof value === 'boolean'
  : typeof value === 'string' && value !== '');

/** The columns of all fields of the rows; those that clients show come first. */
function* columnsOf(list) {
  const plain = new Map(SHOWN_FIELDS.map((name) => [name, true]));
  for (const section of list.sections) {
    for (const { fields } of section.rows) {
      for (const [name, value] of Object.entries(fields)) {
        plain.set(name, (plain.get(name) ?? true) && isPlain(name, value));
      }
      yield '';
    }
  }
  const others = [...plain.keys()].filter((name) => !SHOWN_FIELDS.includes(name));
  return [...SHOWN_FIELDS, ...others.sort(compareBytes)].map(
    (field) => ({ field, json: !plain.get(field) || field.endsWith(':json') }));
}

function cellOf(value, { field, json }) {
  if (value === undefined) return '';
  if (json) return escapeCell(canonical(value));
  return field === 'done' ? String(value).toUpperCase() : escapeCell(value);
}

/** Yields the lines of the file of `list`. O(rows × different fields). */
export function* writeTable(list) {
  const columns = yield* columnsOf(list);
  yield FILE_START + recordLine(['section', 'sectionTitle', 'row',
    ...columns.map(({ field, json }) => headerOf(field, json))].map(escapeCell));
  for (const section of list.sections) {
    const head = [section.id, section.title].map(escapeCell);
    for (const row of section.rows) {
      yield recordLine([...head, escapeCell(row.id),
        ...columns.map((column) => cellOf(own(row.fields, column.field), column))]);
    }
  }
}

/** What people call the column of the title, in the languages of the page. */
const TITLE_NAMES = ['name', 'item', 'task', 'text', 'summary', 'subject', 'titel', 'aufgabe',
  'eintrag', 'artikel', 'bezeichnung', 'betreff'];

/**
 * Reads a file; yields after each record. Returns `{title: '', rules, sections, problems, choices,
 * titleColumn}`: where no column is named `title`, `choices` are the names of the columns and
 * `titleColumn` is the index of that which is taken, given or guessed. A record that cannot be read
 * is left out and is a problem, `{problem, line, values}`. Throws a `FileError` where the file
 * cannot be read at all.
 */
export function* readTable(text, { titleColumn } = {}) {
  const records = readRecords(text);
  const first = records.next().value;
  if (!first) throw new FileError('empty');
  const names = first.cells.map(unescapeCell);
  const columns = names.map((name) => (name.trim() === '' ? null : columnOf(name.trim())));
  const asks = columns.every((column) => column?.field !== 'title');
  const chosen = asks ? titleColumn ?? guessTitle(columns) : undefined;
  if (asks && columns[chosen]) columns[chosen] = { field: 'title', json: false };
  check(columns);
  const reader = new TableReader(columns);
  for (const record of records) {
    reader.read(record);
    yield;
  }
  const { sections, problems, anyDone } = reader;
  return {
    title: '', rules: { kind: anyDone ? 'check' : 'plain' }, sections, problems,
    choices: asks ? names : [], titleColumn: chosen,
  };
}

/** Whether a column of that name has the titles, as people name it. */
export const isTitleName = (name = '') => TITLE_NAMES.includes(name.toLowerCase());

function guessTitle(columns) {
  const named = columns.findIndex((column) => isTitleName(column?.field));
  return named >= 0 ? named : columns.findIndex(
    (column) => column?.field && !column.json && !SHOWN_FIELDS.includes(column.field));
}

function check(columns) {
  const seen = new Set();
  for (const column of columns.filter((one) => one !== null)) {
    const name = column.own ? `own ${column.own}` : `field ${column.field}`;
    if (seen.has(name)) throw new FileError('columnTwice', 1, { name: column.own ?? column.field });
    seen.add(name);
  }
  if (![...seen].some((name) => name.startsWith('field '))) throw new FileError('noColumns', 1);
}

const WORDS = { true: true, yes: true, ja: true, 1: true, x: true, false: false, no: false,
  nein: false, 0: false };

/** Collects sections and rows from the records. */
class TableReader {
  sections = [];
  problems = [];
  anyDone = false;
  #columns;
  #hasTitles;
  /** The section of each cell of the column `section`. */
  #known = new Map();
  #latest = '';
  #rows = new Set();
  #ids = new Set();

  constructor(columns) {
    this.#columns = columns;
    this.#hasTitles = columns.some((column) => column?.own === 'sectionTitle');
  }

  /** Reads one record; one of empty cells is skipped. */
  read({ line, cells }) {
    if (cells.every((cell) => cell === '')) return;
    const given = {};
    const fields = {};
    try {
      cells.forEach((cell, index) => {
        if (cell === '') return;
        const column = this.#columns[index];
        if (!column) throw new FileError('noColumn', line, { count: index + 1 });
        const text = unescapeCell(cell);
        if (column.own) given[column.own] = text;
        else put(fields, column.field, valueOf(text, column, line));
      });
      if (given.row !== undefined && !isId(given.row)) throw new FileError('badId', line, { id: given.row });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const { problem, values } = error;
      this.problems.push({ problem, line, values });
      return;
    }
    if (typeof fields.done === 'boolean') this.anyDone = true;
    this.#sectionOf(given.section, given.sectionTitle).rows
      .push({ ...freeId(given.row, this.#rows), fields, line });
  }

  /** The section of a record; one that names none belongs to that of the record before. */
  #sectionOf(name = this.#latest, title = undefined) {
    this.#latest = name;
    const existing = this.#known.get(name);
    if (existing) return existing;
    const id = freeId(name, this.#ids);
    // With a column for titles, no title means an empty one; but a name that cannot be an id is
    // kept as the title.
    const untitled = id.id !== undefined && this.#hasTitles ? '' : name;
    const section = { ...id, title: title ?? untitled, rules: {}, rows: [] };
    this.#known.set(name, section);
    this.sections.push(section);
    return section;
  }
}

/** The value of a cell of a field. */
function valueOf(text, { field, json }, line) {
  if (json) {
    const value = jsonOf(text);
    if (value !== undefined && value !== null) return value;
  } else if (field === 'done') {
    const value = own(WORDS, text.trim().toLowerCase());
    if (value === undefined) throw new FileError('badDone', line, { text });
    return value;
  }
  if (text.includes('\0')) throw new FileError('nul', line, { name: field });
  return text;
}

/** The value of a JSON text; `undefined` where it is none. Spreadsheets write Booleans in capitals. */
function jsonOf(text) {
  const lower = text.toLowerCase();
  try {
    return JSON.parse(lower === 'true' || lower === 'false' ? lower : text);
  } catch {
    return undefined;
  }
}
