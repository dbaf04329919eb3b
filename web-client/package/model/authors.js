/** Who last changed the fields of a row (`by`), and who inserted it (`added`): stamps. Pure. */

import { findRow } from './list-state.js';
import { isSparse } from './row-sequences.js';

/**
 * The stamp `{client, user, revision, at}` of what a change set changes; `undefined` where several
 * are folded into it: then it is not known whose each change is.
 */
export function stampOf({ client, user, revision, at, folds = 1 }) {
  if (folds > 1 || client === undefined) return undefined;
  return user === undefined ? { client, revision, at } : { client, user, revision, at };
}

/** `row` with its stamps, of which one that is `undefined` is not known. */
export function stamped({ by: _, added: __, ...row }, { by, added }) {
  return { ...row, ...(by && { by }), ...(added && { added }) };
}

/** The list with these stamps, `{by, added}`, of the row of an id, where that is held. O(rows). */
export function withAuthors(list, id, stamps) {
  const found = findRow(list, id);
  if (!found || found.row.absent) return list;
  const next = stamped(found.row, stamps);
  const { path: [s], section: { rows } } = found;
  const change = (row) => (row === found.row ? next : row);
  const after = isSparse(rows) ? rows.mapped(change) : rows.map(change);
  return { ...list, sections: list.sections.with(s, { ...list.sections[s], rows: after }) };
}
