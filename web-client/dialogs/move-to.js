/** "Move to…": asks for the section, and its top or bottom, to which rows are moved. */

import { h } from '../elements/dom.js';
import { destinations } from '../list-model.js';
import { translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

/**
 * Asks where the rows `ids` of `list` go; resolves to `{section, end}`, the
 * section's id and `top` or `bottom`, or to `null`.
 */
export async function askDestination(list, ids, title) {
  let chosen = null;
  const choice = (section, end, place) => h('button', {
    type: 'button', class: 'place-choice', 'data-action': `move-${end}`, disabled: !place,
    'aria-label': translate(`moving.${end}Of`, { section: nameOf(section) }),
    onclick: (event) => {
      chosen = { section: section.id, end };
      event.currentTarget.closest('dialog').close();
    },
  }, translate(`moving.${end}`));
  const rows = destinations(list, ids).map(({ section, top, bottom }) => h('li', {
    class: 'place', 'data-place': section.id,
  }, h('span', { class: 'place-name', dir: 'auto' }, nameOf(section)),
  choice(section, 'top', top), choice(section, 'bottom', bottom)));
  await askInDialog({ title, content: h('ul', { class: 'menu places', role: 'list' }, rows) });
  return chosen;
}

const nameOf = ({ title }) => title || translate('section.untitled');
