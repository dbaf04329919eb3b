/**
 * The pure list model: the twin of the server's editing core in JavaScript.
 *
 * A list is `{title, rules, sections: [{id, title, rules, rows: [row]}]}`; a row is
 * `{id, fields, editable?, deletable?, movable?, pinned?}`. Lists are values: every function
 * returns a new one that shares what did not change, so `===` tells what is still the same.
 */
export { applyActions } from './model/list-actions.js';
export { banded } from './model/list-bands.js';
export { applyChangeSet, CountError } from './model/apply-change-set.js';
export { digest } from './model/list-digest.js';
export { countsOf, findRow, findSection, rowCount } from './model/list-state.js';
export { bandOf, bandRange, targetPlace } from './model/clamp.js';
export {
  deleteTitle, editingStyle, handlesOf, isReorderable, mayDelete, mayDeleteSection, mayInsert,
  mayMove, mayUpdate,
} from './model/rules.js';
