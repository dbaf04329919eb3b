/** The kinds of a row's fields, and their values as the texts that a form has of them. Pure. */

import { textOf } from '../package/list-model.js';
import { linkOf } from '../screen/links.js';
import { own } from '../package/model/records.js';
import { numeral } from '../texts/field-values.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
/** Significant digits that a number keeps exactly, whatever they are. */
const EXACT_DIGITS = 15;

/** The kinds that a new field can have. */
export const NEW_KINDS = ['text', 'number', 'date', 'yesNo', 'link'];

/**
 * The kind of a field by its value: `text`, `note` (of several lines), `number`, `date`
 * (`YYYY-MM-DD`), `yesNo`, `link`, or `data` for what is only shown, arrays and objects.
 */
export function kindOf(name, value) {
  if (typeof value === 'boolean') return 'yesNo';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'object') return 'data';
  if (name === 'title') return 'text';
  if (name === 'detail') return 'note';
  if (DATE.test(value)) return 'date';
  if (linkOf(value)) return 'link';
  return value.includes('\n') ? 'note' : 'text';
}

/**
 * The fields of a row that a form can change, and their kinds by name: `{texts, kinds}`. Title and
 * note are among them in any case, and `done` where the row has a checkbox.
 */
export function formOf({ fields }, checkbox) {
  const shown = { title: '', detail: '', ...(checkbox && { done: false }), ...fields };
  const entries = Object.entries(shown).map(([name, value]) => [name, value, kindOf(name, value)])
    .filter(([, , kind]) => kind !== 'data');
  return {
    texts: Object.fromEntries(entries.map(([name]) => [name, textOf(own(fields, name))])),
    kinds: Object.fromEntries(entries.map(([name, , kind]) => [name, kind])),
  };
}

/** Why `text` is no value of `kind`: the key of a sentence, or `null`; an empty one is none. */
export function problemOf(text, kind) {
  const typed = text.trim();
  if (typed === '') return null;
  if (kind === 'number') return numberProblem(numeral(typed));
  if (kind === 'date') return isDate(typed) ? null : 'details.notDate';
  return kind === 'link' && !linkOf(typed) ? 'details.notLink' : null;
}

function numberProblem(text) {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text) || !Number.isFinite(Number(text))) {
    return 'details.notNumber';
  }
  const digits = text.replace(/e.*$/iu, '').replace(/\D/gu, '').replace(/^0+/u, '');
  return digits.length > EXACT_DIGITS ? 'details.tooManyDigits' : null;
}

function isDate(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
