/** The menus of the overview: that of all lists, and that of one. */

import { menuItem, showMenu } from '../dialogs/menu.js';
import { isOwner } from '../list-model.js';
import { translate } from '../texts/texts.js';
import { ORDERS } from './overview-settings.js';

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
  showMenu(title || translate('page.untitled'), [
    menuItem('pin-list', 'pin', translate(pinned ? 'overview.unpin' : 'overview.pin'),
      () => page.togglePinned(list)),
    ...(role === 'viewer' ? []
      : [menuItem('rename-list', 'pencil', translate('lists.rename'), () => page.rename(list))]),
    menuItem('export-list', 'download', translate('export.menu'), () => page.export(list)),
    ...(isOwner(role) ? [menuItem('delete-list', 'trash', translate('overview.delete'),
      () => page.delete(list), true)] : []),
  ], { at });
}
