/** "Delete where…": deletes all rows that match a comparison, in one edit. */

import { COMPARISONS, fieldNames, rowsWhere } from './row-filter.js';
import { askInDialog, labelled } from './dialog.js';
import { h, text } from '../elements/dom.js';

const NAMES = { '=': 'is', contains: 'contains', '<': 'is less than', '>': 'is greater than' };
const LABELS = { title: 'Title', detail: 'Detail', done: 'Done' };

const picker = (name, options) => h('select', { class: 'dialog-input', name },
  options.map(([value, label]) => h('option', { value }, label)));

function summary({ matching, deletable }) {
  const kept = matching.length - deletable.length;
  const items = (count) => (count === 1 ? '1 item' : `${count} items`);
  if (matching.length === 0) return 'No items match.';
  return kept === 0 ? `${items(matching.length)} will be deleted.`
    : `${items(deletable.length)} will be deleted, ${kept} more may not be.`;
}

/**
 * Resolves with the ids of the rows to delete, or `null`. What others do to `open`, an `OpenList`,
 * meanwhile is counted too.
 */
export async function askDeleteWhere(open) {
  const listNow = () => open.list;
  const field = picker('field', fieldNames(listNow()).map((name) => [name, LABELS[name] ?? name]));
  const comparison = picker('comparison', Object.keys(COMPARISONS).map((key) => [key, NAMES[key]]));
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
