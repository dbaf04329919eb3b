/** Export and import as the pages offer them: of the open list, of the overview, of dropped files. */

import { randomId } from '../client.js';
import { ListRequests } from '../client/list-requests.js';
import { toast } from '../elements/notices.js';
import { newListId } from '../pages/overview-settings.js';
import { translate } from '../texts/texts.js';
import { showExport } from './export-dialog.js';
import { askImport } from './import-dialog.js';
import { addToList, makeList } from './import-run.js';

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

/** Asks what to import, `file` at once if there is one, into a list of its own or the open one. */
export async function importFile(client, { open = null, file } = {}) {
  const answer = await askImport({
    limits: client.limits, file, open: open && mayImport(open) ? () => open.list : null,
  });
  if (!answer) return;
  const { read, title } = answer;
  if (title === undefined) {
    await addToList(open, read);
    return;
  }
  const list = newListId(title, randomId(6));
  if (await makeList(client, { list, title, read })) location.hash = `#/list/${list}`;
}
