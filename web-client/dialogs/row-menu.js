/** The menu of a row, or of the selected rows where it is one of them. */

import { findRow, GroupClamp, mayAdd } from '../package/list-model.js';
import { RULE_ENTRIES } from '../rules/rule-entries.js';
import { nameOf } from '../screen/row-texts.js';
import { deleteRows } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { menuItem, showMenu } from './menu.js';

const isOne = ({ ids }) => ids.length === 1;
const mayEdit = ({ role }) => role !== 'viewer';
const mayDelete = (context) => mayEdit(context) && deleteRows(context.list, context.ids).length > 0;
const mayAddBelow = (context) => mayEdit(context) && isOne(context) && mayAdd(context.list, context.section);

/**
 * The entries, in order: `action` names the command of the list page that takes the row's id, `label` is a
 * key of the catalogue for `count` rows, and `isShown` tells whether there is a use for it, from
 * `{list, section, row, ids, role}`: the list as it is shown, the row and its section, the ids of
 * the rows that the menu is about, and the user's role.
 */
const ENTRIES = [
  { action: 'details', label: 'rowMenu.details', icon: 'info', isShown: isOne },
  {
    action: 'cut-rows', label: 'rowMenu.cut', icon: 'cut',
    isShown: (context) => mayDelete(context) && Boolean(navigator.clipboard?.writeText),
  },
  { action: 'copy-rows', label: 'rowMenu.copy', icon: 'copy', isShown: () => true },
  {
    action: 'paste-rows', label: 'rowMenu.paste', icon: 'paste',
    isShown: (context) => mayAddBelow(context) && Boolean(navigator.clipboard?.readText),
  },
  {
    action: 'duplicate', label: 'rowMenu.duplicate', icon: 'duplicate',
    isShown: (context) => mayEdit(context) && mayAdd(context.list, context.section),
  },
  {
    action: 'insert-below', label: 'rowMenu.insertBelow', icon: 'plus',
    isShown: mayAddBelow,
  },
  {
    action: 'move-to', label: 'rowMenu.moveTo', icon: 'move',
    isShown: (context) => mayEdit(context) && !new GroupClamp(context.list, context.ids).refused,
  },
  { action: 'copy-row-link', label: 'rowMenu.copyLink', icon: 'link', isShown: isOne },
  { action: 'share-row', label: 'rowMenu.share', icon: 'share', isShown: isOne },
  ...RULE_ENTRIES,
  {
    action: 'delete-rows', label: 'rowMenu.delete', icon: 'trash', danger: true,
    isShown: mayDelete,
  },
];

/** Shows the menu of the row `id` of a `ListPage`; `at` is the event of a pointer, if one asked for it. */
export function showRowMenu(page, id, at) {
  const found = findRow(page.shown, id);
  if (!found) return;
  const ids = page.state.draggedWith(id);
  const title = ids.length === 1 ? nameOf(found.row.fields.title)
    : translate('page.items', { count: ids.length });
  const { section, row } = found;
  const context = { list: page.shown, section, row, ids, role: page.list.role };
  const items = ENTRIES.filter(({ isShown }) => isShown(context)).map(
    ({ action, label, icon, danger }) => menuItem(action, icon, translate(label, { count: ids.length }),
      () => page.commands[action](id), danger));
  showMenu(title, items, { at });
}
