/** What an import would make, before it does: the numbers, the first items, and what is left out. */

import { attribute, h } from '../elements/dom.js';
import { textOf } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { formatNumber, translate } from '../texts/texts.js';
import { formatName, leftOutWords } from './import-words.js';

/** The first rows, and the lists, that are shown. */
export const SHOWN_ROWS = 20;
const SHOWN_LISTS = 50;

function* rowsOf(lists) {
  for (const { sections } of lists) for (const { rows } of sections) yield* rows;
}

const sizeWords = ({ rows, sections }) => translate('import.size', {
  items: translate('page.items', { count: rows }),
  sections: translate('import.sections', { count: sections.length }),
});

/** Whether a list has neither rows nor sections. */
export const isNothing = ({ rows, sections }) => rows === 0 && sections.length === 0;

function summaryOf({ format, lists }) {
  if (lists.every(isNothing)) return translate('import.nothing');
  return translate('import.summary', {
    format: formatName(format),
    size: lists.length === 1 ? sizeWords(lists[0])
      : translate('import.lists', { count: lists.length }),
  });
}

function itemOf({ fields }) {
  const title = textOf(fields.title).trim().split('\n', 1)[0].slice(0, 120);
  const ticked = fields.done === true;
  return h('li', { class: ticked ? 'import-item done' : 'import-item', dir: 'auto' },
    nameOf(title));
}

const listLine = (list) => h('li', { dir: 'auto' }, translate('import.list', {
  title: nameOf(list.title), size: sizeWords(list),
}));

const placeLine = ({ title, isNew, rows }) => h('li', { dir: 'auto' },
  translate(isNew ? 'import.intoNew' : 'import.into', {
    items: translate('page.items', { count: rows.length }),
    section: nameOf(title, 'section.untitled'),
  }));

/** The first lines of `all`, and how many more there are. */
function firstOf(all, most, lineOf) {
  const lines = all.slice(0, most).map(lineOf);
  return all.length <= most ? lines : [...lines, moreLine(all.length - most)];
}

const moreLine = (count) => h('li', { class: 'import-more' },
  translate('import.more', { number: formatNumber(count) }));

export class ImportPreview {
  #summary = h('p', { class: 'import-summary', role: 'status' });
  // It scrolls: the keys reach what is below.
  #items = h('ul', {
    class: 'import-lines import-items', hidden: true, tabindex: '0',
    'aria-label': translate('import.firstItems'),
  });
  #places = h('ul', { class: 'import-lines import-places', hidden: true });
  #leftOut = h('ul', { class: 'import-lines import-left-out', hidden: true });
  element = h('div', { class: 'import-preview', 'data-import-preview': '' },
    this.#summary, this.#items, this.#places, this.#leftOut);

  /** Says why there is nothing to show; a `refusal` in the colour of errors. */
  wait(sentence, { refusal = false } = {}) { this.#show(sentence, refusal, [], [], []); }

  /**
   * Shows what a file holds. `places` (`placesIn`) says where the rows would go; without it they
   * make lists of their own.
   */
  update(contents, places) {
    const { lists, leftOut } = contents;
    const rows = [];
    for (const row of rowsOf(lists)) {
      if (rows.push(row) === SHOWN_ROWS) break;
    }
    const more = lists.reduce((sum, list) => sum + list.rows, 0) - rows.length;
    const made = lists.length > 1 ? firstOf(lists, SHOWN_LISTS, listLine) : [];
    this.#show(summaryOf(contents), false,
      [...rows.map(itemOf), ...(more > 0 ? [moreLine(more)] : [])],
      places ? firstOf(places, SHOWN_LISTS, placeLine) : made,
      leftOut.map((one) => h('li', {}, leftOutWords(one))));
  }

  #show(summary, refusal, items, places, leftOut) {
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    this.#summary.classList.toggle('import-refusal', refusal);
    for (const [list, lines] of [
      [this.#items, items], [this.#places, places], [this.#leftOut, leftOut]]) {
      list.replaceChildren(...lines);
      attribute(list, 'hidden', lines.length === 0);
    }
  }
}
