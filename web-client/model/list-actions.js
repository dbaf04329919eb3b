/** Applying an intent as the server would, on the list as it is seen here. */

import { Rejection, reject } from './rejection.js';
import { ROW_ACTIONS } from './apply-actions.js';
import { SECTION_ACTIONS } from './section-actions.js';

const ACTIONS = { ...ROW_ACTIONS, ...SECTION_ACTIONS };

/**
 * The list after `actions`, all or none: `{list, clamped}`, or `{list, rejected: {code, action,
 * message}}` with the list untouched. An insert without an id is named by `makeId`.
 * O(rows) for each action.
 */
export function applyActions(list, actions, makeId = () => reject('badAction', 'no id given')) {
  const edit = { clamped: [], graves: new Map(), makeId, action: 0 };
  let next = list;
  try {
    actions.forEach((action, index) => {
      edit.action = index;
      const apply = ACTIONS[action.op] ?? reject('badAction', `unknown op ${action.op}`);
      next = apply(next, action, edit);
    });
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { code, message } = error;
    return { list, clamped: [], rejected: { code, action: edit.action, message } };
  }
  return { list: next, clamped: edit.clamped };
}
