/**
 * Lists as Markdown and as plain lines, written and read. Pure.
 *
 * Markdown has the list's title as its heading, each section as a heading below, each row as an
 * item, with a box where the row can be ticked off, and its notes indented. Plain text has a line
 * for each row; a section is a line that ends with a colon, behind an empty one.
 */

/** How far notes are indented. */
const INDENT = '    ';
/** A row without a title. */
const EMPTY_ITEM = '-';
const ITEM = /^(?:[-*+•–]|\d{1,9}[.)])(?:[ \t]+|$)/u;
const BOX = /^\[([ xX]?)\](?:[ \t]+|$)/u;
const HEADING = /^(#{1,6})(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$/u;
const RULE = /^(?:[-*_][ \t]*){3,}$/u;

const oneLine = (text) => String(text).replace(/\s*[\r\n]+\s*/gu, ' ').trim();

/** Whether the rows of a list without a kind show boxes: `done` is what a box needs. */
const hasBox = (list, row) => list.rules?.kind === 'check'
  || (list.rules?.kind !== 'plain' && typeof row.fields.done === 'boolean');

/** `text` with a backslash where its beginning would be read as markup. */
const escapeStart = (text) => text.replace(/^(\d{1,9})([.)])(?=\s|$)/u, '$1\\$2')
  .replace(/^(?=\\|#|[-*+•–](?:\s|$)|\[[ xX]?\](?:\s|$))/u, '\\');
const unescapeStart = (text) => text.replace(/^(\d{1,9})\\([.)])/u, '$1$2')
  .replace(/^\\(?=[\\#*+•–[-])/u, '');

const boxOf = (list, row) => {
  if (!hasBox(list, row)) return '';
  return row.fields.done === true ? '[x] ' : '[ ] ';
};

/** The notes of a row in lines. */
const notesOf = ({ detail }) => {
  const text = String(detail ?? '').trim();
  return text === '' ? [] : text.split(/\r\n|\r|\n/u);
};

function* writeRows(list, section, marker) {
  for (const row of section.rows) {
    const title = escapeStart(oneLine(row.fields.title ?? ''));
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

/** Whether the first lines of `text` are Markdown: one is a heading, or most are items. */
export function isMarkdown(text) {
  const lines = text.split('\n', 200).map((line) => line.trimEnd()).filter((line) => line !== '');
  const items = lines.filter((line) => ITEM.test(line.trimStart()));
  const outer = lines.filter((line) => !/^\s/u.test(line));
  return lines.some((line) => HEADING.test(line)) || items.length * 2 > outer.length;
}

/** The row of the text of an item, without its marker: `[x] Milk` is ticked off. */
function rowOf(text) {
  const box = BOX.exec(text);
  const title = unescapeStart((box ? text.slice(box[0].length) : text).trim());
  const done = box ? { done: box[1].toLowerCase() === 'x' } : {};
  return { fields: { title, ...done } };
}

/** The lines of a text, without those of `\r\n`. */
function* linesOf(text) {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 1; at < text.length; line += 1) {
    const end = text.indexOf('\n', at);
    const cut = end < 0 ? text.length : end;
    const content = text.slice(at, text[cut - 1] === '\r' ? cut - 1 : cut).replaceAll('\0', '');
    yield { line, content, indent: /^[ \t]*/u.exec(content)[0].replaceAll('\t', '    ').length };
    at = cut + 1;
  }
}

/** Collects the sections and rows of lines. */
class Outline {
  sections = [];
  problems = [];
  title = '';
  boxes = 0;
  /** The notes of the row that was added last, in lines, and the row. */
  #notes = [];
  #row = null;

  heading(title) {
    this.#close();
    this.sections.push({ title, rules: {}, rows: [] });
  }

  /** `text` is the item with or without its marker. */
  item(text, line) {
    this.#close();
    if (this.sections.length === 0) this.heading('');
    this.#row = { ...rowOf(text.replace(ITEM, '')), line };
    if (this.#row.fields.done !== undefined) this.boxes += 1;
    this.sections.at(-1).rows.push(this.#row);
  }

  /** Whether a line can be a note. */
  get hasRow() { return this.#row !== null; }

  note(text) { this.#notes.push(unescapeStart(text)); }

  /** The outline at its end; `kind` is that of a list without boxes. */
  finish(kind) {
    this.#close();
    const { title, sections, problems, boxes } = this;
    return { title, rules: { kind: boxes > 0 ? 'check' : kind }, sections, problems };
  }

  #close() {
    const detail = this.#notes.join('\n').trim();
    if (this.#row && detail !== '') this.#row.fields.detail = detail;
    this.#notes = [];
    this.#row = null;
  }
}

/**
 * Reads Markdown; yields after each line. Returns `{title, rules, sections, problems}`: items in
 * items become items too, and a line that is no item is left out and is a problem.
 */
export function* readMarkdown(text) {
  const outline = new Outline();
  for (const { line, content, indent } of linesOf(text)) {
    const trimmed = content.trim();
    const heading = indent < 4 ? HEADING.exec(trimmed) : null;
    if (trimmed === '') {
      if (outline.hasRow) outline.note('');
    } else if (heading) {
      const isTitle = heading[1] === '#' && outline.title === '' && outline.sections.length === 0;
      if (isTitle) outline.title = heading[2];
      else outline.heading(heading[2]);
    } else if (ITEM.test(trimmed) && !RULE.test(trimmed)) {
      outline.item(trimmed, line);
    } else if (indent >= 2 && outline.hasRow) outline.note(trimmed);
    else if (!RULE.test(trimmed)) {
      outline.problems.push({ problem: 'noItem', line, values: { text: trimmed.slice(0, 60) } });
    }
    yield;
  }
  return outline.finish('plain');
}

/** Reads plain lines; yields after each line. Returns what `readMarkdown` returns. */
export function* readPlainText(text) {
  const outline = new Outline();
  let afterEmpty = true;
  for (const { line, content, indent } of linesOf(text)) {
    const trimmed = content.trim();
    if (trimmed === '') {
      if (outline.hasRow) outline.note('');
    } else if (afterEmpty && indent === 0 && trimmed.endsWith(':')) {
      outline.heading(trimmed.slice(0, -1).trim());
    } else if (indent >= 2 && outline.hasRow) outline.note(trimmed);
    else outline.item(trimmed, line);
    afterEmpty = trimmed === '';
    yield;
  }
  return outline.finish('check');
}
