/** Searching the list of a page: finds all matches, drawn or not, and jumps from one to the next. */

import { announce } from '../elements/notices.js';
import { findRow } from '../list-model.js';
import { TextSearch } from './text-search.js';
import { translate } from '../texts/texts.js';
import { markMatches, unmarkMatches } from './search-marks.js';
import { SearchBar } from './search-bar.js';

/** Milliseconds of each frame in which rows are searched. */
const SLICE = 6;

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
    if (this.#search === null) this.#draw();
    else this.#typed(this.#wanted);
  }

  /** Closes the bar; the current match, or else the active row, has the focus. */
  close() {
    cancelAnimationFrame(this.#frame);
    const row = this.#current ?? this.#page.state.active;
    this.#open = false;
    this.#bar.hide();
    unmarkMatches(this.#page.body.element);
    if (row) this.#page.focusRow(row);
  }

  /** The page is left. */
  stop() {
    cancelAnimationFrame(this.#frame);
    unmarkMatches(this.#page.body.element);
  }

  /** Marks the rows that were drawn; searches again where the list has changed. */
  follow() {
    if (!this.#open) return;
    markMatches(this.#page.body.element, this.#wanted, this.#current);
    if (this.#search && this.#search.list !== this.#page.shown && this.#frame === 0) {
      this.#start(this.#current ?? this.#page.state.active, false);
    }
  }

  get #current() { return this.#matches[this.#at]; }

  #typed(text) {
    this.#wanted = text;
    cancelAnimationFrame(this.#frame);
    this.#start(this.#current ?? this.#page.state.active, true);
  }

  /** Searches the rows anew, a slice in each frame; then goes to the match at or after `from`. */
  #start(from, jumps) {
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

  #step(by) {
    const total = this.#matches.length;
    if (total === 0) return;
    this.#at = (this.#at + by + total) % total;
    this.#jump();
  }

  /** Scrolls to the current match and announces it. */
  #jump() {
    const row = this.#current;
    const found = row && findRow(this.#page.shown, row);
    if (found) {
      this.#page.state.active = row;
      this.#page.bringIntoView(row);
      announce(translate('search.announced', {
        title: String(found.row.fields.title ?? ''), at: this.#at + 1, total: this.#matches.length,
      }));
    } else if (this.#wanted.trim() !== '') announce(translate('search.none'));
    this.#page.draw();
    this.#draw();
  }

  #draw() {
    this.#bar.update({ wanted: this.#wanted, at: this.#at, total: this.#matches.length });
    markMatches(this.#page.body.element, this.#wanted, this.#current);
  }
}
