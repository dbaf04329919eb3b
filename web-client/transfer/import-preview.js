/** What an import would make, before it does: the numbers, the first items, and the problems. */

import { h } from '../elements/dom.js';
import { sizeOf } from '../files/read-list.js';
import { formatNumber, translate } from '../texts/texts.js';

/** The first rows and the problems that are shown. */
const SHOWN_ROWS = 5;
const SHOWN_PROBLEMS = 5;

/** The sentence about a problem, with its line where it has one. */
export function problemSentence({ problem, line, values }) {
  const sentence = translate(`files.problem.${problem}`, values);
  return line === undefined ? sentence
    : translate('import.line', { line: formatNumber(line), problem: sentence });
}

function* rowsOf(sections) {
  for (const { rows } of sections) yield* rows;
}

function itemOf({ fields }) {
  const title = String(fields.title ?? '').split('\n', 1)[0].slice(0, 120);
  const ticked = fields.done === true;
  return h('li', { class: ticked ? 'import-item done' : 'import-item', dir: 'auto' },
    title || translate('page.untitled'));
}

/** `places` (`placesIn`) says where the rows would go; without it they make a list of their own. */
export class ImportPreview {
  #summary = h('p', { class: 'import-summary', role: 'status' });
  #places = h('ul', { class: 'import-lines import-places', hidden: true });
  #items = h('ul', { class: 'import-lines', hidden: true });
  #problems = h('ul', { class: 'import-lines import-problems', hidden: true });
  element = h('div', { class: 'import-preview', 'data-import-preview': '' },
    this.#summary, this.#items, this.#places, this.#problems);

  /** Says that nothing was read yet, or is being read. */
  wait(sentence) { this.#show(sentence, [], [], []); }

  update(read, places) {
    const size = sizeOf(read);
    const rows = [];
    for (const row of rowsOf(read.sections)) {
      if (rows.push(row) === SHOWN_ROWS) break;
    }
    const more = size.rows - rows.length;
    this.#show(
      size.rows === 0 && size.sections === 0 ? translate('import.nothing')
        : translate('import.summary', {
          items: translate('page.items', { count: size.rows }),
          sections: translate('import.sections', { count: size.sections }),
        }),
      [...rows.map(itemOf), ...(more > 0
        ? [h('li', { class: 'import-more' }, translate('import.more', { count: more }))] : [])],
      (places ?? []).map(({ title, isNew, rows: coming }) => h('li', { dir: 'auto' },
        translate(isNew ? 'import.intoNew' : 'import.into', {
          items: translate('page.items', { count: coming.length }),
          section: title || translate('section.untitled'),
        }))),
      problemLines(read.problems));
  }

  #show(summary, items, places, problems) {
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    for (const [list, lines] of [
      [this.#items, items], [this.#places, places], [this.#problems, problems]]) {
      list.replaceChildren(...lines);
      list.hidden = lines.length === 0;
    }
  }
}

function problemLines(problems) {
  const shown = problems.slice(0, SHOWN_PROBLEMS).map((one) => h('li', {}, problemSentence(one)));
  const more = problems.length - shown.length;
  return more === 0 ? shown
    : [...shown, h('li', {}, translate('import.moreProblems', { count: more }))];
}
