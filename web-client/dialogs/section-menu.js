/** The menu of a section in edit mode: rename, move up, move down, delete. */

import { findSection, isOwner, mayDeleteSection } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { moveSection } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { askText } from './dialog.js';
import { menuItem, showMenu } from './menu.js';
import { askSectionRules } from './rule-dialogs.js';

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
  const items = [menuItem('rename-section', 'pencil', translate('section.rename'),
    () => rename(page, section))];
  if (isOwner(page.list.role)) {
    items.push(menuItem('section-rules', 'settings', translate('rules.more'),
      () => askSectionRules(page, id)));
  }
  if (at > 0) {
    items.push(menuItem('section-up', 'up', translate('section.moveUp'),
      act((now) => moveSection(now, id, -1))));
  }
  if (at < list.sections.length - 1) {
    items.push(menuItem('section-down', 'down', translate('section.moveDown'),
      act((now) => moveSection(now, id, 1))));
  }
  if (mayDeleteSection(list, section)) {
    const count = section.rows.length;
    const label = translate(count === 0 ? 'section.delete' : 'section.deleteWithItems', { count });
    items.push(menuItem('delete-section', 'trash', label,
      act(() => [{ op: 'deleteSections', sections: [id] }]), true));
  }
  showMenu(nameOf(section.title, 'section.untitled'), items);
}
