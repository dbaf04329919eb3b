/** Rows as text for other programs. Pure. */

const textOf = (value) => (value === undefined ? '' : String(value));
const indented = (text) => text.replace(/^(?=.)/gmu, '  ');

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
