/** The commands of the row menu and of the toolbar about rows, loaded with what is needed late. */

import { duplicate } from '../changing/duplicating.js';
import { copyText } from '../dialogs/copy.js';
import { moveTo } from '../dialogs/move-to.js';
import { linkTo } from '../environment.js';
import { rowsAsText, subjectsOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';

/**
 * The commands of `page`, a `ListPage`, by name. Each takes the id of a row, and is about the
 * selected rows where that is one of them.
 */
export function rowCommands(page) {
  return {
    'copy-rows': async (id) => {
      const ids = page.state.draggedWith(id);
      if (!page.long.holds(ids) && !await page.long.whole()) return;
      const count = ids.length;
      copyText({
        text: rowsAsText(subjectsOf(page.shown, ids).map(({ row }) => row)),
        done: translate('copying.done', { count }),
        title: translate('copying.title'), label: translate('copying.text'),
      });
    },

    'copy-row-link': (id) => {
      copyText({
        text: linkTo(page.list.id, id), done: translate('copying.linkDone'),
        title: translate('copying.linkTitle'), label: translate('copying.link'),
      });
    },

    duplicate: (id) => duplicate(page, id),

    'move-to': (id) => moveTo(page, id),

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
