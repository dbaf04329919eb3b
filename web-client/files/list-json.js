/**
 * A whole list as a JSON file with one line for each row, as the command `lockstep` writes
 * it: see `Sources/Tools/ListFiles/ListFiles.docc/Formats.md`. Pure.
 */

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
