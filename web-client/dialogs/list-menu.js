/** The menu of a list: the commands that are needed rarely. */

import { translate } from '../texts/texts.js';
import { menuItem, showMenu } from './menu.js';

const always = () => true;

/**
 * The entries, in order: `action` names the command of the list page, `label` is a key of the
 * catalogue, and `isShown({list, state})` tells whether the list, which may be `null`, and the
 * `ScreenState` have a use for it.
 */
const ENTRIES = [
  { action: 'refresh', label: 'menu.refresh', icon: 'refresh', isShown: always },
];

/** Shows the menu of a `ListPage`. */
export function showListMenu(page) {
  const context = { list: page.shown, state: page.state };
  const items = ENTRIES.filter(({ isShown }) => isShown(context)).map(
    ({ action, label, icon }) => menuItem(action, icon, translate(label),
      () => page.commands[action]()));
  showMenu(page.shown?.title || translate('list.list'), items);
}
