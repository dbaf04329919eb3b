/** Menus: dialogs of commands, one of which closes the dialog and is run. */

import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { askInDialog } from './dialog.js';

/**
 * An item of a menu: `action` names it, `image` is the name of an icon, or an element, `then` is
 * run once the menu is closed. `danger` marks what deletes.
 */
export function menuItem(action, image, label, then, danger = false) {
  return h('button', {
    type: 'button', class: danger ? 'menu-item danger' : 'menu-item', 'data-action': action,
    onclick: (event) => {
      event.currentTarget.closest('dialog').close();
      then();
    },
  }, typeof image === 'string' ? icon(image) : image, h('span', {}, label));
}

/**
 * Shows a menu of `items` under `title`, and under the element `above`, if there is one; in wide
 * windows where the pointer was in the event `at`, if there is one.
 */
export function showMenu(title, items, { above = null, at } = {}) {
  const menu = h('div', { class: 'menu' }, items);
  askInDialog({ title, at, content: above ? h('div', { class: 'dialog-fields' }, above, menu) : menu });
}
