/** "Delete where…": deletes all rows whose field matches a comparison, in one edit. */

import { h, text } from '../elements/dom.js';
import { mayDelete } from '../list-model.js';
import { askInDialog, labelled } from './dialog.js';

const OPERATOR_LABELS = {
  '=': 'is', contains: 'contains', '<': 'is less than', '>': 'is greater than',
};
const FIELD_LABELS = { title: 'Title', detail: 'Detail', done: 'Done' };

/**
 * Asks for a field, a comparison and a value. Resolves to the ids of the rows to delete, or to
 * `null`. The count in the dialog follows the changes of `open`, an `OpenList`.
 */
export async function askDeleteWhere(open) {
  const listNow = () => open.list;
  const field = picker('field', fieldNames(listNow()).map(
    (name) => [name, FIELD_LABELS[name] ?? name]));
  const comparison = picker('comparison', Object.entries(OPERATOR_LABELS));
  const value = h('input', {
    type: 'text', class: 'dialog-input', name: 'value', autocomplete: 'off', autofocus: true,
  });
  const count = h('p', { class: 'dialog-note', role: 'status', 'data-count': '' });
  const content = h('div', { class: 'dialog-fields' }, labelled('Field', field),
    labelled('Comparison', comparison), labelled('Value', value), count);
  const find = () => rowsWhere(listNow(), {
    field: field.value, comparison: comparison.value, value: value.value,
  });
  const refresh = () => {
    const found = find();
    text(count, value.value.trim() === '' ? 'Give a value to compare with.' : summary(found));
    const button = content.parentElement?.querySelector('[data-action="confirm"]');
    if (button) button.hidden = found.deletable.length === 0;
  };
  content.addEventListener('input', refresh);
  const stop = open.on('change', refresh);
  const asked = askInDialog({
    title: 'Delete where…', content, confirm: 'Delete', danger: true,
    answer: () => find().deletable,
  });
  refresh();
  return asked.finally(stop);
}

const picker = (name, options) => h('select', { class: 'dialog-input', name },
  options.map(([value, label]) => h('option', { value }, label)));

function summary({ matching, deletable }) {
  const kept = matching.length - deletable.length;
  const items = (count) => (count === 1 ? '1 item' : `${count} items`);
  if (matching.length === 0) return 'No items match.';
  return kept === 0 ? `${items(matching.length)} will be deleted.`
    : `${items(deletable.length)} will be deleted, ${kept} more may not be.`;
}

const numberOf = (value) => {
  const trimmed = String(value).trim();
  return trimmed === '' ? NaN : Number(trimmed);
};

/** Compares as numbers if both are numbers, else as text: negative, zero or positive. */
function compare(value, wanted) {
  const [a, b] = [numberOf(value), numberOf(wanted)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return String(value).localeCompare(String(wanted));
}

const fold = (value) => String(value).toLocaleLowerCase();

/** The comparisons, by operator. */
const COMPARISONS = {
  '=': (value, wanted) => compare(value, wanted) === 0 || fold(value) === fold(wanted),
  contains: (value, wanted) => fold(value).includes(fold(wanted)),
  '<': (value, wanted) => compare(value, wanted) < 0,
  '>': (value, wanted) => compare(value, wanted) > 0,
};

/**
 * The ids of the rows whose `field` matches, as `{matching, deletable}`; none for no value.
 * O(rows).
 */
export function rowsWhere(list, { field, comparison, value }) {
  const result = { matching: [], deletable: [] };
  if (value.trim() === '') return result;
  for (const section of list.sections) {
    for (const row of section.rows) {
      const own = row.fields[field];
      if (own !== undefined && COMPARISONS[comparison](own, value.trim())) {
        result.matching.push(row.id);
        if (mayDelete(list, section, row)) result.deletable.push(row.id);
      }
    }
  }
  return result;
}

/** The names of all fields of the rows, the well-known ones first. O(rows). */
function fieldNames(list) {
  const names = new Set(['title', 'detail', 'done']);
  for (const section of list.sections) {
    for (const row of section.rows) for (const name of Object.keys(row.fields)) names.add(name);
  }
  return [...names];
}
