/** The menu of a list: the commands that are needed rarely. */

import { completedRows } from '../dialogs/delete-much.js';
import { menuItem, showMenu } from '../dialogs/menu.js';
import { isOwner } from '../package/list-model.js';
import { tallyOfList } from '../screen/list-view.js';
import { showSections, titledOf } from '../sections/all-sections.js';
import { translate } from '../texts/texts.js';

const always = () => true;

/**
 * The entries, in order: `action` names the command of the list page, or `run(page)` is it, `label`
 * is a key of the catalogue, and `isShown({list, state, role})` tells whether the list, which may be `null`, the
 * `ScreenState` and the role of the user, which may be unknown, have a use for it.
 */
const ENTRIES = [
  {
    action: 'toggle-selecting', label: 'toolbar.select', icon: 'select',
    isShown: ({ list, state, role }) => role !== 'viewer' && list && !state.editing,
  },
  {
    action: 'sections', label: 'sections.menu', icon: 'section', run: showSections,
    isShown: ({ list }) => list && titledOf(list).length > 1,
  },
  { action: 'filters', label: 'filter.choose', icon: 'filter', isShown: ({ list }) => list },
  {
    action: 'toggle-completed', label: 'filter.hideCompleted', icon: 'check',
    isShown: ({ list, state }) => list && !state.view.hidesDone && tallyOfList(list).ticks,
  },
  {
    action: 'toggle-completed', label: 'filter.showDone', icon: 'check',
    isShown: ({ state }) => state.view.hidesDone,
  },
  {
    action: 'clear-completed', label: 'filter.clearCompleted', icon: 'trash',
    isShown: ({ list, role }) => role !== 'viewer' && list && mayHaveCompleted(list),
  },
  {
    action: 'export-list', label: 'export.menu', icon: 'download',
    isShown: ({ list }) => list,
  },
  {
    action: 'import-list', label: 'import.menu', icon: 'upload',
    isShown: ({ list, role }) => role !== 'viewer' && list,
  },
  {
    action: 'list-settings', label: 'menu.listSettings', icon: 'list',
    isShown: ({ list, role }) => list && isOwner(role),
  },
  { action: 'refresh', label: 'menu.refresh', icon: 'refresh', isShown: always },
  { action: 'keys', label: 'menu.keys', icon: 'keyboard', isShown: always },
  { action: 'print', label: 'menu.print', icon: 'print', isShown: ({ list }) => list },
  { action: 'settings', label: 'menu.settings', icon: 'settings', isShown: always },
  {
    action: 'delete-list', label: 'menu.deleteList', icon: 'trash', danger: true,
    isShown: ({ list, role }) => list && isOwner(role),
  },
];

/** Whether completed rows may be deleted; of rows that are not held, whether there may be some. */
const mayHaveCompleted = (list) => (list.partial ? tallyOfList(list).ticks
  : completedRows(list).length > 0);

/** Shows the menu of a `ListPage`. */
export function showListMenu(page) {
  const context = { list: page.shown, state: page.state, role: page.list.role };
  const items = ENTRIES.filter(({ isShown }) => isShown(context)).map(
    ({ action, run, label, icon, danger }) => menuItem(action, icon, translate(label),
      () => (run ? run(page) : page.commands[action]()), danger));
  showMenu(page.shown?.title || translate('list.list'), items);
}
