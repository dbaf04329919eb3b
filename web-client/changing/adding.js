/** Adding rows where the hands are: from a title, from the row above, by pasting lines. */

import { announce } from '../elements/notices.js';
import { findRow, findSection, mayAdd } from '../package/list-model.js';
import { mayRename } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';
import { sectionTaking } from './new-rows.js';
import { hasLines, pastedItems } from './pasted-lines.js';

/** Opens the form of a new row below `row`, where its section takes new ones. */
export function insertBelow(page, row) {
  const section = sectionTaking(page.shown, row);
  if (section) page.forms.openNew(section.id, row);
  else announce(translate('adding.notHere'));
}

/** Opens the form of a new row at the end of the section of the active row, or of one that takes new ones. */
export function addAtEnd(page) {
  const { shown, state } = page;
  const takes = (section) => section && state.role !== 'viewer' && mayAdd(shown, section);
  const own = findRow(shown, state.active)?.section;
  const section = takes(own) ? own : shown.sections.find(takes);
  if (!section) {
    announce(translate('adding.notHere'));
    return;
  }
  state.view.collapse(section.id, false);
  page.forms.openNew(section.id);
}

/** Enter in a field of a row: it is saved, and outside edit mode a title goes on with a new row. */
export function enterTitle(page, field) {
  const { state, forms, body } = page;
  const { row } = state.renaming ?? {};
  const goesOn = !state.editing && field.dataset.field === 'title';
  if (!row || !forms.saveRow()) return;
  const section = goesOn && sectionTaking(page.shown, row);
  if (section) forms.openNew(section.id, row);
  else body.rowElement(row)?.focus({ preventScroll: true });
}

/** Whether `field` is the form of a new row, and nothing is typed in it. */
export const isEmptyNew = (field) => field.dataset.new !== undefined && field.value === '';

/** Closes the empty form of a new row, and goes to the end of the row above it. */
export function leaveBackwards(page) {
  const { shown, state, forms, body } = page;
  const { rows } = shown.sections[findSection(shown, state.adding)];
  const above = state.addingBelow ?? rows.at(-1)?.id;
  forms.closeNew();
  if (above === undefined) return;
  if (mayRename(shown, above)) forms.openRow(above, { caret: 'end' });
  else body.rowElement(above)?.focus({ preventScroll: true });
}

/** Makes rows of several lines that are pasted into a title, until `signal` aborts. */
export function listenForPastes(page, signal) {
  page.element.addEventListener('paste', (event) => {
    const { target } = event;
    const isNew = target.dataset?.new !== undefined;
    const isTitle = target.dataset?.field === 'title' && page.state.renaming !== null;
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    if (!(isNew || isTitle) || !hasLines(text)) return;
    const { value, selectionStart, selectionEnd } = target;
    const items = pastedItems(value.slice(0, selectionStart), text, value.slice(selectionEnd));
    const section = isNew ? null : sectionTaking(page.shown, page.state.renaming.row);
    if (items.length < 2 || (isTitle && !section)) return;
    event.preventDefault();
    if (isNew) page.forms.pasteNew(items);
    else page.forms.pasteBelow(items, section.id);
  }, { signal });
}
