/** Notes about lists that are not on screen: what was edited there earlier is answered now. */

import { toast } from './notices.js';

const changes = (count) => (count === 1 ? '1 change' : `${count} changes`);

/** What is said when a list is gone with edits that were never made; nothing where there are none. */
export function lostNote(lost) {
  return lost === 0 ? '' : `${changes(lost)} of yours could not be made: the list was deleted.`;
}

/** Tells for as long as the page lives; `isShown` says whether a list is on screen. */
export function tellElsewhere(client, isShown) {
  const name = (list) => `“${list.list?.title || list.id}”`;
  client.on('rejected', (list, entry, code, message) => {
    if (!isShown(list.id)) toast(`${name(list)}: not done: ${message}`, 'error');
  });
  client.on('gone', (list, code, lost) => {
    if (!isShown(list.id) && lost > 0) toast(`${name(list)}: ${lostNote(lost)}`, 'error');
  });
}
