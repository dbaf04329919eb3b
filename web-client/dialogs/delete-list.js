/** Deleting a list: asks with its name and how much is in it. */

import { h } from '../elements/dom.js';
import { translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

/** Asks whether to delete the list of that title with `count` items; resolves to `true` or `null`. */
export function askDeleteList(title, count) {
  const name = title || translate('page.untitled');
  const note = translate(count > 0 ? 'lists.deleteNoteItems' : 'lists.deleteNote', { count });
  return askInDialog({
    title: translate('lists.askDelete', { title: name }), confirm: translate('lists.delete'),
    danger: true, answer: () => true, content: h('p', { class: 'dialog-note' }, note),
  });
}
