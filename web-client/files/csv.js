/**
 * Comma-separated values (RFC 4180), read and written as the command `lockstep` does: see
 * `Sources/ListFiles/CSV.swift`. Pure.
 */

const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATORS = [',', ';', '\t'];

/** Why a file cannot be read: `problem` names a message of `files.problem`, `line` counts from 1. */
export class FileError extends Error {
  constructor(problem, line, values = {}) {
    super(`${problem} in line ${line ?? '?'}`);
    Object.assign(this, { problem, line, values });
  }
}

/** The separator that is most frequent outside quotes in the first line; a comma if none is. */
function separatorOf(text) {
  const counts = new Map(SEPARATORS.map((one) => [one, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') break;
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character) + 1);
  }
  const most = Math.max(...counts.values());
  return SEPARATORS.find((one) => counts.get(one) === most);
}

/**
 * Yields the records of a file, `{line, cells}`; `line` is that on which it begins. Throws a
 * `FileError` for a quote without an end and for text after a closing quote. O(characters).
 */
export function* readRecords(file) {
  const text = file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file;
  const separator = separatorOf(text);
  const plain = new RegExp(`[${separator}\\n]`, 'gu');
  let [at, line] = [0, 1];
  while (at < text.length) {
    const record = { line, cells: [] };
    for (let more = true; more;) {
      const cell = text[at] === '"' ? quotedCell(text, at, line, separator)
        : plainCell(text, at, plain);
      record.cells.push(cell.value);
      line += cell.lines;
      at = cell.end + 1;
      more = text[cell.end] === separator;
    }
    yield record;
  }
}

/** A cell without quotes that begins at `at`; `end` is where its separator or line end stands. */
function plainCell(text, at, ending) {
  ending.lastIndex = at;
  const end = ending.exec(text)?.index ?? text.length;
  const isLast = text[end] === '\n';
  const cut = isLast && text[end - 1] === '\r' && end > at ? end - 1 : end;
  return { value: text.slice(at, cut), end, lines: isLast ? 1 : 0 };
}

function quotedCell(text, start, line, separator) {
  let at = start + 1;
  let quote = text.indexOf('"', at);
  let value = '';
  while (quote >= 0 && text[quote + 1] === '"') {
    value += text.slice(at, quote + 1);
    at = quote + 2;
    quote = text.indexOf('"', at);
  }
  if (quote < 0) throw new FileError('quoteOpen', line);
  value += text.slice(at, quote);
  let end = quote + 1;
  while (text[end] === '\r') end += 1;
  const lines = value.split('\n').length - 1;
  if (end < text.length && text[end] !== separator && text[end] !== '\n') {
    throw new FileError('textAfterQuote', line + lines);
  }
  return { value, end, lines: lines + (text[end] === '\n' ? 1 : 0) };
}

const needsQuotes = (cell) => /[",;\t\r\n]|^ | $/u.test(cell);

/** What a file begins with: some spreadsheets recognize UTF-8 by it only. */
export const FILE_START = BYTE_ORDER_MARK;

/** One line of a file. */
export const recordLine = (cells) => `${cells.map(
  (cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
