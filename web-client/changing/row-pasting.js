/** Pasting rows below another: as they were copied here, else a line of text each. */

import { randomId } from '../package/client.js';
import { announce, toast } from '../elements/notices.js';
import { fieldsProblem } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';
import { addRows, inEdits, sectionTaking } from './new-rows.js';
import { itemsOf } from './pasted-lines.js';

const isFields = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const withoutNull = (fields) => Object.fromEntries(
  Object.entries(fields).filter(([, value]) => value !== null));

/**
 * The items of what is on the clipboard, as `addRows` takes them, without ids: `rows` is the JSON of the fields of
 * rows, or what any other page has put there under that name; `text` is for all programs.
 */
export function copiedItems({ rows, text }) {
  try {
    const all = JSON.parse(rows);
    if (Array.isArray(all) && all.length > 0 && all.every(isFields)) {
      return all.map(withoutNull).map((fields) => ({ done: fields.done, fields }));
    }
  } catch {
    // Not what a list page has put there.
  }
  return itemsOf(text);
}

/** Inserts what was `copied` below `row`, and gives the focus to the last of it that is made at once. */
export function pasteRows(page, row, copied) {
  const { shown, client: { limits }, state } = page;
  const section = state.role === 'viewer' ? null : sectionTaking(shown, row);
  const items = copiedItems(copied).map((item) => ({ ...item, id: `r${randomId(12)}` }));
  if (items.length === 0) return;
  if (!section) {
    announce(translate('adding.notHere'));
    return;
  }
  if (items.some(({ title, fields = { title } }) => fieldsProblem({ ...fields, done: false }, limits))) {
    toast(translate('adding.tooLong'), 'error');
    return;
  }
  const parts = inEdits(addRows(shown, section.id, items, row), limits);
  page.editAll(parts);
  announce(translate('adding.added', { count: items.length }));
  page.focusRow(parts[0].at(-1).row);
}
