/**
 * Lists as Markdown and as plain lines, written. Pure.
 *
 * Markdown has the list's title as its heading, each section as a heading below, each row as an
 * item, with a box where the row can be ticked off, and its notes indented. Plain text has a line
 * for each row; a section is a line that ends with a colon, after an empty one.
 */

import { textOf } from '../package/list-model.js';

/** How far notes are indented. */
const INDENT = '    ';
/** A row without a title. */
const EMPTY_ITEM = '-';

const oneLine = (value) => textOf(value).replace(/\s*[\r\n]+\s*/gu, ' ').trim();

/** Whether the rows of a list without a kind show boxes: `done` is what a box needs. */
const hasBox = (list, row) => list.rules?.kind === 'check'
  || (list.rules?.kind !== 'plain' && typeof row.fields.done === 'boolean');

/** `text` with a backslash where its beginning would be read as markup. */
const escapeStart = (text) => text.replace(/^(\d{1,9})([.)])(?=\s|$)/u, '$1\\$2')
  .replace(/^(?=\\|#|[-*+•–](?:\s|$)|\[[ xX]?\](?:\s|$))/u, '\\');

const boxOf = (list, row) => {
  if (!hasBox(list, row)) return '';
  return row.fields.done === true ? '[x] ' : '[ ] ';
};

/** The notes of a row in lines. */
const notesOf = ({ detail }) => {
  const text = textOf(detail).trim();
  return text === '' ? [] : text.split(/\r\n|\r|\n/u);
};

function* writeRows(list, section, marker) {
  for (const row of section.rows) {
    const title = escapeStart(oneLine(row.fields.title));
    const notes = notesOf(row.fields).map((line) => (line.trim() === '' ? ''
      : `${INDENT}${escapeStart(line.trim())}`));
    const line = `${marker}${boxOf(list, row)}${title}`.trimEnd();
    yield [line || EMPTY_ITEM, ...notes, ''].join('\n');
  }
}

/** Yields the parts of `list` as Markdown. */
export function* writeMarkdown(list) {
  if (list.title) yield `# ${oneLine(list.title)}\n`;
  for (const [index, section] of list.sections.entries()) {
    if (list.title || index > 0) yield '\n';
    if (section.title || index > 0) yield `## ${oneLine(section.title)}`.trimEnd().concat('\n\n');
    yield* writeRows(list, section, '- ');
  }
}

/** Yields the parts of `list` as plain lines, without its title. */
export function* writePlainText(list) {
  for (const [index, section] of list.sections.entries()) {
    if (index > 0) yield '\n';
    if (section.title || index > 0) yield `${oneLine(section.title)}:\n`;
    yield* writeRows(list, section, '');
  }
}
