/** Rows on the clipboard: copied and cut as text and as they are, pasted below a row. */

import { announce } from '../elements/notices.js';
import { inBackground, onDemand } from '../elements/on-demand.js';
import { rowsAsText, subjectsOf } from '../screen/row-texts.js';
import { deleteRows } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

/** What a row is on the clipboard beside its text: the JSON of `fields` in an array. */
const ROWS = 'application/x-lockstep-rows';

/** What this page has copied last: a menu can put nothing but text on the clipboard, and read nothing else. */
let last = { text: '', rows: '' };

/** `rows` as they are on the clipboard, `{text, rows}`. */
export function clip(rows) {
  last = { text: rowsAsText(rows), rows: JSON.stringify(rows.map(({ fields }) => fields)) };
  return last;
}

/** What is on the clipboard, of which `text` can be read: with the rows, where it is what was copied last. */
export const clipOf = (text) => ({
  text, rows: text.replaceAll('\r\n', '\n') === last.text ? last.rows : '',
});

const FIELDS = 'input:not([type="checkbox"]), textarea, select';

/** Listens to the clipboard for `page`, a `ListPage`, until `signal` aborts. */
export function listenForClipboard(page, signal) {
  /** The row that a clipboard key is about; `undefined` where it is about a field, or text that is selected. */
  const subject = () => {
    // Firefox has the event happen where the caret of the last click is, not at the row in focus.
    const { activeElement: focused } = document;
    if (!document.getSelection().isCollapsed || focused?.matches(FIELDS)) return undefined;
    if (focused === document.body) return page.keyRow ?? undefined;
    return focused?.closest('[data-row]')?.dataset.row;
  };
  const on = (type, listener) => document.addEventListener(type, (event) => {
    const row = subject();
    if (row === undefined || page.state.drag) return;
    event.preventDefault();
    listener(event, row);
  }, { signal });
  /** Returns the ids of the rows that are on the clipboard then, `[]` where some have yet to come. */
  const copy = ({ clipboardData }, row) => {
    const ids = page.state.draggedWith(row);
    // The event does not wait for rows that have yet to come.
    if (!page.long.holds(ids)) {
      page.commands['copy-rows'](row);
      return [];
    }
    const { text, rows } = clip(subjectsOf(page.shown, ids).map((one) => one.row));
    clipboardData.setData('text/plain', text);
    clipboardData.setData(ROWS, rows);
    // The words come with what is loaded lazily.
    inBackground(() => announce(translate('copying.done', { count: ids.length })));
    return ids;
  };
  on('copy', copy);
  on('cut', (event, row) => {
    const ids = copy(event, row);
    if (page.state.role !== 'viewer' && deleteRows(page.shown, ids).length > 0) {
      page.commands['delete-these'](ids);
    }
  });
  on('paste', ({ clipboardData }, row) => {
    const rows = clipboardData.getData(ROWS);
    const text = clipboardData.getData('text/plain');
    onDemand(({ pasteRows }) => pasteRows(page, row, rows ? { text, rows } : clipOf(text)));
  });
}
