/**
 * The list model: lists as values, and the rules and edits of the server's editing core. Pure.
 *
 * A list is `{title, rules, sections: [{id, title, rules, rows: [row]}]}`; a row is `{id, fields,
 * editable?, deletable?, movable?, pinned?}`. Lists are values: a function that changes one returns
 * another that shares what did not change, so that `===` finds it. A list that is too long to be sent
 * whole is `partial`: its `rows` are `SparseRows`, of which only parts are held.
 */
export { applyActions, isApplied } from './model/apply-actions.js';
export { stampOf, withAuthors } from './model/authors.js';
export { applyChangeSet, CountError } from './model/apply-change-set.js';
export { GroupClamp, targetPlace } from './model/clamp.js';
export {
  banded, bandOf, countsOf, digest, findRow, findSection, heldOf, rowCount,
} from './model/list-state.js';
export { textOf } from './model/row-values.js';
export {
  bandRange, countStaying, isSameSequence, isSparse, spliced, without,
} from './model/row-sequences.js';
export {
  deleteTitle, editingStyle, handlesOf, isChecklist, isOwner, isReorderable, mayAdd, mayDelete,
  mayDeleteSection, mayInsert, mayMove, mayUpdate,
} from './model/rules.js';
export {
  forgettingFar, forgettingRanges, heldRanges, rangeDigests, revived, sparseList, wanted, wholeIfHeld,
  withRuns,
} from './model/sparse-list.js';
export { SparseRows } from './model/sparse-rows.js';
