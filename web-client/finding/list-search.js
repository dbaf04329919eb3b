/** Searching the list of a page: finds all matches, drawn or not, and jumps from one to the next. */

import { announce } from '../elements/notices.js';
import { followLayers } from '../layers.js';
import { findRow, rowCount } from '../package/list-model.js';
import { findText } from '../package/messages.js';
import { nameOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';
import { RemoteSearch } from './remote-search.js';
import { SearchBar } from './search-bar.js';
import { markMatches, unmarkMatches } from './search-marks.js';
import { TextSearch } from './text-search.js';

/** Milliseconds of each frame in which rows are searched. */
const SLICE = 6;
/** Milliseconds without typing before the server is asked. */
const PAUSE = 150;
/** The rows up to which a list is sent whole to be searched: accents do not count in it then. */
const MOST_SENT = 5000;

export class ListSearch {
  #page;
  #bar;
  #open = false;
  #wanted = '';
  /** The search that is going on, or the last one. */
  #search = null;
  #matches = [];
  /** The index in `#matches` of the current one. */
  #at = 0;
  #frame = 0;
  #timer = 0;

  /** `page` is a `ListPage`. */
  constructor(page) {
    this.#page = page;
    this.#bar = new SearchBar({
      typed: (text) => this.#typed(text), step: (by) => this.#step(by), close: () => this.close(),
    });
  }

  get element() { return this.#bar.element; }
  get isOpen() { return this.#open; }

  /** Opens the bar, or selects the text in it. */
  open() {
    if (!this.#page.shown) return;
    this.#open = true;
    this.#bar.show();
    followLayers();
    if (this.#search === null) this.#draw();
    else this.#typed(this.#wanted);
  }

  /** Closes the bar; the current match, or else the active row, has the focus. */
  close() {
    this.#halt();
    const row = this.#current ?? this.#page.state.active;
    this.#open = false;
    this.#bar.hide();
    unmarkMatches(this.#page.body.element);
    if (row) this.#page.focusRow(row);
  }

  /** The page is left. */
  stop() {
    this.#halt();
    unmarkMatches(this.#page.body.element);
  }

  /** Marks the rows that were drawn; searches again where the list has changed. */
  follow() {
    if (!this.#open) return;
    markMatches(this.#page.body.element, this.#wanted, this.#current);
    const isLocal = this.#search instanceof TextSearch;
    if (isLocal && this.#search.list !== this.#page.shown && this.#frame === 0) {
      this.#start(this.#current ?? this.#page.state.active, false);
    }
  }

  /**
   * Forgets the matches whose rows are gone, of a list that the server searches; one that is held is
   * searched again. The current match stays, or is the next one.
   */
  drop(isGone) {
    if (!this.#open || !this.#search?.drop) return;
    const earlier = this.#matches.slice(0, this.#at).filter(isGone).length;
    this.#search.drop(isGone);
    this.#matches = this.#search.matches;
    this.#at = Math.max(0, Math.min(this.#at - earlier, this.#matches.length - 1));
    this.#draw();
  }

  get #current() { return this.#matches[this.#at]; }

  #typed(text) {
    this.#wanted = text;
    this.#halt();
    this.#start(this.#current ?? this.#page.state.active, true);
  }

  /** Ends the search that is going on. */
  #halt() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#search?.stop?.();
  }

  /** Searches the rows anew; then goes to the match at or after `from`. */
  #start(from, jumps) {
    if (this.#page.shown.partial) this.#startRemote(from, jumps);
    else this.#startLocal(from, jumps);
  }

  /** Has the server search, or send a list that is not very long, once nothing is typed any more. */
  #startRemote(from, jumps) {
    const { list, shown, long } = this.#page;
    const at = from && findRow(shown, from)?.path;
    const wanted = this.#wanted;
    // Stands for the search until nothing is typed any more.
    const begun = { hasMore: true, run: async () => false, stop: () => { begun.isStopped = true; } };
    this.#search = begun;
    this.#timer = setTimeout(async () => {
      if (wanted.trim() !== '' && rowCount(shown) <= MOST_SENT && await long.whole()) {
        if (this.#search === begun) this.#startLocal(from, jumps);
        return;
      }
      if (begun.isStopped || this.#search !== begun) return;
      const search = new RemoteSearch(
        (query) => list.ask(findText(list.id, query)), wanted, at ?? [0, 0]);
      this.#search = search;
      const show = () => { this.#matches = search.matches; };
      if (!await search.run(() => { show(); this.#draw(); })) return;
      show();
      this.#at = search.first;
      if (jumps) this.#jump();
      else this.#draw();
    }, PAUSE);
  }

  /** Searches the rows that are all held, a slice in each frame. */
  #startLocal(from, jumps) {
    const search = new TextSearch(this.#page.shown, this.#wanted, from);
    this.#search = search;
    const step = () => {
      const end = performance.now() + SLICE;
      if (!search.run(() => performance.now() < end)) {
        this.#frame = requestAnimationFrame(step);
        return;
      }
      this.#frame = 0;
      this.#matches = search.matches;
      this.#at = search.first;
      if (jumps) this.#jump();
      else this.#draw();
      // The list may have changed meanwhile.
      this.follow();
    };
    step();
  }

  async #step(by) {
    const search = this.#search;
    if (search?.hasMore && by > 0 && this.#at === this.#matches.length - 1) {
      if (!await search.run()) return;
      this.#matches = search.matches;
    }
    const total = this.#matches.length;
    if (total === 0) return;
    this.#at = (this.#at + by + total) % total;
    this.#jump();
  }

  /** Scrolls to the current match and announces it; of a long list its row is asked for first. */
  async #jump() {
    const row = this.#current;
    const { shown, long } = this.#page;
    if (row && shown.partial && !findRow(shown, row)) {
      const isThere = await long.reach(row);
      if (this.#current !== row) return;
      if (!isThere) this.drop((one) => one === row);
    }
    const found = row && findRow(this.#page.shown, row);
    if (found) {
      this.#page.state.active = row;
      this.#page.bringIntoView(row);
      announce(translate('search.announced', {
        title: nameOf(found.row.fields.title), at: this.#at + 1, total: this.#matches.length,
      }));
    } else if (this.#wanted.trim() !== '') announce(translate('search.none'));
    this.#page.update();
    this.#draw();
  }

  #draw() {
    const { hasMore = false } = this.#search ?? {};
    this.#bar.update(
      { wanted: this.#wanted, at: this.#at, total: this.#matches.length, hasMore });
    markMatches(this.#page.body.element, this.#wanted, this.#current);
  }
}
