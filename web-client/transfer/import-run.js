/** Carrying out an import: has the server make lists of a file, or edits the open one. */

import { randomId } from '../package/client.js';
import { ListRequests } from '../package/client/list-requests.js';
import { h } from '../elements/dom.js';
import { announce, toast } from '../elements/notices.js';
import { translate } from '../texts/texts.js';
import { placesIn, planAddition } from './addition-plan.js';
import { fileRefusal } from './import-words.js';
import { newListId } from './new-list-id.js';

/** Milliseconds after which it is said that an import takes a while. */
const PATIENCE = 500;

/** Resolves as `work` does; while that takes long, a note says so. */
async function noted(work) {
  const note = h('div', { class: 'toast', 'data-importing': '' }, translate('import.running'));
  const timer = setTimeout(() => {
    document.getElementById('toasts').prepend(note);
    announce(translate('import.running'), { politely: true });
  }, PATIENCE);
  try {
    await work;
  } finally {
    clearTimeout(timer);
    note.remove();
  }
}

/**
 * Makes the lists of a file, all or none. Resolves to the id of the list where it is a single one,
 * to an empty text where there are several, to `null` where none is made, and tells why.
 */
export async function makeLists(client, { bytes, query, count, title }) {
  const id = count === 1 ? newListId(title, randomId(6)) : '';
  try {
    await noted(new ListRequests(client).makeLists(
      bytes, count === 1 ? { ...query, as: id, title } : query));
    return id;
  } catch (error) {
    toast(translate('import.failed', { reason: fileRefusal(error) }), 'error');
    return null;
  }
}

/** Adds the rows of a file to an open list, in one edit; without a connection it waits. */
export function addToList(list, lists) {
  const places = placesIn(list.list, lists, () => `s${randomId(12)}`);
  const actions = planAddition(places, () => randomId());
  const count = places.reduce((sum, { rows }) => sum + rows.length, 0);
  if (list.edit(actions) !== 0) toast(translate('import.added', { count }));
}
