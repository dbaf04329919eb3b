/** What a change set did, in words for the history. Pure. */

const plural = (count, one, many) => (count === 1 ? one : `${count} ${many}`);
const quoted = (text) => `“${text}”`;

const PARTS = [
  ['insertedRows', (entries) => (entries.length === 1
    ? `added ${quoted(entries[0].fields?.title ?? 'a row')}` : `added ${entries.length} rows`)],
  ['deletedRows', (entries) => `deleted ${plural(entries.length, 'a row', 'rows')}`],
  ['movedRows', (entries) => `moved ${plural(entries.length, 'a row', 'rows')}`],
  ['updatedRows', (entries) => describeUpdates(entries)],
  ['insertedSections', (entries) => `added the section ${quoted(entries[0].title || 'untitled')}`],
  ['deletedSections', (entries) => `deleted ${plural(entries.length, 'a section', 'sections')}`],
  ['movedSections', (entries) => `moved ${plural(entries.length, 'a section', 'sections')}`],
  ['updatedSections', () => 'changed a section'],
];

function describeUpdates(entries) {
  if (entries.length > 1) return `changed ${entries.length} rows`;
  const { fields = {} } = entries[0];
  if (typeof fields.title === 'string') return `renamed a row to ${quoted(fields.title)}`;
  if (typeof fields.done === 'boolean') return fields.done ? 'ticked a row off' : 'unticked a row';
  return 'changed a row';
}

/** A sentence without its subject: `moved a row and added “Tea”`. */
export function describeChange(set) {
  const parts = PARTS.filter(([key]) => set[key]?.length > 0).map(([key, say]) => say(set[key]));
  if (set.updatedList) parts.push('changed the list');
  const text = parts.join(' and ') || 'changed nothing';
  if (set.undoes !== undefined) return `took back an edit: ${text}`;
  return set.redoes !== undefined ? `repeated an edit: ${text}` : text;
}
