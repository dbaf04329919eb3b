/** The quiet bar below the title of a list: which rows are shown, and what is hidden. */

import { attribute, h, text } from '../elements/dom.js';
import { rowCount } from '../package/list-model.js';
import { FILTERS, tallyOfList } from '../screen/list-view.js';
import { translate } from '../texts/texts.js';

/** The filters that only make sense where rows can be completed. */
const NEED_TICKS = new Set(['open', 'done']);

export class FilterBar {
  #chips = new Map(FILTERS.map((filter) => [filter, h('button', {
    type: 'button', class: 'chip', 'data-action': 'filter', 'data-filter': filter,
  }, translate(`filter.${filter}`))]));
  #group = h('div', { class: 'chips', role: 'group', 'aria-label': translate('filter.label') },
    [...this.#chips.values()]);
  #note = h('span', { class: 'filter-note' });
  #show = h('button', { type: 'button', class: 'filter-show', 'data-action': 'show-completed' });
  element = h('div', { class: 'filter-bar', hidden: true }, this.#group, this.#note, this.#show);

  /** Shows the `view` of `list`; the filters only where `open`, or where one of them applies. */
  update({ list, view, open }) {
    const { done, ticks } = tallyOfList(list);
    const filtered = view.filter !== 'all';
    const hides = view.hidesDone && done > 0 && !filtered;
    this.element.hidden = !open && !filtered && !hides;
    if (this.element.hidden) return;
    this.#group.hidden = !open && !filtered;
    for (const [filter, chip] of this.#chips) {
      attribute(chip, 'aria-pressed', view.filter === filter ? 'true' : 'false');
      chip.hidden = NEED_TICKS.has(filter) && !ticks && view.filter !== filter;
    }
    const total = rowCount(list);
    const count = filtered ? view.countOf(list) : total;
    text(this.#note, filtered ? translate('filter.shown', { count, total }) : '');
    this.#show.hidden = !hides;
    text(this.#show, hides ? translate('filter.showCompleted', { count: done }) : '');
  }
}
