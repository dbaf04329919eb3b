/** Deleting much at once, which is asked about first: a whole list, or its completed rows. */

import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { mayDelete } from '../package/list-model.js';
import { partsOf } from '../screen/edit-parts.js';
import { nameOf } from '../screen/row-texts.js';
import { deleteRows } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

/** Asks whether to delete the list of that title with `count` items; resolves to `true` or `null`. */
export function askDeleteList(title, count) {
  const name = nameOf(title);
  const note = translate(count > 0 ? 'lists.deleteNoteItems' : 'lists.deleteNote', { count });
  return askInDialog({
    title: translate('lists.askDelete', { title: name }), confirm: translate('lists.delete'),
    danger: true, answer: () => true, content: h('p', { class: 'dialog-note' }, note),
  });
}

/** The ids of the completed rows of `list` that may be deleted. O(rows). */
export function completedRows(list) {
  return list.sections.flatMap((section) => section.rows
    .filter((row) => row.fields.done === true && mayDelete(list, section, row))
    .map(({ id }) => id));
}

/** Asks, and deletes them; `page` is a `ListPage`. */
export async function clearCompleted(page) {
  const asked = completedRows(page.shown);
  if (asked.length === 0) {
    toast(translate('clear.none'));
    return;
  }
  const confirmed = await askInDialog({
    title: translate('clear.title', { count: asked.length }),
    content: h('p', { class: 'dialog-note' }, translate('clear.note')),
    confirm: translate('clear.confirm'), danger: true, answer: () => true,
  });
  if (!confirmed || !page.shown) return;
  // Only what was asked about, and is completed still.
  const completed = new Set(completedRows(page.shown));
  const rows = asked.filter((id) => completed.has(id));
  const { shown, client } = page;
  page.editAll(partsOf(rows, client.limits).map((part) => deleteRows(shown, part)));
}
