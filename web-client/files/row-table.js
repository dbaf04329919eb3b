/**
 * The rows of a list as a CSV file for spreadsheets, as the command `lockstep` writes it:
 * see `Sources/Tools/ListFiles/ListFiles.docc/Formats.md`. The file holds no rules and no empty sections. Pure.
 */

import { own } from '../package/model/records.js';
import { escapeCell, FILE_START, headerOf, recordLine, SHOWN_FIELDS } from './csv.js';
import { canonical, compareBytes } from './list-json.js';

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
