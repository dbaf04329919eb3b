/** Rows that match a comparison, over all sections. Pure. */

import { mayDelete } from '../list-model.js';

const numberOf = (value) => {
  const text = String(value).trim();
  return text === '' ? NaN : Number(text);
};

/** Compares as numbers where both are, as text otherwise; negative, zero or positive. */
function compare(value, wanted) {
  const [a, b] = [numberOf(value), numberOf(wanted)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return String(value).localeCompare(String(wanted));
}

const fold = (value) => String(value).toLocaleLowerCase();

/** Comparisons by their sign. */
export const COMPARISONS = {
  '=': (value, wanted) => compare(value, wanted) === 0 || fold(value) === fold(wanted),
  contains: (value, wanted) => fold(value).includes(fold(wanted)),
  '<': (value, wanted) => compare(value, wanted) < 0,
  '>': (value, wanted) => compare(value, wanted) > 0,
};

/** `{matching, deletable}`: the ids of rows whose `field` compares so with `value`. O(rows). */
export function rowsWhere(list, { field, comparison, value }) {
  const result = { matching: [], deletable: [] };
  if (value.trim() === '') return result;
  for (const section of list.sections) {
    for (const row of section.rows) {
      const held = row.fields[field];
      if (held !== undefined && COMPARISONS[comparison](held, value.trim())) {
        result.matching.push(row.id);
        if (mayDelete(list, section, row)) result.deletable.push(row.id);
      }
    }
  }
  return result;
}

/** The names of all fields that rows have, the common ones first. O(rows). */
export function fieldNames(list) {
  const names = new Set(['title', 'detail', 'done']);
  for (const section of list.sections) {
    for (const row of section.rows) for (const name of Object.keys(row.fields)) names.add(name);
  }
  return [...names];
}
