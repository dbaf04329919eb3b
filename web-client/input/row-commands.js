/** The commands of the row menu. */

import { copyText } from '../dialogs/copy.js';
import { onDemand } from '../elements/on-demand.js';
import { linkTo } from '../environment.js';
import { rowsAsText } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';

/** Those of the rows `all` of a page that are held, in the order of the list: `[{section, row}]`. O(rows). */
export function subjectsOf({ shown }, all) {
  const ids = new Set(all);
  return shown.sections.flatMap((section) => section.rows
    .filter((row) => ids.has(row.id)).map((row) => ({ section, row })));
}

/** What copying the rows `ids` copies. */
const textToCopy = (page, ids) => rowsAsText(subjectsOf(page, ids).map(({ row }) => row));

/**
 * The commands of `page`, a `ListPage`, by name. Each takes the id of a row, and is about the
 * selected rows where that is one of them.
 */
export function rowCommands(page) {
  return {
    'row-menu': (id, _, at) => onDemand(({ showRowMenu }) => showRowMenu(page, id, at)),

    details: (id) => onDemand(({ showDetails }) => showDetails(page, id)),

    'copy-rows': async (id) => {
      const ids = page.state.draggedWith(id);
      if (!page.long.holds(ids) && !await page.long.whole()) return;
      const count = ids.length;
      copyText({
        text: textToCopy(page, ids), done: translate('copying.done', { count }),
        title: translate('copying.title'), label: translate('copying.text'),
      });
    },

    'copy-row-link': (id) => {
      copyText({
        text: linkTo(page.list.id, id), done: translate('copying.linkDone'),
        title: translate('copying.linkTitle'), label: translate('copying.link'),
      });
    },

    handle: (id) => page.rowDrag.toggle(id),

    'move-to': (id) => onDemand(({ moveTo }) => moveTo(page, id)),

    'move-selected': () => {
      const [first] = page.state.selected;
      if (first !== undefined) page.commands['move-to'](first);
    },

    'delete-rows': (id) => {
      if (page.state.selected.has(id)) page.commands['delete-selected']();
      else page.commands['confirm-delete'](id);
    },
  };
}

/** Opens the row menu where the browser would open its own on a row, until `signal` aborts. */
export function listenForRowMenu(page, signal) {
  let pointer = 'mouse';
  page.element.addEventListener('pointerdown', ({ pointerType }) => { pointer = pointerType; },
    { capture: true, signal });
  page.element.addEventListener('contextmenu', (event) => {
    const row = event.target.closest('[data-row]')?.dataset.row;
    // The browser's own menu is about links, fields and selected text; a long touch is a gesture.
    const own = event.target.closest('a[href], input[type="text"], textarea') || pointer === 'touch'
      || !document.getSelection().isCollapsed;
    if (!row || own || page.state.drag) return;
    event.preventDefault();
    page.state.active = row;
    page.commands['row-menu'](row, null, event);
  }, { signal });
  document.addEventListener('copy', (event) => {
    // Firefox has the event happen where the caret of the last click is, not at the row in focus.
    const { activeElement: focused } = document;
    const row = focused?.closest('[data-row]')?.dataset.row;
    if (!row || focused.matches('input[type="text"], textarea')) return;
    if (!document.getSelection().isCollapsed) return;
    event.preventDefault();
    const ids = page.state.draggedWith(row);
    // The event does not wait for rows that have yet to come.
    if (!page.long.holds(ids)) page.commands['copy-rows'](row);
    else event.clipboardData.setData('text/plain', textToCopy(page, ids));
  }, { signal });
}
