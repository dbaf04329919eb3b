/** Menus: dialogs of commands, one of which closes the dialog and is run. */

import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { askInDialog } from './dialog.js';

/**
 * An item of a menu: `action` names it, `then` is run once the menu is closed. `danger` marks what
 * deletes.
 */
export function menuItem(action, image, label, then, danger = false) {
  return h('button', {
    type: 'button', class: danger ? 'menu-item danger' : 'menu-item', 'data-action': action,
    onclick: (event) => {
      event.currentTarget.closest('dialog').close();
      then();
    },
  }, icon(image), h('span', {}, label));
}

/** Shows a menu of `items` under `title`. */
export function showMenu(title, items) {
  askInDialog({ title, content: h('div', { class: 'menu' }, items) });
}
