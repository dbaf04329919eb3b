/** The filters of a list page: what a filter hides does not keep the focus or the selection. */

import { userOf } from '../client/credentials.js';
import { announce } from '../elements/notices.js';
import { findRow } from '../list-model.js';
import { decodeHistory } from '../messages.js';
import { touchedBy, touchedByActions } from '../screen/list-view.js';
import { neighbourOf } from '../screen/screen-state.js';
import { translate } from '../texts/texts.js';
import { FilterBar } from './filter-bar.js';

/** Change sets for each request, and how many requests are made to learn what is mine. */
const PAGE_SIZE = 500;
const MOST_PAGES = 20;

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
    const { list, state, client } = this.#page;
    return [list.on('change', ({ own, sets }) => {
      if (own) state.view.addMine(touchedByActions(own.actions ?? []));
      if (sets) state.view.addMine(touchedBy(sets.filter((set) => this.#isMine(set, client))));
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

  #isMine({ client: author, user }, client) {
    const own = client.token ? userOf(client.token) : undefined;
    return author === client.me || (user !== undefined && user === own);
  }

  /** Learns from the history what this client did before the page was loaded. */
  async #askHistory() {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    const { client, list, state } = this.#page;
    let before = Number.MAX_SAFE_INTEGER;
    try {
      for (let page = 0; page < MOST_PAGES && before > 1; page += 1) {
        const query = new URLSearchParams({ limit: PAGE_SIZE, before });
        const answer = await fetch(`/api/lists/${encodeURIComponent(list.id)}/changes?${query}`, {
          headers: client.headers,
        });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const { sets } = decodeHistory(await answer.json());
        state.view.addMine(touchedBy(sets.filter((set) => this.#isMine(set, client))));
        if (sets.length < PAGE_SIZE) break;
        before = Math.min(...sets.map(({ revision }) => revision));
      }
    } catch {
      // Without the history, what this tab has done is all that is known.
      this.#hasAsked = false;
    }
    this.#page.draw();
  }
}
