/** Change sets and clamps in words, and the titles of rows for them. Pure. */

/**
 * What a change set did, as a sentence without its subject: `moved “Milk” and added “Tea”`.
 * `titleOf` gives the title of a row, or `undefined`.
 */
export function describeChange(set, titleOf = () => undefined) {
  const parts = PARTS.filter(([key]) => set[key]?.length > 0)
    .map(([key, describe]) => describe(set[key], titleOf));
  const { title } = set.updatedList ?? {};
  if (title !== undefined) parts.push(`renamed the list to ${quoted(title)}`);
  else if (set.updatedList) parts.push('changed the rules of the list');
  const text = parts.join(' and ') || 'changed nothing';
  if (set.undoes !== undefined) return `took back an edit: ${text}`;
  return set.redoes !== undefined ? `repeated an edit: ${text}` : text;
}

const quoted = (text) => `“${text}”`;

/** `verb` with the title of the one row, if known, or with the number of rows. */
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

/** The parts of a change set, in the order in which they are described. */
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

const CLAMP_REASONS = {
  scope: 'rows of that section stay where they belong',
  bounds: 'the list was shorter by then',
  pinned: 'pinned rows keep their place',
};

/** The message to a user whose move was clamped. */
export function clampNote(clamp) {
  return `Moved to the nearest allowed place: ${CLAMP_REASONS[clamp.why] ?? clamp.why}.`;
}

/** The reason why dragged rows cannot go further, for `why` of a clamp. */
export function limitNote(why) {
  return CLAMP_REASONS[why] ?? 'no further place';
}

/**
 * The titles of rows as far as they are known, from a list and from the change sets of its history.
 */
export class RowTitles {
  #titles = new Map();

  /** Takes the titles of the rows of `list`, which are the newest. */
  takeList(list) {
    for (const section of list.sections) {
      for (const row of section.rows) this.#take(row.id, row.fields);
    }
  }

  /** Takes the titles of rows that are not known yet; `sets` are newest first. */
  takeSets(sets) {
    for (const set of sets) {
      for (const { row, fields } of [...set.insertedRows ?? [], ...set.updatedRows ?? []]) {
        if (!this.#titles.has(row)) this.#take(row, fields);
      }
    }
  }

  /** The title of a row, or `undefined`. */
  of(row) {
    return this.#titles.get(row);
  }

  #take(row, fields) {
    if (typeof fields?.title === 'string') this.#titles.set(row, fields.title);
  }
}
