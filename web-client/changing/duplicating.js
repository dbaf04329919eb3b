/** Copies of rows, below them. Loaded lazily: the menu of a row alone makes them. */

import { randomId } from '../package/client.js';
import { announce } from '../elements/notices.js';
import { bandOf, findRow } from '../package/list-model.js';
import { subjectsOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';
import { inEdits } from './new-rows.js';

/**
 * Inserts a copy of each of `rows`, with all fields, below it; `newId()` makes the ids. Rules are
 * not copied: that of a pinned row stands next to the pinned ones. Pure.
 */
export function duplicateRows(rows, newId) {
  return rows.map(({ section, row }) => {
    const at = bandOf(row) === 0 ? 'start' : 'end';
    return {
      op: 'insertRow', row: newId(), fields: row.fields,
      to: bandOf(row) === 1 ? { after: row.id } : { section: section.id, at },
    };
  });
}

/** Copies the row `id` of a `ListPage`, or the selected rows where it is one of them, and goes to the first copy. */
export async function duplicate(page, id) {
  const ids = page.state.draggedWith(id);
  if (!page.long.holds(ids) && !await page.long.whole()) return;
  const actions = duplicateRows(subjectsOf(page.shown, ids), () => `r${randomId(12)}`);
  if (actions.length === 0) return;
  page.editAll(inEdits(actions, page.client.limits));
  announce(translate('row.duplicated', { count: actions.length }));
  const copy = actions[0].row;
  if (findRow(page.shown, copy)) page.focusRow(copy);
}
