/** "Move to…": asks for the section, and its top or bottom, to which rows are moved. */

import { h } from '../elements/dom.js';
import { announce, toast } from '../elements/notices.js';
import { findRow, heldOf } from '../package/list-model.js';
import { destinations } from '../package/model/destinations.js';
import { placeSentence } from '../screen/descriptions.js';
import { nameOf } from '../screen/row-texts.js';
import { moveParts } from '../screen/selection.js';
import { folded } from '../texts/folding.js';
import { translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

/** From so many places on there is a field that searches them. */
const MANY = 8;

const sectionName = ({ title }) => nameOf(title, 'section.untitled');

/**
 * Asks for the section and its end, and moves the row `id` of a `ListPage` there, or the selected
 * rows where it is one of them.
 */
export async function moveTo(page, id) {
  const ids = page.state.draggedWith(id);
  if (!page.long.holds(ids) && !await page.long.whole()) return;
  const title = translate('moving.to', {
    count: ids.length, title: nameOf(findRow(page.shown, id)?.row.fields.title),
  });
  const place = await askDestination(page.shown, ids, title);
  // The list may have been opened again meanwhile, and be held in parts.
  if (place && (page.long.holds(ids) || await page.long.whole())) move(page, ids, place);
}

/** Resolves to `{section, end}`, the section's id and `top` or `bottom`, or to `null`. */
async function askDestination(list, ids, title) {
  let chosen = null;
  const choice = (section, end, place) => h('button', {
    type: 'button', class: 'place-choice', 'data-action': `move-${end}`, disabled: !place,
    'aria-label': translate(`moving.${end}Of`, { section: sectionName(section) }),
    onclick: (event) => {
      chosen = { section: section.id, end };
      event.currentTarget.closest('dialog').close();
    },
  }, translate(`moving.${end}`));
  const places = destinations(list, ids).map(({ section, top, bottom }) => h('li', {
    class: 'place', 'data-place': section.id,
  }, h('span', { class: 'place-name', dir: 'auto' }, sectionName(section)),
  choice(section, 'top', top), choice(section, 'bottom', bottom)));
  await askInDialog({
    title, content: h('div', { class: 'dialog-fields' },
      places.length < MANY ? null : searchOf(places),
      h('ul', { class: 'menu places', role: 'list' }, places)),
  });
  return chosen;
}

/** A field that shows only those of `places` whose names have every word of it. */
function searchOf(places) {
  const field = h('input', {
    type: 'search', class: 'dialog-input', name: 'place', autocomplete: 'off', dir: 'auto',
    enterkeyhint: 'done',
    'aria-label': translate('moving.search'), placeholder: translate('moving.search'),
    oninput: () => {
      const words = folded(field.value).split(/\s+/u);
      for (const place of places) {
        const name = folded(place.firstChild.textContent);
        place.hidden = !words.every((word) => name.includes(word));
      }
    },
  });
  return field;
}

/**
 * Moves rows to an end of a section, as one edit where the limits of the server allow it; the list
 * may have changed meanwhile.
 */
function move(page, ids, { section, end }) {
  const { client, shown, movesByNeighbour } = page;
  const held = heldOf(shown, new Set(ids));
  const moving = ids.filter((id) => held.has(id));
  const found = destinations(shown, moving).find((one) => one.section.id === section);
  if (!found) {
    toast(translate('moving.gone'));
    return;
  }
  const parts = found[end]
    ? moveParts(shown, moving, found[end], movesByNeighbour, client.limits) : [];
  page.editAll(parts);
  toast(translate(`moving.${end}Done`, { count: moving.length, section: sectionName(found.section) }));
  // The row may have left the part that is drawn, and the focus with it.
  if (document.activeElement === document.body) page.focusRow(moving[0]);
  if (moving.length === 1) announce(placeSentence(page.shown, moving[0]));
}
