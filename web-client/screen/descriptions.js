/** What a change set did, in words for the history. Pure. */

const quoted = (text) => `“${text}”`;

/** `verb` with the one row by its title, where that is known, or with how many there are. */
function rows(verb, entries, titleOf) {
  if (entries.length > 1) return `${verb} ${entries.length} rows`;
  const title = titleOf(entries[0].row);
  return title === undefined ? `${verb} a row` : `${verb} ${quoted(title)}`;
}

function sections(verb, entries) {
  return `${verb} ${entries.length === 1 ? 'a section' : `${entries.length} sections`}`;
}

function updates(entries, titleOf) {
  if (entries.length > 1) return `changed ${entries.length} rows`;
  const [{ row, fields = {} }] = entries;
  if (typeof fields.title === 'string') return `renamed a row to ${quoted(fields.title)}`;
  if (typeof fields.done === 'boolean') {
    return rows(fields.done ? 'ticked off' : 'unticked', [{ row }], titleOf);
  }
  return rows('changed', [{ row }], titleOf);
}

const PARTS = [
  ['insertedRows', (entries) => rows('added', entries,
    () => entries[0].fields?.title)],
  ['deletedRows', (entries, titleOf) => rows('deleted', entries, titleOf)],
  ['movedRows', (entries, titleOf) => rows('moved', entries, titleOf)],
  ['updatedRows', updates],
  ['insertedSections', (entries) => `added the section ${quoted(entries[0].title || 'untitled')}`],
  ['deletedSections', (entries) => sections('deleted', entries)],
  ['movedSections', (entries) => sections('moved', entries)],
  ['updatedSections', ([{ title }]) => (title === undefined
    ? 'changed a section' : `renamed a section to ${quoted(title)}`)],
];

/** A sentence without its subject: `moved “Milk” and added “Tea”`; `titleOf` knows rows. */
export function describeChange(set, titleOf = () => undefined) {
  const parts = PARTS.filter(([key]) => set[key]?.length > 0)
    .map(([key, say]) => say(set[key], titleOf));
  const { title } = set.updatedList ?? {};
  if (title !== undefined) parts.push(`renamed the list to ${quoted(title)}`);
  else if (set.updatedList) parts.push('changed the rules of the list');
  const text = parts.join(' and ') || 'changed nothing';
  if (set.undoes !== undefined) return `took back an edit: ${text}`;
  return set.redoes !== undefined ? `repeated an edit: ${text}` : text;
}
