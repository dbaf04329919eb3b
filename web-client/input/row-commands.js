/** The commands of the row menu and of the toolbar about rows, loaded with what is loaded lazily. */

import { duplicate } from '../changing/duplicating.js';
import { pasteRows } from '../changing/row-pasting.js';
import { copyText } from '../dialogs/copy.js';
import { IS_APPLE } from '../dialogs/keys.js';
import { moveTo } from '../dialogs/move-to.js';
import { toast } from '../elements/notices.js';
import { linkTo } from '../environment.js';
import { keyCap } from '../screen/keys.js';
import { subjectsOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';
import { clip, clipOf } from './clipboard.js';

/** Copies the rows that a command is about, and says `done(count)`; resolves to whether they are copied. */
async function copyRows(page, id, done = () => undefined) {
  const ids = page.state.draggedWith(id);
  if (!page.long.holds(ids) && !await page.long.whole()) return false;
  const { text } = clip(subjectsOf(page.shown, ids).map(({ row }) => row));
  return copyText({
    text, done: done(ids.length), title: translate('copying.title'), label: translate('copying.text'),
  });
}

/**
 * The commands of `page`, a `ListPage`, by name. Each takes the id of a row, and is about the
 * selected rows where that is one of them.
 */
export function rowCommands(page) {
  return {
    'copy-rows': (id) => copyRows(page, id, (count) => translate('copying.done', { count })),

    'cut-rows': async (id) => {
      const ids = page.state.draggedWith(id);
      if (await copyRows(page, id)) page.commands['delete-these'](ids);
    },

    'paste-rows': async (id) => {
      const text = await navigator.clipboard.readText().catch(() => null);
      // The browser may have asked the user, who is elsewhere by now.
      if (!page.element.isConnected) return;
      if (text?.trim()) {
        pasteRows(page, id, clipOf(text));
        return;
      }
      page.focusRow(id);
      if (text !== null) {
        toast(translate('copying.nothing'), 'error');
        return;
      }
      const keys = ['Mod', 'V'].map((name) => keyCap(name, IS_APPLE, translate)).join('-');
      toast(translate('copying.pasteByKeys', { keys }), 'error');
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
