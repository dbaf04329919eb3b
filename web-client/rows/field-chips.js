/**
 * What a row shows of its fields besides title, note and tick: a handful of short texts. The values
 * are anyone's: whatever they are, they become texts of bounded length. Pure.
 */

import { formatDay, formatTime, translate } from '../texts/texts.js';

/** The most chips of a row, and characters of one. */
const MOST = 6;
const LONGEST = 40;
/** Characters of a value that its tooltip has, and of an address that a link may have. */
const LONGEST_TITLE = 400;
const LONGEST_ADDRESS = 2048;
const DEEPEST = 8;

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/u;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** The fields that the row shows elsewhere, or in another way. */
const SHOWN = new Set(['title', 'detail', 'done', 'indent']);

/** How deep a row is indented, 0 to 8. */
export function indentOf({ indent }) {
  return Number.isInteger(indent) && indent >= 1 && indent <= DEEPEST ? indent : 0;
}

/**
 * The chips of a row with `fields`, in order: `[{field, text, title?, href?}]`; `title` is the whole
 * of what is cut, `href` the address of a link. What does not fit is counted by a last one.
 */
export function chipsOf(fields) {
  const names = Object.keys(fields).filter((name) => !SHOWN.has(name));
  if (names.length === 0) return [];
  const known = Object.keys(KNOWN).filter((name) => Object.hasOwn(fields, name));
  const others = names.filter((name) => !Object.hasOwn(KNOWN, name));
  const all = [...known.flatMap((field) => KNOWN[field](fields[field])
    .map((chip) => ({ field, ...chip }))),
  ...others.flatMap((field) => other(field, fields[field]))];
  if (all.length <= MOST) return all.map(cut);
  const rest = all.slice(MOST - 1);
  return [...all.slice(0, MOST - 1).map(cut), {
    field: '', text: translate('chips.more', { count: rest.length }),
    title: rest.map(({ text }) => shortened(text, LONGEST)).join(', ').slice(0, LONGEST_TITLE),
  }];
}

/** The chips of the fields that have a meaning of their own, by name, in this order. */
const KNOWN = {
  due: (value) => texts(value).map((text) => ({ text: translate('chips.due', { date: date(text) }) })),
  priority: (value) => (['1', '2', '3'].includes(String(value))
    ? [{ text: translate('chips.priority', { priority: String(value) }) }] : other('priority', value)),
  labels: (value) => (Array.isArray(value) ? value : [value]).flatMap(texts)
    .map((text) => ({ text })),
  assignee: (value) => texts(value)
    .map((name) => ({ text: translate('chips.assignee', { name }) })),
  url: (value) => texts(value).map((text) => {
    const href = hrefOf(text);
    return href === null ? { text } : { text: shownAddress(href), title: text, href };
  }),
};

/** Any other field, with its name; nothing of what is no text, number or yes. */
function other(field, value) {
  if (value === true) return [{ field, text: field }];
  const [text] = texts(typeof value === 'number' ? String(value) : value);
  return text === undefined ? [] : [{ field, text: `${field}: ${text}` }];
}

/** A text in one line, where there is one: `[text]`. */
function texts(value) {
  if (typeof value !== 'string') return [];
  const text = value.slice(0, LONGEST_ADDRESS).replace(/\s+/gu, ' ').trim();
  return text === '' ? [] : [text];
}

/** A day or a time as the language shown writes it; any other words as they are. */
function date(text) {
  if (DAY.test(text)) {
    const day = new Date(`${text}T00:00:00Z`);
    const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
    return isReal ? formatDay(day) : text;
  }
  const time = TIME.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? text : formatTime(time);
}

/** The address of a link that may be followed, or `null`. */
function hrefOf(text) {
  if (text.length >= LONGEST_ADDRESS || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return SCHEMES.has(protocol) ? href : null;
}

/** What tells most of where a link leads: the host, or the address of a letter. */
function shownAddress(href) {
  const { protocol, host, pathname } = new URL(href);
  return protocol === 'mailto:' ? pathname : host.replace(/^www\./u, '');
}

function cut({ field, text, title, href }) {
  const short = shortened(text, LONGEST);
  const whole = title ?? (short === text ? undefined : text);
  return { field, text: short, title: whole && shortened(whole, LONGEST_TITLE), href };
}

/** `text` with an ellipsis where it has more than so many characters. */
function shortened(text, most) {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most)];
  return characters.length <= most && 2 * most >= text.length ? text
    : `${characters.slice(0, most - 1).join('').trimEnd()}\u2026`;
}
