/** The sections and rows of one list in the document, as many of them as are in view. */

import { findRow, mayInsert } from '../list-model.js';
import { withHeld } from '../screen/drag-places.js';
import { visibleRanges } from '../screen/windowing.js';
import { arrange, h, keepingFocus } from '../elements/dom.js';
import { capturePlaces, fadeAway, playFrom } from './animation.js';
import { RowHeights } from './row-heights.js';
import { PeerMemory, peersByRow, rowLook } from './row-look.js';
import { RowView } from './row-view.js';
import { SectionView } from './section-view.js';

/** So far beyond the view rows are drawn, and with less than `MARGIN` left they are drawn anew. */
const SLACK = 700;
const MARGIN = 250;
/** What a section is taller than its rows, until it was measured; in pixels. */
const CHROME = 72;
const GAP = { id: '-gap-', fields: {}, gap: true };

export class ListBody {
  #holder = h('div', { class: 'sections' });
  #ghosts = h('div', { class: 'ghosts', 'aria-hidden': 'true' });
  element = h('div', { class: 'list-body' }, this.#holder, this.#ghosts);
  #sections = new Map();
  #rows = new Map();
  #gap = h('li', { class: 'gap', role: 'presentation' });
  #heights = new RowHeights();
  #peers = new PeerMemory();
  #chrome = new Map();
  /** Where the rows in the document begin and end, in pixels of this element. */
  #reach = { top: 0, bottom: 0 };

  /** The element of a row that is in view, or `undefined`. */
  rowElement(id) {
    return this.#rows.get(id)?.element;
  }

  /** The id of the row that has the focus, or that holds what has it. */
  get focusedRow() {
    const { activeElement } = document;
    return this.element.contains(activeElement)
      ? activeElement.closest('[data-row]')?.dataset.row : undefined;
  }

  /** The height of the gap in which held rows would stand. */
  set gapHeight(pixels) {
    this.#gap.style.height = `${pixels}px`;
  }

  /** The number of rows of each section that are above those in view. */
  firstIndex = new Map();

  /** Scrolls to about where a row of `list` is that is not in the document. O(rows). */
  scrollTowards(list, id) {
    let y = this.element.getBoundingClientRect().top + window.scrollY - window.innerHeight / 2;
    for (const section of list.sections) {
      y += this.#chrome.get(section.id) ?? CHROME;
      for (const row of section.rows) {
        if (row.id === id) {
          window.scrollTo(0, y);
          return;
        }
        y += this.#heights.of(row);
      }
    }
  }

  /** Whether the rows in the document still reach well beyond what is in view. */
  covers() {
    const top = -this.element.getBoundingClientRect().top;
    return top - MARGIN >= this.#reach.top && top + window.innerHeight + MARGIN <= this.#reach.bottom;
  }

  forgetHeights() {
    this.#heights.forget();
  }

  /** Draws `list` with the `state` of the screen; `moving` animates what changes its place. */
  render(list, state, others, { moving = false, from = new Map() } = {}) {
    const shown = this.#arranged(list, state);
    const before = moving ? capturePlaces(this.#drawn()) : new Map();
    for (const [element, place] of from) before.set(element, place);
    const ranges = this.#ranges(shown);
    const gone = [];
    keepingFocus(() => this.#draw(list, shown, state, others, ranges, gone));
    this.#measure(shown);
    if (!moving) return;
    playFrom(before, this.#drawn().filter((element) => !element.classList.contains('lifted')));
    for (const element of gone) {
      if (before.has(element)) fadeAway(element, before.get(element), this.#ghosts);
    }
  }

  #drawn() {
    return [...this.#rows.values()].map((view) => view.element);
  }

  #arranged(list, { drag }) {
    if (!drag) return list;
    return withHeld(list, drag.ids, drag.place, drag.keyboard ? null : GAP);
  }

  #ranges(list) {
    const heights = list.sections
      .map((section) => section.rows.map((row) => this.#heights.of(row)));
    const chrome = list.sections.map((section) => this.#chrome.get(section.id) ?? CHROME);
    const top = -this.element.getBoundingClientRect().top;
    this.#reach = { top: top - SLACK, bottom: top + window.innerHeight + SLACK };
    return visibleRanges(heights, chrome, top - SLACK, top + window.innerHeight + SLACK);
  }

  #draw(list, shown, state, others, ranges, gone) {
    const peers = peersByRow(others);
    const kept = new Set();
    const active = this.#reachable(shown, state, ranges);
    const elements = shown.sections.map((section, s) => {
      const range = ranges[s];
      this.firstIndex.set(section.id, range.start);
      const own = list.sections[s];
      const rows = section.rows.slice(range.start, range.end).map((row, at) => {
        if (row.gap) return this.#gap;
        kept.add(row.id);
        const look = rowLook({
          list, section: own, row, state, active, position: range.start + at + 1,
          total: section.rows.length, peers: this.#peers.of(row.id, peers.get(row.id)),
        });
        return this.#rowView(row.id, look).element;
      });
      return this.#sectionView(section, rows, { state, list, own, range });
    });
    if (state.drag && !state.drag.keyboard) kept.add(state.drag.lead);
    for (const [id, view] of this.#rows) {
      if (kept.has(id)) continue;
      if (!findRow(list, id)) gone.push(view.element);
      view.element.remove();
      this.#rows.delete(id);
    }
    this.#dropSections(shown);
    arrange(this.#holder, elements);
  }

  /** The row that the Tab key leads to: the active one, or the first in view while that is not. */
  #reachable(shown, { active }, ranges) {
    const inView = shown.sections.map(({ rows }, s) => rows.slice(ranges[s].start, ranges[s].end));
    const there = inView.some((rows) => rows.some((row) => row.id === active));
    return there ? active : inView.flat().find((row) => !row.gap)?.id;
  }

  #rowView(id, look) {
    let view = this.#rows.get(id);
    if (!view) {
      view = new RowView(id);
      this.#rows.set(id, view);
    }
    view.update(look);
    return view;
  }

  #sectionView(section, rows, { state, list, own, range }) {
    let view = this.#sections.get(section.id);
    if (!view) {
      view = new SectionView(section.id);
      this.#sections.set(section.id, view);
    }
    view.update({
      section, range, count: section.rows.length, editing: state.editing,
      insertable: mayInsert(list, own), adding: state.adding === section.id, draft: state.draft,
    }, rows);
    return view.element;
  }

  #dropSections(shown) {
    const there = new Set(shown.sections.map((section) => section.id));
    for (const id of this.#sections.keys()) if (!there.has(id)) this.#sections.delete(id);
  }

  #measure(shown) {
    for (const section of shown.sections) {
      const pairs = [];
      for (const row of section.rows) {
        const view = this.#rows.get(row.id);
        if (view) pairs.push([row, view.element]);
      }
      this.#heights.measure(pairs);
      const { element, rows } = this.#sections.get(section.id);
      this.#chrome.set(section.id, element.offsetHeight - rows.offsetHeight + 24);
    }
  }
}
