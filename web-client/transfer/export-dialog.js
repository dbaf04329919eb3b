/** Exporting a list: downloads it as a file, or copies it, in one of four formats. */

import { askInDialog, labelled } from '../dialogs/dialog.js';
import { h, text } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { writeDocument } from '../files/list-json.js';
import { writeMarkdown, writePlainText } from '../files/outline.js';
import { writeTable } from '../files/row-table.js';
import { partsOf } from '../files/slices.js';
import { nameOf } from '../screen/row-texts.js';
import { LOCAL } from '../storage/web-storage.js';
import { translate } from '../texts/texts.js';

/** The formats: how each is written, the ending of its files, and their media type. */
const FORMATS = {
  json: { write: writeDocument, ending: 'json', type: 'application/json' },
  csv: { write: writeTable, ending: 'csv', type: 'text/csv;charset=utf-8' },
  markdown: { write: writeMarkdown, ending: 'md', type: 'text/markdown;charset=utf-8' },
  text: { write: writePlainText, ending: 'txt', type: 'text/plain;charset=utf-8' },
};
const FORMAT_ITEM = 'lockstep.exportFormat';

/** A file name of a title: without what file systems forbid, or the id where nothing is left. */
const fileName = ({ title, id }) => title.replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ').trim()
  .replace(/^\.+/u, '').slice(0, 80) || id;

/** Has the browser save `parts` as a file. */
function download(parts, name, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  h('a', { href: address, download: name }).click();
  // Some browsers read the file only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function copy(list, { write }) {
  const written = partsOf(write(list)).then((parts) => parts.join('').replace(/^\uFEFF/u, ''));
  try {
    await navigator.clipboard.writeText(await written);
    toast(translate('page.copied'));
  } catch {
    // Browsers allow the clipboard on https pages only, and not always there.
    const field = h('textarea', {
      class: 'dialog-input import-text', rows: '8', readonly: true, autofocus: true, dir: 'auto',
    });
    field.value = await written;
    field.addEventListener('focus', () => field.select());
    await askInDialog({
      title: translate('export.copy'), content: labelled(translate('page.selectedForCopying'), field),
    });
  }
}

/**
 * Asks for a format and exports a list, `{id, revision, title, rules, sections}`. `list()` is the
 * list by the time that the user has chosen.
 */
export async function showExport(list) {
  const chosen = LOCAL.getItem(FORMAT_ITEM);
  const picker = h('select', { class: 'dialog-input', name: 'format', autofocus: true },
    Object.keys(FORMATS).map((name) => h('option', { value: name, selected: name === chosen },
      translate(`files.${name}`))));
  const note = h('p', { class: 'dialog-note', role: 'status' });
  const describe = () => text(note, translate(`export.${picker.value}`));
  picker.addEventListener('change', describe);
  describe();
  const format = () => {
    LOCAL.setItem(FORMAT_ITEM, picker.value);
    return FORMATS[picker.value];
  };
  const copyButton = h('button', {
    type: 'button', class: 'button', 'data-action': 'copy-export',
    onclick: (event) => {
      event.currentTarget.closest('dialog').close();
      copy(list(), format());
    },
  }, translate('export.copy'));
  const answer = await askInDialog({
    title: translate('export.title', { title: nameOf(list().title) }),
    content: h('div', { class: 'dialog-fields' }, labelled(translate('export.format'), picker), note,
      copyButton),
    confirm: translate('export.download'), answer: format,
  });
  if (!answer) return;
  const now = list();
  const parts = await partsOf(answer.write(now));
  download(parts, `${fileName(now)}.${answer.ending}`, answer.type);
}
