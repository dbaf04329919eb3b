/** What is left of an edit that is sent again after later ones of its user. Pure. */

/** What an action sets, by names: the row or section itself where it deletes that. */
function namesOf({ op, row, rows = [row], section, sections = [section], fields = {}, to, ...others }) {
  switch (op) {
    case 'updateRow':
      return [...Object.keys(fields).map((name) => `row ${row} fields ${name}`),
        ...Object.keys(others).map((name) => `row ${row} ${name}`)];
    case 'moveRow': case 'moveRows': return rows.map((id) => `row ${id} to`);
    case 'deleteRows': return rows.map((id) => `row ${id}`);
    case 'updateSection': return Object.keys(others).map((name) => `section ${section} ${name}`);
    case 'moveSection': return [`section ${section} to`];
    case 'deleteSections': return sections.map((id) => `section ${id}`);
    case 'updateList': return Object.keys(others).map((name) => `list ${name}`);
    default: return [];
  }
}

/** Those of the properties of `object` whose names `keeps` takes. */
const filtered = (object, keeps) => Object.fromEntries(
  Object.entries(object).filter(([name]) => keeps(name)));

/** What is left of an action; `null` for nothing. `isSet(name)` tells what was set since. */
function leftOf(action, isSet) {
  const { op, row, rows, section, fields, ...others } = action;
  const left = (subject) => filtered(others, (name) => !isSet(`${subject} ${name}`));
  switch (op) {
    case 'updateRow': {
      if (isSet(`row ${row}`)) return null;
      const texts = filtered(fields ?? {}, (name) => !isSet(`row ${row} fields ${name}`));
      const rest = left(`row ${row}`);
      const names = Object.keys({ ...texts, ...rest }).filter((name) => name !== 'ifRevision');
      return names.length === 0 ? null : { op, row, ...(fields && { fields: texts }), ...rest };
    }
    case 'insertRow': return isSet(`row ${row}`) ? null : action;
    case 'insertSection': return isSet(`section ${section}`) ? null : action;
    case 'moveRow': return isSet(`row ${row}`) || isSet(`row ${row} to`) ? null : action;
    case 'moveRows': {
      const staying = rows.filter((id) => !isSet(`row ${id}`) && !isSet(`row ${id} to`));
      return staying.length === 0 ? null : { ...action, rows: staying };
    }
    case 'updateSection': case 'moveSection': {
      const rest = isSet(`section ${section}`) ? {} : left(`section ${section}`);
      return Object.keys(rest).length === 0 ? null : { op, section, ...rest };
    }
    case 'updateList': {
      const rest = left('list');
      return Object.keys(rest).length === 0 ? null : { op, ...rest };
    }
    default: return action;
  }
}

/** `actions` without what `later`, the actions of an edit that was made after theirs, set. */
export function withoutOvertaken(actions, later) {
  const set = new Set(later.flatMap(namesOf));
  return actions.map((action) => leftOf(action, (name) => set.has(name)))
    .filter((action) => action !== null);
}
