/** "Delete where…": deletes all rows whose field matches a comparison, in one edit. */

import { h, text } from '../elements/dom.js';
import { mayDelete, textOf } from '../package/list-model.js';
import { caseFolded } from '../texts/folding.js';
import { translate } from '../texts/texts.js';
import { askInDialog, labelled } from './dialog.js';
import { own } from '../package/model/records.js';

const OPERATORS = { '=': 'equals', contains: 'contains', '<': 'less', '>': 'greater' };
const FIELDS = { title: 'fieldTitle', detail: 'fieldDetail', done: 'fieldDone' };

/**
 * Asks for a field, a comparison and a value. Resolves to the ids of the rows to delete, or to
 * `null`. The count in the dialog follows the changes of `open`, an `OpenList`.
 */
export async function askDeleteWhere(open) {
  const listNow = () => open.list;
  const field = picker('field', fieldNames(listNow()).map(
    (name) => [name, Object.hasOwn(FIELDS, name) ? translate(`where.${FIELDS[name]}`) : name]));
  const comparison = picker('comparison', Object.entries(OPERATORS).map(
    ([operator, name]) => [operator, translate(`where.${name}`)]));
  const typed = h('input', {
    type: 'text', class: 'dialog-input', name: 'value', autocomplete: 'off', enterkeyhint: 'go',
    autofocus: true,
  });
  const chosen = picker('value', [['true', translate('where.yes')], ['false', translate('where.no')]]);
  let value = typed;
  const count = h('p', { class: 'dialog-note', role: 'status', 'data-count': '' });
  const content = h('div', { class: 'dialog-fields' },
    labelled(translate('where.field'), field),
    labelled(translate('where.comparison'), comparison),
    labelled(translate('where.value'), typed), count);
  const find = () => rowsWhere(listNow(), {
    field: field.value, comparison: comparison.value, value: value.value,
  });
  const refresh = () => {
    const found = find();
    text(count, value.value.trim() === '' ? translate('where.giveValue') : summary(found));
    const button = content.parentElement?.querySelector('[data-action="confirm"]');
    if (button) button.hidden = found.deletable.length === 0;
  };
  field.addEventListener('input', () => {
    const next = isYesOrNo(listNow(), field.value) ? chosen : typed;
    value.replaceWith(next);
    value = next;
    comparison.disabled = value === chosen;
    if (comparison.disabled) comparison.value = '=';
  });
  content.addEventListener('input', refresh);
  const stop = open.on('change', refresh);
  const asked = askInDialog({
    title: translate('where.title'), content, confirm: translate('where.delete'), danger: true,
    answer: () => find().deletable,
  });
  refresh();
  return asked.finally(stop);
}

const picker = (name, options) => h('select', { class: 'dialog-input', name },
  options.map(([value, label]) => h('option', { value }, label)));

function summary({ matching, deletable }) {
  const kept = matching.length - deletable.length;
  const count = deletable.length;
  if (matching.length === 0) return translate('where.noMatch');
  return translate(kept === 0 ? 'where.deletes' : 'where.deletesSome', { count, kept });
}

const numberOf = (value) => {
  const trimmed = String(value).trim();
  return trimmed === '' ? NaN : Number(trimmed);
};

/** Compares as numbers if both are numbers, else as text: negative, zero or positive. */
function compare(value, wanted) {
  const [a, b] = [numberOf(value), numberOf(wanted)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return textOf(value).localeCompare(wanted);
}

const fold = (value) => caseFolded(textOf(value));

/** What may be typed for a yes or no. */
const wordsOf = (value) => [String(value), translate(value ? 'where.yes' : 'where.no')];
const isSaid = (value, wanted) => wordsOf(value).some((word) => fold(word) === fold(wanted));

/** The comparisons, by operator. */
const COMPARISONS = {
  '=': (value, wanted) => (typeof value === 'boolean' ? isSaid(value, wanted)
    : compare(value, wanted) === 0 || fold(value) === fold(wanted)),
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
      const own = valueOf(list, row, field);
      if (own !== undefined && COMPARISONS[comparison](own, value.trim())) {
        result.matching.push(row.id);
        if (mayDelete(list, section, row)) result.deletable.push(row.id);
      }
    }
  }
  return result;
}

/** The value of a field; a row of a checklist is not done as long as it does not say so. */
function valueOf({ rules }, { fields }, field) {
  return own(fields, field) ?? (field === 'done' && rules.kind === 'check' ? false : undefined);
}

/** Whether every row that has the field says yes or no. O(rows). */
function isYesOrNo(list, field) {
  const values = list.sections.flatMap(({ rows }) => rows.map((row) => valueOf(list, row, field)))
    .filter((value) => value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'boolean');
}

/** The names of all fields of the rows, the well-known ones first. O(rows). */
function fieldNames(list) {
  const names = new Set(['title', 'detail', 'done']);
  for (const section of list.sections) {
    for (const row of section.rows) for (const name of Object.keys(row.fields)) names.add(name);
  }
  return [...names];
}
