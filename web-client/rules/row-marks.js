/** The quiet marks of rows that rules of their own bind: a lock, a pin. */

import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { translate } from '../texts/texts.js';
import { isLocked, LOCKS } from './rule-edits.js';

/** The marks of a row: `[{image, label}]`. */
function marksOf(row) {
  const marks = [];
  if (row.pinned) marks.push({ image: 'pin', label: translate(`rules.pinned.${row.pinned}`) });
  const bound = LOCKS.filter((rule) => row[rule] === false);
  if (isLocked(row)) marks.push({ image: 'lock', label: translate('rules.locked') });
  else if (bound.length > 0) {
    const label = bound.map((rule) => translate(`rules.not.${rule}`)).join(', ');
    marks.push({ image: 'lock', label });
  }
  return marks;
}

export class RowMarks {
  element = h('span', { class: 'marks' });
  #shown = '';

  update(row) {
    const marks = marksOf(row);
    const shown = JSON.stringify(marks);
    if (shown === this.#shown || (marks.length === 0 && this.#shown === '')) return;
    this.#shown = shown;
    this.element.replaceChildren(...marks.map(({ image, label }) => h('span', {
      class: 'mark', role: 'img', 'aria-label': label, title: label,
    }, icon(image))));
  }
}
