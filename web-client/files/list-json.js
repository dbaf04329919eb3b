/**
 * A whole list as a JSON file with one line for each row, as the command `lockstep` writes and
 * reads it: see `Sources/ListFiles/ListFiles.docc`. Pure.
 */

import { FileError } from './csv.js';

const FORMAT = 'lockstep-list/1';
/** The rules in the order in which they are written. */
const RULES = ['editable', 'deletable', 'reorderable', 'insertable', 'handles', 'moveScope',
  'deleteTitle', 'maxRows', 'kind', 'editFields'];
const ROW_RULES = ['editable', 'deletable', 'movable', 'pinned'];

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares two texts by their UTF-8 bytes: by code point. */
export function compareBytes(one, other) {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === length) return one.length - other.length;
  // A surrogate is above every other code unit, as its code point is above every other code point.
  const [a, b] = [one, other].map((text) => {
    const unit = text.charCodeAt(at);
    return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
  });
  return a - b;
}

/** The JSON text of a value; the members of objects ascend by name. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort(compareBytes)
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

const known = (object, names) => Object.fromEntries(
  names.filter((name) => object?.[name] !== undefined && object[name] !== null)
    .map((name) => [name, object[name]]));
const rulesText = (rules) => JSON.stringify(known(rules, RULES));

function rowText(row) {
  const rules = Object.entries(known(row, ROW_RULES))
    .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return `{"id":${JSON.stringify(row.id)},"fields":${canonical(row.fields)}${rules.join('')}}`;
}

/** Yields the lines of the file of `list`, which is `{id, revision, title, rules, sections}`. */
export function* writeDocument({ id, revision, title, rules, sections }) {
  yield `{\n  "format": "${FORMAT}",\n  "list": ${JSON.stringify(id)},\n`;
  yield `  "title": ${JSON.stringify(title)},\n  "revision": ${revision},\n`;
  yield `  "rules": ${rulesText(rules)},\n  "sections": [\n`;
  for (const [index, section] of sections.entries()) {
    yield `    {"id":${JSON.stringify(section.id)},"title":${JSON.stringify(section.title)},`
      + `"rules":${rulesText(section.rules)},"rows":[\n`;
    for (const [at, row] of section.rows.entries()) {
      yield `      ${rowText(row)}${at === section.rows.length - 1 ? '' : ','}\n`;
    }
    yield index === sections.length - 1 ? '    ]}\n' : '    ]},\n';
  }
  yield '  ]\n}\n';
}

const ID = /^[A-Za-z0-9._~-]{1,64}$/u;

/** Whether a text can be the id of a row or section. */
export const isId = (text) => typeof text === 'string' && ID.test(text)
  && text !== '.' && text !== '..';

/** Whether `text` looks like a JSON file of a list. */
export const isDocument = (text) => /^\uFEFF?\s*\{/u.test(text);

/**
 * Reads a file; yields after each row. Returns `{title, rules, sections}`, whose sections and rows
 * have an `id` only where the file has a usable one. Throws a `FileError`. Parsing itself cannot
 * pause: about 10 ms for each megabyte.
 */
export function* readDocument(text) {
  const value = parse(text.replace(/^\uFEFF/u, ''));
  if (!isObject(value) || (value.format ?? FORMAT) !== FORMAT || !Array.isArray(value.sections)) {
    throw new FileError('notOurs');
  }
  const taken = { rows: new Set(), sections: new Set() };
  const sections = [];
  for (const section of value.sections) {
    if (!isObject(section)) throw new FileError('notOurs');
    const rows = [];
    for (const row of section.rows ?? []) {
      if (!isObject(row) || !isObject(row.fields ?? {})) throw new FileError('notOurs');
      const fields = Object.fromEntries(
        Object.entries(row.fields ?? {}).filter(([, one]) => one !== null));
      rows.push({ ...freeId(row.id, taken.rows), fields, ...known(row, ROW_RULES) });
      yield;
    }
    sections.push({
      ...freeId(section.id, taken.sections), title: String(section.title ?? ''),
      rules: known(section.rules, RULES), rows,
    });
  }
  return { title: String(value.title ?? ''), rules: known(value.rules, RULES), sections };
}

/** `{id}`, or nothing where it is taken or cannot be one: then the server makes one. */
export function freeId(id, taken) {
  if (!isId(id) || taken.has(id)) return {};
  taken.add(id);
  return { id };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileError('notJSON');
  }
}
