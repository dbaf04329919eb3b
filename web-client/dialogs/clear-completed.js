/** "Clear completed": deletes the completed rows of a list. */

import { h } from '../elements/dom.js';
import { findRow, mayDelete } from '../list-model.js';
import { partsOf } from '../screen/edit-parts.js';
import { deleteRows } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

/** The ids of the completed rows of `list` that may be deleted. O(rows). */
export function completedRows(list) {
  return list.sections.flatMap((section) => section.rows
    .filter((row) => row.fields.done === true && mayDelete(list, section, row))
    .map(({ id }) => id));
}

/** Asks, and deletes them; `page` is a `ListPage`. */
export async function clearCompleted(page) {
  const asked = completedRows(page.shown);
  const confirmed = await askInDialog({
    title: translate('clear.title', { count: asked.length }),
    content: h('p', { class: 'dialog-note' }, translate('clear.note')),
    confirm: translate('clear.confirm'), danger: true, answer: () => true,
  });
  if (!confirmed || !page.shown) return;
  // Only what was asked about, and is completed still.
  const rows = asked.filter((id) => findRow(page.shown, id)?.row.fields.done === true);
  for (const part of partsOf(rows, page.client.limits)) page.edit(deleteRows(page.shown, part));
}
