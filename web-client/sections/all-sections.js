/** The menu of all sections of a list: goes to one, collapses all, or expands all. Loaded lazily. */

import { menuItem, showMenu } from '../dialogs/menu.js';
import { translate } from '../texts/texts.js';

/** The sections of a list that can be named, and collapsed. */
export const titledOf = ({ sections }) => sections.filter(({ title }) => title !== '');

/** Collapses all sections of a `ListPage`, or expands them. */
function collapseAll(page, collapses) {
  if (!page.forms.commit()) return;
  for (const { id } of titledOf(page.shown)) page.state.view.collapse(id, collapses);
  page.draw({ moving: true });
}

/** Goes to a section, which is expanded. */
function goTo(page, id) {
  if (!page.forms.commit()) return;
  page.state.view.collapse(id, false);
  page.draw();
  const header = [...page.body.element.querySelectorAll('[data-header]')]
    .find(({ dataset }) => dataset.header === id);
  header?.scrollIntoView({ block: 'start' });
  header?.querySelector('button:not([hidden])')?.focus({ preventScroll: true });
}

/** Shows the menu for a `ListPage`. */
export function showSections(page) {
  const sections = titledOf(page.shown);
  const collapses = sections.some(({ id }) => !page.state.view.isCollapsed(id));
  showMenu(translate('sections.menu'), [
    menuItem('collapse-all', collapses ? 'up' : 'down',
      translate(collapses ? 'sections.collapseAll' : 'sections.expandAll'),
      () => collapseAll(page, collapses)),
    ...sections.map(({ id, title }) => menuItem('go-to-section', 'section', title,
      () => goTo(page, id))),
  ]);
}
