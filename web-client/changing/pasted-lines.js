/** Lines of text as items: what stands before their titles in other programs is understood. Pure. */

/** A mark at the start of a line: a bullet or a number, then perhaps a box, `[ ]` or `[x]`. */
const MARK = /^\s*(?:(?:[-*+•‣◦–]|\d{1,4}[.)])\s+)?(?:\[([ xX]?)\](?:\s+|$))?/u;
/** A line that is nothing but a bullet. */
const ONLY_MARK = /^\s*(?:[-*+•‣◦–]|\d{1,4}[.)])\s*$/u;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/u;

/** Whether `text` has several lines, or one that ends. */
export const hasLines = (text) => LINE_END.test(text);

/**
 * The items in `text`, one for each line: `[{title, done}]`. `done` is `undefined` where the line
 * has no box. Lines without a title are left out.
 */
export function itemsOf(text) {
  return text.split(LINE_END).filter((line) => !ONLY_MARK.test(line)).map((line) => {
    const [mark, box] = MARK.exec(line);
    const title = line.slice(mark.length).trim();
    return { title, done: box === undefined ? undefined : box.toLowerCase() === 'x' };
  }).filter(({ title }) => title !== '');
}

/**
 * The items that pasting `text` between `before` and `after` in a title makes: the first title goes
 * on from `before`, the last one ends with `after`.
 */
export function pastedItems(before, text, after) {
  const items = itemsOf(text);
  if (items.length === 0) return items;
  items[0].title = `${before}${items[0].title}`.trim();
  const last = items.at(-1);
  last.title = `${last.title}${after}`.trim();
  return items;
}

/**
 * What was typed before there was a form for it: an item for each line but the last, which may not be typed to its
 * end, and that one. `kind` is `typed`; `pasted`, where lines were pasted and nothing was typed after them: they are
 * all items; or `continued`, where something was.
 */
export function typedItems(text, kind) {
  if (kind === 'pasted') return { items: itemsOf(text), last: '' };
  const lines = text.split(LINE_END);
  const last = lines.pop();
  const items = kind === 'continued' ? itemsOf(lines.join('\n')) : lines.map((line) => ({ title: line.trim() }));
  return { items: items.filter(({ title }) => title !== ''), last };
}
