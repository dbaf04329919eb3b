/** The filters of a list page: what a filter hides does not keep the focus or the selection. */

import { userOf } from '../package/client/credentials.js';
import { announce } from '../elements/notices.js';
import { pageOnDemand } from '../elements/on-demand.js';
import { findRow } from '../package/list-model.js';
import { touchedBy, touchedByActions } from '../screen/list-view.js';
import { neighbourOf } from '../screen/screen-state.js';
import { translate } from '../texts/texts.js';
import { FilterBar } from './filter-bar.js';

export class ListFilter {
  #page;
  #bar = new FilterBar();
  #open = false;
  #hasAsked = false;

  /** `page` is a `ListPage`. */
  constructor(page) {
    this.#page = page;
  }

  get element() { return this.#bar.element; }

  /** Listens to what this client adds and changes; returns the functions that stop listening. */
  listen() {
    const { list, state } = this.#page;
    return [list.on('change', ({ own, sets }) => {
      if (own) state.view.addMine(touchedByActions(own.actions ?? []));
      if (sets) this.#addMine(sets);
    })];
  }

  /** Shows the filters, or hides them and shows every row. */
  toggle() {
    this.#open = !this.#open;
    if (!this.#open && this.#page.state.view.filter !== 'all') this.choose('all');
    else this.#page.draw();
    if (this.#open) this.element.querySelector('[aria-pressed=true]').focus();
  }

  async choose(filter) {
    const { view } = this.#page.state;
    if (filter !== 'all' && !await this.#page.long.whole()) return;
    view.setFilter(filter);
    this.#page.draw({ moving: true });
    announce(translate('filter.announced', {
      filter: translate(`filter.${filter}`), count: view.countOf(this.#page.shown),
    }));
    if (filter === 'mine') this.#askHistory();
  }

  async toggleCompleted() {
    const { view } = this.#page.state;
    if (!view.hidesDone && !await this.#page.long.whole()) return;
    view.hideDone(!view.hidesDone);
    this.#page.draw({ moving: true });
    announce(translate(view.hidesDone ? 'filter.completedHidden' : 'filter.completedShown'));
  }

  /** Draws the bar; a row that is not shown is neither active nor selected. */
  follow() {
    const { shown, state } = this.#page;
    this.#bar.update({ list: shown, view: state.view, open: this.#open });
    if (state.view.isNarrowed) this.#leaveHidden(state, shown);
  }

  #leaveHidden(state, shown) {
    const visible = state.view.visible(shown);
    const isVisible = new Set(visible.sections.flatMap(({ rows }) => rows.map(({ id }) => id)));
    for (const id of state.selected) {
      if (!isVisible.has(id) && findRow(shown, id)) state.selected.delete(id);
    }
    if (state.revealed && !isVisible.has(state.revealed)) state.revealed = null;
    if (state.active && !isVisible.has(state.active) && findRow(shown, state.active)) {
      state.active = neighbourOf(shown, state.active, (id) => isVisible.has(id));
    }
  }

  /** Adds the rows that this client, or its user, has touched by some of these sets. */
  #addMine(sets) {
    const { client: { me, token }, state } = this.#page;
    const own = token && userOf(token);
    const mine = sets.filter(({ client, user }) => client === me || (user && user === own));
    state.view.addMine(touchedBy(mine));
  }

  /** Learns from the history what this client did before the page was loaded. */
  async #askHistory() {
    if (this.#hasAsked) return;
    const { client, list } = this.#page;
    // Without the history, what this tab has done is all that is known.
    await pageOnDemand(async ({ takeHistory }) => {
      this.#hasAsked = await takeHistory(client, list.id, (sets) => this.#addMine(sets));
    });
    this.#page.update();
  }
}
