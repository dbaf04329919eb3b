/** The menus and dialogs of the overview, loaded lazily: what a `ListsPage` asks the user. */

import { TypedAhead } from '../changing/typed-ahead.js';
import { randomId } from '../package/client.js';
import { askDeleteList } from '../dialogs/delete-much.js';
import { askInDialog, askText } from '../dialogs/dialog.js';
import { askNewList } from '../dialogs/kind-picker.js';
import { menuItem, showMenu } from '../dialogs/menu.js';
import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { isOwner } from '../package/list-model.js';
import { dialogDraft } from '../screen/drafts.js';
import { titleProblem } from '../screen/refusals.js';
import { nameOf } from '../screen/row-texts.js';
import { compareTitles } from '../screen/text-changes.js';
import { renameList } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { newListId } from '../transfer/new-list-id.js';
import { ORDERS } from './overview-settings.js';

/** The id of the section of a new list. */
const FIRST_SECTION = 'items';
const ORDER_LABELS = { title: 'overview.byTitle', recent: 'overview.byRecent' };

/**
 * Shows the menu of a `ListsPage`: the orders, import, the settings, and the page about the server,
 * to those who run it.
 */
export function showOverviewMenu(page) {
  const { order } = page.settings.all;
  const orders = ORDERS.map((one) => {
    const item = menuItem(`sort-${one}`, one === order ? 'check' : 'none',
      translate(ORDER_LABELS[one]), () => page.sort(one));
    item.setAttribute('aria-pressed', String(one === order));
    return item;
  });
  showMenu(translate('page.lists'), [
    ...orders,
    ...(page.mayCreate
      ? [menuItem('import-list', 'upload', translate('import.menu'), () => page.import())] : []),
    menuItem('settings', 'settings', translate('menu.settings'), () => page.askSettings()),
    ...(page.client.features.includes('admin') ? [menuItem('server', 'server',
      translate('overview.server'), () => location.assign(page.client.locate('/admin')))] : []),
  ]);
}

/** Shows the menu of one list of a `ListsPage`; `entry` is that of the `lists` message, `at` as in `showMenu`. */
export function showOverviewRowMenu(page, entry, at) {
  if (!entry) return;
  const { list, title } = entry;
  const pinned = page.settings.isPinned(list);
  const role = page.roleOn(entry);
  showMenu(nameOf(title), [
    menuItem('pin-list', 'pin', translate(pinned ? 'overview.unpin' : 'overview.pin'),
      () => page.togglePinned(list)),
    ...(role === 'viewer' ? []
      : [menuItem('rename-list', 'pencil', translate('lists.rename'), () => page.rename(list))]),
    menuItem('export-list', 'download', translate('export.menu'), () => page.export(list)),
    ...(isOwner(role) ? [menuItem('delete-list', 'trash', translate('overview.delete'),
      () => page.delete(list), true)] : []),
  ], { at });
}

/** Asks for the name by which others see the user. */
export async function askUserName({ preferences }) {
  const name = await askText({
    title: translate('lists.yourName'), label: translate('lists.othersSeeYouAs'),
    button: translate('dialog.save'), value: preferences.name, maximum: 40,
  });
  if (name) preferences.rename(name);
}

const titleForm = ({ limits }, draft) => ({
  maximum: limits.titleBytes ?? 120, check: (title) => titleProblem(title, limits), draft,
});

/** Asks for a title and a kind, and makes a list that has one empty section; then it is shown, with the caret in its first row. */
export async function createList(page) {
  const { client, drafts } = page;
  const draft = dialogDraft(drafts, '', 'new list');
  const section = FIRST_SECTION;
  let list;
  let ahead;
  const asked = await askNewList({
    ...titleForm(client, draft),
    confirmed(title) {
      list = newListId(title, randomId(6));
      ahead = new TypedAhead(page, { list, title, section });
    },
  });
  if (!asked) return;
  const { title, kind } = asked;
  // The name is there again in the next dialog, until there is a list of that name.
  draft.save(title);
  if (client.create({ list, title, rules: { kind }, sections: [{ id: section, title: '', rows: [] }] })) return;
  const problem = translate('lists.createOnline');
  ahead.end(problem);
  toast(problem, 'error');
}

/** Asks for another title of a list, and for whose is kept where someone else has renamed it meanwhile. */
export async function retitleList(page, list) {
  const { client, drafts } = page;
  const { title } = page.find(list);
  const next = await askText({
    title: translate('lists.rename'), label: translate('dialog.name'),
    button: translate('dialog.save'), value: title,
    ...titleForm(client, dialogDraft(drafts, list, 'rename list')),
  });
  const now = page.find(list)?.title;
  if (next && now === undefined) {
    drafts.keep(list, next, translate('lists.deletedBeforeSaved', { title }), true);
  }
  const { send, theirs } = compareTitles(title, next, now);
  if (!send && (theirs === undefined || !await keepsMine(next, theirs))) return;
  page.follow(client.editBriefly(list, renameList(next),
    { form: 'title', texts: { title: next } }, { title: now }), { list, title: next });
}

const keepsMine = (mine, theirs) => askInDialog({
  title: translate('typed.renamedMeanwhile', { theirs }), answer: () => true,
  confirm: translate('typed.keepMine'), dismiss: translate('typed.keepTheirs'),
  content: h('p', { class: 'dialog-note' }, translate('typed.yours', { mine })),
});

/** Asks whether a list is to be deleted, and deletes it. */
export async function deleteList(page, list) {
  const { title, rows, role } = page.find(list);
  if (!isOwner(page.roleOn({ list, role })) || !await askDeleteList(title, rows)) return;
  if (!page.client.delete(list)) toast(translate('lists.deleteOnline'), 'error');
}
