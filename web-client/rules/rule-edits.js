/** The edits with which an owner changes the rules of rows and sections. Pure. */

/** The rules of a row that a lock sets. */
export const LOCKS = ['editable', 'deletable', 'movable'];

/** Whether a row's own rules forbid to change, delete and move it. */
export const isLocked = (row) => LOCKS.every((rule) => row[rule] === false);

/** Locks rows, or takes their own rules but the pin off. */
export function lockRows(rows, locks) {
  return rows.filter((row) => (locks ? !isLocked(row) : LOCKS.some((rule) => row[rule] === false)))
    .map(({ id }) => ({
      op: 'updateRow', row: id, ...Object.fromEntries(LOCKS.map((rule) => [rule, locks ? false : null])),
    }));
}

/** Pins rows to the `top` or the `bottom` of their section, or with `null` takes the pin off. */
export function pinRows(rows, pinned) {
  return rows.filter((row) => (row.pinned ?? null) !== pinned)
    .map(({ id }) => ({ op: 'updateRow', row: id, pinned }));
}

/** Sets rules of a row to those of `wanted` that differ: `{editable, deletable, movable, pinned}`. */
export function setRowRules(row, wanted) {
  const changes = Object.entries(wanted).filter(([rule, value]) => (
    rule === 'pinned' ? (row.pinned ?? null) !== value : (row[rule] !== false) !== value));
  if (changes.length === 0) return [];
  const rules = changes.map(([rule, value]) => [rule, value === true ? null : value]);
  return [{ op: 'updateRow', row: row.id, ...Object.fromEntries(rules) }];
}

/** `rules` with `changes`; `undefined` takes a rule off. */
function changed(rules, changes) {
  const next = { ...rules, ...changes };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

/**
 * Changes rules of a section, and of its list. Rules are sent as a whole: those that are not in
 * `changes`, `{section, list}`, stay as they are.
 */
export function setSectionRules(list, section, changes) {
  const actions = [];
  if (Object.keys(changes.section).length > 0) {
    actions.push({
      op: 'updateSection', section: section.id, rules: changed(section.rules, changes.section),
    });
  }
  if (Object.keys(changes.list).length > 0) {
    actions.push({ op: 'updateList', rules: changed(list.rules, changes.list) });
  }
  return actions;
}
