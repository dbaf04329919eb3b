/** The commands with which an owner changes the rules of rows. Loaded lazily: menus alone run them. */

import { askRowRules } from '../dialogs/rule-dialogs.js';
import { announce } from '../elements/notices.js';
import { isOwner } from '../package/list-model.js';
import { lockRows, pinRows } from '../rules/rule-edits.js';
import { subjectsOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';

/** The commands of `page`, a `ListPage`, by name. Each takes the id of a row. */
export function ruleCommands(page) {
  /** Makes one edit of as many actions as fit in one, and announces what was done. */
  const change = (make, message) => async (id) => {
    const ids = page.state.draggedWith(id);
    if (!page.long.holds(ids) && !await page.long.whole()) return;
    const actions = make(subjectsOf(page.shown, ids).map(({ row }) => row));
    const { actions: most } = page.client.limits;
    for (let at = 0; at < actions.length; at += most) page.edit(actions.slice(at, at + most));
    announce(translate(message, { count: actions.length }));
    page.body.rowElement(id)?.focus({ preventScroll: true });
  };
  return {
    lock: change((rows) => lockRows(rows, true), 'rules.lockedDone'),
    unlock: change((rows) => lockRows(rows, false), 'rules.unlockedDone'),
    pin: change((rows) => pinRows(rows, 'top'), 'rules.pinnedDone'),
    unpin: change((rows) => pinRows(rows, null), 'rules.unpinnedDone'),
    'row-rules': (id) => askRowRules(page, id),
  };
}
