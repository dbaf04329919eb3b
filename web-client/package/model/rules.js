/**
 * What the rules of a list allow, and how an action that they forbid is rejected. A section's rules
 * restrict those of its list, and a row's those of its section; none grants what an outer one
 * denies.
 */

import { rowCount } from './list-state.js';
import { textOf } from './row-values.js';

const allows = (rule, ...scopes) => scopes.every((scope) => scope?.[rule] !== false);

/** Whether the row's fields may change. */
export function mayUpdate(list, section, row) {
  return allows('editable', list.rules, section.rules, row);
}

/** Whether the row may be deleted, alone or with its section. */
export function mayDelete(list, section, row) {
  return mayUpdate(list, section, row) && allows('deletable', list.rules, section.rules, row);
}

/** Whether every row of the section may be deleted, and so the section. */
export function mayDeleteSection(list, section) {
  return section.rows.every((row) => mayDelete(list, section, row));
}

/** Whether rows of the section may move, and rows of other sections may move into it. */
export function isReorderable(list, section) {
  return allows('reorderable', list.rules, section.rules);
}

/** Whether the row may move at all. */
export function mayMove(list, section, row) {
  return isReorderable(list, section) && row.movable !== false;
}

/** Whether new rows may be inserted into the section. */
export function mayInsert(list, section) {
  return allows('insertable', list.rules, section.rules);
}

/** Whether a new row may be inserted into the section now: it may, and there is room. */
export function mayAdd(list, section) {
  return mayInsert(list, section) && section.rows.length < (section.rules?.maxRows ?? Infinity)
    && rowCount(list) < (list.rules?.maxRows ?? Infinity);
}

/** Whether a row of a section has been ticked off or not, by the section. */
const ticks = new WeakMap();

function hasTicks(section) {
  if (!ticks.has(section)) {
    ticks.set(section, section.rows.some((row) => typeof row.fields.done === 'boolean'));
  }
  return ticks.get(section);
}

const checklists = new WeakMap();

/**
 * Whether clients show a checkbox in every row: by the list's kind, and where it has none, where a
 * row has been ticked off or not. O(rows) once for each version of a section, and O(sections) of the list.
 */
export function isChecklist(list) {
  const { rules, sections } = list;
  if (rules?.kind !== undefined) return rules.kind === 'check';
  if (!checklists.has(list)) checklists.set(list, sections.some(hasTicks));
  return checklists.get(list);
}

/** Whether a user of that role changes rules; a role that is not known yet may. */
export const isOwner = (role) => role === undefined || role === 'owner';

/** When drag handles are shown: `edit` (in edit mode only) or `always`. */
export function handlesOf(list, section) {
  return section.rules?.handles ?? list.rules?.handles ?? 'edit';
}

/** The control that edit mode gives the row: `delete`, or `none` where nothing of it may change. */
export function editingStyle(list, section, row) {
  return mayUpdate(list, section, row) || mayDelete(list, section, row) ? 'delete' : 'none';
}

/** `{detail}` in a label, with the brackets around it and the space before. */
const DETAIL = /\s*[([{]?\{detail\}[)\]}]?/gu;

/**
 * The label of the row's delete button; `{detail}` in the rule stands for the row's detail, and
 * goes together with its brackets where the row has none.
 */
export function deleteTitle(list, section, row, otherwise = 'Delete') {
  const template = section.rules?.deleteTitle ?? list.rules?.deleteTitle ?? otherwise;
  const detail = row?.fields?.detail;
  const text = textOf(detail);
  if (text.trim() !== '') return template.split('{detail}').join(text);
  return template.replace(DETAIL, '').trim() || otherwise;
}

/** An action that cannot be applied: the code and the message that the server would answer with. */
export class Rejection extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Throws the `Rejection` of the action that is being applied. */
export function reject(code, message) {
  throw new Rejection(code, message);
}
