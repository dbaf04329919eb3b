/** What a deletion is about: how it is told, and whether it is too large to be undone. Pure. */

import { findSection } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';

const DELETIONS = new Set(['deleteRows', 'deleteSections']);
/** What a step of undo has for a row besides its contents and the ids around it, in bytes. */
const STEP_BYTES = 60;

/** Whether `actions` delete, and do nothing else. */
export const isDeletion = (actions) => actions.length > 0
  && actions.every(({ op }) => DELETIONS.has(op));

/**
 * What `actions`, a deletion, delete from `list`: `{rows, sections}`, the rows that are not in these
 * sections, and the sections. O(rows).
 */
function subjectsOf(list, actions) {
  const ids = new Set(actions.flatMap(({ rows = [] }) => rows));
  const sections = actions.flatMap((action) => action.sections ?? [])
    .map((id) => list.sections[findSection(list, id)]).filter(Boolean);
  const rows = ids.size === 0 ? [] : list.sections.filter((one) => !sections.includes(one))
    .flatMap((one) => one.rows.filter(({ id }) => ids.has(id)));
  return { rows, sections, count: list.partial ? ids.size : rows.length };
}

/** What `actions`, a deletion, delete from `list`, as a sentence with the verb of `key`. */
export function deletionSentence(list, actions, key = 'deleting.done') {
  const { rows, sections, count: rowCount } = subjectsOf(list, actions);
  const [section] = sections;
  if (sections.length > 1) return translate(`${key}Sections`, { count: sections.length });
  if (section) {
    const title = nameOf(section.title, 'section.untitled');
    const count = section.rows.length;
    return translate(count === 0 ? `${key}Section` : `${key}SectionWithItems`, { title, count });
  }
  if (rowCount !== 1) return translate(`${key}Rows`, { count: rowCount });
  return translate(`${key}Row`, { title: nameOf(rows[0]?.fields.title) });
}

/**
 * Whether a deletion is too large to be undone, by what its rows take: the server undoes nothing
 * that takes more than `undoBytes`.
 */
export function isFinal(list, actions, { undoBytes = Infinity }) {
  const { rows, sections, count } = subjectsOf(list, actions);
  const all = [...rows, ...sections.flatMap((section) => [...section.rows])];
  const known = all.length;
  const total = sections.reduce((sum, section) => sum + section.rows.length, count);
  let bytes = 0;
  for (const row of all) {
    bytes += new TextEncoder().encode(JSON.stringify(row)).length + 3 * row.id.length + STEP_BYTES;
    if (bytes > undoBytes) return true;
  }
  // Rows that are not held are taken to be like those that are.
  return known < total && (bytes / Math.max(1, known) || STEP_BYTES) * total > undoBytes;
}
