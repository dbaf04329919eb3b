/**
 * Comma-separated values (RFC 4180) as the command `lockstep` writes them: the names of columns, the
 * escaping of cells, the lines. See `Sources/Tools/ListFiles/Tables`. Pure.
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
function columnOf(header) {
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

const needsQuotes = (cell) => /[",;\t\r\n]|^ | $/u.test(cell);

/** What a file begins with: some spreadsheets recognize UTF-8 by it only. */
export const FILE_START = '\uFEFF';

/** One line of a file. */
export const recordLine = (cells) => `${cells.map(
  (cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
