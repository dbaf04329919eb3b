/** What the rules allow. A section's rule narrows the list's, a row's narrows the section's. */

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

/** Whether rows of the section may move, and others may move in. */
export function isReorderable(list, section) {
  return allows('reorderable', list.rules, section.rules);
}

/** Whether the row may move at all. */
export function mayMove(list, section, row) {
  return isReorderable(list, section) && row.movable !== false;
}

/** Whether new rows may come into the section. */
export function mayInsert(list, section) {
  return allows('insertable', list.rules, section.rules);
}

/** When drag handles show: `edit` (in edit mode) or `always`. */
export function handlesOf(list, section) {
  return section.rules?.handles ?? list.rules?.handles ?? 'edit';
}

/** How a row takes part in edit mode: `none` or `delete`. */
export function editingStyle(list, section, row) {
  return mayUpdate(list, section, row) || mayDelete(list, section, row) ? 'delete' : 'none';
}

/** What the row's delete button says; `{detail}` is filled in from the row. */
export function deleteTitle(list, section, row) {
  const template = section.rules?.deleteTitle ?? list.rules?.deleteTitle ?? 'Delete';
  const detail = row?.fields?.detail;
  const text = detail === undefined ? '' : String(detail);
  return template.split('{detail}').join(text);
}
