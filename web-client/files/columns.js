/**
 * The columns of a CSV file and the escaping of its cells, as the command `lockstep` has them: see
 * `Sources/ListFiles/Column.swift`. Pure.
 */

const PREFIX = 'field:';
const SUFFIX = ':json';
const OWN_NAMES = ['section', 'sectionTitle', 'row'];

/** The fields that clients show; they always have a column. */
export const SHOWN_FIELDS = ['title', 'detail', 'done'];

/**
 * The column that a cell of the first line names: `{own}` (`section`, `sectionTitle`, `row`) or
 * `{field, json}`; with `json` its cells are JSON texts. The known names match without regard to
 * case.
 */
export function columnOf(header) {
  const json = header.endsWith(SUFFIX);
  const name = json ? header.slice(0, -SUFFIX.length) : header;
  if (name.startsWith(PREFIX)) return { field: name.slice(PREFIX.length), json };
  const plain = name.toLowerCase();
  const own = OWN_NAMES.find((one) => one.toLowerCase() === plain);
  if (!json && own) return { own };
  return { field: SHOWN_FIELDS.find((one) => one === plain) ?? name, json };
}

/** The cell of the first line for a field. */
export function headerOf(field, json) {
  const text = json ? field + SUFFIX : field;
  const read = columnOf(text);
  // The prefix marks a field whose name alone would be read as something else.
  return read.field === field && read.json === json ? text : PREFIX + text;
}

const NUMBER = /^[ \t\r\n]*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?[ \t\r\n]*$/u;
const isNumber = (text) => NUMBER.test(text) && Number.isFinite(Number(text));

/** Whether the text, without its leading apostrophes, begins like a formula. */
const isDangerous = (text) => /^'*[=+\-@\t\r\n]/u.test(text);

/**
 * A text that begins with `=`, `+`, `-`, `@`, a tab or a line break, and is no number, gets a
 * leading apostrophe, so that no spreadsheet runs it as a formula (OWASP, "CSV injection").
 */
export const escapeCell = (text) => (isDangerous(text) && !isNumber(text) ? `'${text}` : text);

/** The text of a cell: the reverse of `escapeCell`. */
export const unescapeCell = (cell) => (
  cell.startsWith("'") && isDangerous(cell) ? cell.slice(1) : cell);
