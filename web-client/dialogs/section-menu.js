/** The menu of a section in edit mode: rename, move up, move down, delete. */

import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { findSection, mayDeleteSection } from '../list-model.js';
import { deleteSection, moveSection } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { askInDialog, askText } from './dialog.js';

/** A menu item that closes the dialog and then calls `then`. */
function choice(name, image, label, then, danger = false) {
  return h('button', {
    type: 'button', class: danger ? 'menu-item danger' : 'menu-item', 'data-action': name,
    onclick: (event) => {
      event.currentTarget.closest('dialog').close();
      then();
    },
  }, icon(image), h('span', {}, label));
}

async function rename(page, section) {
  const next = await askText({
    title: translate('section.renameTitle'), label: translate('dialog.name'),
    button: translate('dialog.save'), value: section.title,
    ...page.titleForm(`rename section ${section.id}`),
  });
  page.retitle(section.id, section.title, next);
}

/** Shows the menu of the section `id` of a `ListPage`. */
export function showSectionMenu(page, id) {
  const list = page.shown;
  const at = findSection(list, id);
  const section = list.sections[at];
  if (!section) return;
  const act = (make) => () => page.edit(make(page.shown));
  const choices = [choice('rename-section', 'section', translate('section.rename'),
    () => rename(page, section))];
  if (at > 0) {
    choices.push(choice('section-up', 'up', translate('section.moveUp'),
      act((now) => moveSection(now, id, -1))));
  }
  if (at < list.sections.length - 1) {
    choices.push(choice('section-down', 'down', translate('section.moveDown'),
      act((now) => moveSection(now, id, 1))));
  }
  if (mayDeleteSection(list, section)) {
    const count = section.rows.length;
    const label = translate(count === 0 ? 'section.delete' : 'section.deleteWithItems', { count });
    choices.push(choice('delete-section', 'trash', label,
      act(() => deleteSection(id)), true));
  }
  askInDialog({
    title: section.title || translate('section.untitled'),
    content: h('div', { class: 'menu' }, choices),
  });
}
