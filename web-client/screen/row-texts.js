/** Rows as text for other programs. Pure. */

import { textOf } from '../package/list-model.js';
import { translate } from '../texts/texts.js';

/** What a title is shown as: a blank one as `otherwise`, the key of a text. */
export const nameOf = (title, otherwise = 'page.untitled') => (
  textOf(title).trim() === '' ? translate(otherwise) : textOf(title));

const indented = (text) => text.replace(/^(?=.)/gmu, '  ');

/** Those of the rows `ids` that `list` holds, in its order: `[{section, row}]`. O(rows). */
export function subjectsOf(list, ids) {
  const wanted = new Set(ids);
  return list.sections.flatMap((section) => section.rows
    .filter((row) => wanted.has(row.id)).map((row) => ({ section, row })));
}

/**
 * `rows` as text: of one its title, and its note below; of several a line each, with `[x]` or
 * `[ ]` where they can be ticked off, and their notes indented.
 */
export function rowsAsText(rows) {
  const [first, ...others] = rows.map(({ fields }) => ({
    title: textOf(fields.title), note: textOf(fields.detail), done: fields.done,
  }));
  if (first === undefined) return '';
  if (others.length === 0) return [first.title, first.note].filter(Boolean).join('\n');
  return [first, ...others].flatMap(({ title, note, done }) => {
    const mark = typeof done === 'boolean' ? `- [${done ? 'x' : ' '}] ` : '';
    return note === '' ? [mark + title] : [mark + title, indented(note)];
  }).join('\n');
}
