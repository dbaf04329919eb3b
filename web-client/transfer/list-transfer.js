/** Export and import as the pages offer them: of the open list, of the overview, of dropped files. */

import { mayCreate } from '../package/client/credentials.js';
import { ListRequests } from '../package/client/list-requests.js';
import { toast } from '../elements/notices.js';
import { transferDe } from '../texts/de/transfer.js';
import { transferEn } from '../texts/en/transfer.js';
import { addCatalogues, translate } from '../texts/texts.js';
import { showExport } from './export-dialog.js';
import { askImport } from './import-dialog.js';
import { addToList, makeLists } from './import-run.js';

addCatalogues({ en: transferEn, de: transferDe });

/** Exports the list of a `ListPage` as it is shown. */
export function exportOpenList({ list }) {
  showExport(() => ({ id: list.id, revision: list.revision, ...list.list }));
}

/** Exports a list that need not be open; `cached` is what this browser has of it. */
export async function exportList(client, id, cached) {
  const list = await new ListRequests(client).read(id).catch(() => (cached?.partial ? null : cached));
  if (list) showExport(() => list);
  else toast(translate('export.unreadable'), 'error');
}

/** Whether the list of a `ListPage` can be added to by this user. */
export const mayImport = ({ list, role, status }) => list !== null && role !== 'viewer'
  && status !== 'gone';

/** Why this user may import nothing here, the key of a text; `undefined` where they may. */
function whyNotHere(client, open) {
  if (open) return open.role === 'viewer' ? 'import.viewOnly' : undefined;
  return mayCreate(client.token) ? undefined : 'import.makesNone';
}

/**
 * Asks what to import, `file` at once if there is one, into lists of its own or the open one; says why nothing can be
 * imported here, where that is so.
 */
export async function importFile(client, { open = null, file } = {}) {
  const reason = whyNotHere(client, open);
  if (reason) {
    toast(translate(reason), 'error');
    return;
  }
  const answer = await askImport({
    client, file, open: open && mayImport(open) ? () => open.list : null,
  });
  if (answer?.lists) addToList(open, answer.lists);
  else if (answer) await makeAndShow(client, answer);
}

async function makeAndShow(client, answer) {
  const list = await makeLists(client, answer);
  if (list === null) return;
  if (list !== '') {
    location.hash = `#/list/${list}`;
    return;
  }
  toast(translate('import.made', { count: answer.count }));
  location.hash = '#/';
  // The overview may be there already.
  client.askForLists();
}
