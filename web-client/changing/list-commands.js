/** The commands of a list page about the list as a whole, loaded with what is loaded lazily. */

import { randomId } from '../package/client.js';
import { askDeleteList, clearCompleted } from '../dialogs/delete-much.js';
import { askDeleteWhere } from '../dialogs/delete-where.js';
import { askText } from '../dialogs/dialog.js';
import { showKeys } from '../dialogs/keys.js';
import { askListSettings } from '../dialogs/list-settings.js';
import { askSettings } from '../dialogs/settings.js';
import { toast } from '../elements/notices.js';
import { rowCount } from '../package/list-model.js';
import { partsOf } from '../screen/edit-parts.js';
import { addSection, deleteRows } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

/** The commands of `page`, a `ListPage`, by name. */
export function listCommands(page) {
  return {
    keys: () => showKeys(),

    settings: () => askSettings(page.preferences, page.client.waiting),

    'list-settings': () => askListSettings(page),

    print: async () => { if (await page.long.whole()) window.print(); },

    'clear-completed': async () => { if (await page.long.whole()) clearCompleted(page); },

    'delete-where': async () => {
      if (!await page.long.whole()) return;
      const rows = await askDeleteWhere(page.list);
      page.editAll(partsOf(rows ?? [], page.client.limits).map((part) => deleteRows(page.shown, part)));
    },

    'add-section': async () => {
      const title = await askText({
        title: translate('section.new'), label: translate('dialog.name'),
        button: translate('section.add'), ...page.titleForm('new section'),
      });
      if (title) page.edit(addSection(`s${randomId(12)}`, title));
    },

    'delete-list': async () => {
      if (!await askDeleteList(page.shown.title, rowCount(page.shown))) return;
      if (page.client.delete(page.list.id)) location.hash = '#/';
      else toast(translate('lists.deleteOnline'), 'error');
    },

    'rename-list': async () => {
      const { title } = page.shown;
      page.retitle(undefined, title, await askText({
        title: translate('lists.rename'), label: translate('dialog.name'),
        button: translate('dialog.save'), value: title, ...page.titleForm('rename list'),
      }));
    },
  };
}
