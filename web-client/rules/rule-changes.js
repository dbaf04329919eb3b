/** The edits of the dialogs in which an owner sets rules: of rows, of sections, of the list. Pure. */

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

/** Changes rules of the list, each set to what `changes` has; `false` takes one off. */
export function setListRules(list, changes) {
  if (Object.keys(changes).length === 0) return [];
  const rules = Object.fromEntries(Object.entries({ ...list.rules, ...changes })
    .filter(([name, value]) => !(name in changes) || value !== false));
  return [{ op: 'updateList', rules }];
}
