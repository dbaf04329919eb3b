/** The view of a list's sections and rows; of a long list, only the rows near the viewport. */

import { arrange, h, keepingFocus } from '../elements/dom.js';
import { PeerMemo, peersByRow } from '../elements/peers.js';
import { findRow, mayAdd } from '../list-model.js';
import { headersOnly, withDragged, withSectionAt } from '../screen/drag-places.js';
import { RowHeights, visibleRanges } from '../screen/windowing.js';
import { headerProps } from '../sections/section-props.js';
import { animateFrom, capturePlaces, fadeOut } from './animation.js';
import { rowProps, RowView } from './row-view.js';
import { SectionView } from './section-view.js';

/**
 * Rows are drawn `OVERSCAN` pixels beyond the viewport, and again once fewer than `MARGIN` are
 * left.
 */
const OVERSCAN = 700;
const MARGIN = 250;
/** The estimate of how much taller a section is than its rows, in pixels. */
const CHROME = 124;
/** The space below a section, in pixels. */
const MARGIN_BELOW = 24;
/** The row that stands for the gap where a drop would put the dragged rows. */
const GAP = { id: '-gap-', fields: {}, gap: true };

export class ListBody {
  #container = h('div', { class: 'sections' });
  #ghosts = h('div', { class: 'ghosts', 'aria-hidden': 'true' });
  element = h('div', { class: 'list-body' }, this.#container, this.#ghosts);
  #sections = new Map();
  #rows = new Map();
  #gap = h('li', { class: 'gap', role: 'presentation' });
  #heights = new RowHeights();
  #peers = new PeerMemo();
  /** How much taller each section is than its rows, in pixels. */
  #chrome = new Map();
  /** Where the drawn rows begin and end, in pixels from the top of this element. */
  #drawnRange = { top: 0, bottom: 0 };

  /** The element of a row, or `undefined` where the row is not in the document. */
  rowElement(id) {
    return this.#rows.get(id)?.element;
  }

  /** The id of the row that has the focus or contains what has it. */
  get focusedRow() {
    const { activeElement } = document;
    return this.element.contains(activeElement)
      ? activeElement.closest('[data-row]')?.dataset.row : undefined;
  }

  /** The height of the gap, in pixels. */
  set gapHeight(pixels) {
    this.#gap.style.height = `${pixels}px`;
  }

  /** For each section, the index of the first row that is in the document. */
  firstIndex = new Map();

  /** Scrolls near a row of `list` that is not in the document. O(rows). */
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

  /** Whether the drawn rows cover the viewport and a margin. */
  covers() {
    const top = -this.element.getBoundingClientRect().top;
    const bottom = top + window.innerHeight;
    return top - MARGIN >= this.#drawnRange.top && bottom + MARGIN <= this.#drawnRange.bottom;
  }

  /** Forgets the heights of rows: the width of the page has changed. */
  resetHeights() {
    this.#heights.reset();
  }

  /**
   * Draws `list` with the `state` of the screen. `moving` animates what changes its place; `from`
   * gives elements another place to start from than where they are. O(rows).
   */
  render(list, state, others, { moving = false, from = new Map() } = {}) {
    const ordered = state.sectionDrag ? withSectionAt(list, state.sectionDrag) : list;
    const shown = this.#arranged(ordered, state);
    const before = moving ? capturePlaces(this.#drawn()) : new Map();
    for (const [element, place] of from) before.set(element, place);
    const ranges = this.#ranges(shown);
    const removed = [];
    keepingFocus(() => this.#draw(ordered, shown, state, others, ranges, removed));
    this.#measure(shown);
    if (!moving) return;
    animateFrom(before, this.#drawn().filter((element) => !element.classList.contains('lifted')));
    for (const element of removed) {
      if (before.has(element)) fadeOut(element, before.get(element), this.#ghosts);
    }
  }

  #drawn() {
    return [...this.#rows.values()].map((view) => view.element);
  }

  /** `list` as it is shown: with what is dragged at its place, without what is hidden. */
  #arranged(list, { drag, view, sectionDrag }) {
    if (sectionDrag) return headersOnly(list);
    return view.visible(drag
      ? withDragged(list, drag.ids, drag.place, drag.keyboard ? null : GAP) : list);
  }

  #ranges(list) {
    const heights = list.sections
      .map((section) => section.rows.map((row) => this.#heights.of(row)));
    const chrome = list.sections.map((section) => this.#chrome.get(section.id) ?? CHROME);
    const top = -this.element.getBoundingClientRect().top;
    this.#drawnRange = { top: top - OVERSCAN, bottom: top + window.innerHeight + OVERSCAN };
    return visibleRanges(heights, chrome, top - OVERSCAN, top + window.innerHeight + OVERSCAN);
  }

  #draw(list, shown, state, others, ranges, removed) {
    const peers = peersByRow(others);
    const kept = new Set();
    const active = this.#tabStop(shown, state, ranges);
    const visible = state.view.visible(list);
    const elements = shown.sections.map((section, s) => {
      const range = ranges[s];
      this.firstIndex.set(section.id, range.start);
      const own = list.sections[s];
      const rows = section.rows.slice(range.start, range.end).map((row, at) => {
        if (row.gap) return this.#gap;
        kept.add(row.id);
        const props = rowProps({
          list, section: own, row, state, active, position: range.start + at + 1,
          total: section.rows.length, peers: this.#peers.of(row.id, peers.get(row.id)),
        });
        return this.#rowView(row.id, props).element;
      });
      const hidden = own.rows.length - visible.sections[s].rows.length;
      return this.#sectionView(section, rows, { state, list, own, range, hidden });
    });
    if (state.drag && !state.drag.keyboard) kept.add(state.drag.lead);
    for (const [id, view] of this.#rows) {
      if (kept.has(id)) continue;
      if (!findRow(list, id)) removed.push(view.element);
      view.element.remove();
      this.#rows.delete(id);
    }
    this.#dropSections(shown);
    arrange(this.#container, elements);
  }

  /**
   * The row that the Tab key reaches: the active one, or the first drawn one where that is not
   * drawn.
   */
  #tabStop(shown, { active }, ranges) {
    const drawn = shown.sections.map(({ rows }, s) => rows.slice(ranges[s].start, ranges[s].end));
    const isDrawn = drawn.some((rows) => rows.some((row) => row.id === active));
    return isDrawn ? active : drawn.flat().find((row) => !row.gap)?.id;
  }

  #rowView(id, props) {
    let view = this.#rows.get(id);
    if (!view) {
      view = new RowView(id);
      this.#rows.set(id, view);
    }
    view.update(props);
    return view;
  }

  #sectionView(section, rows, { state, list, own, range, hidden }) {
    let view = this.#sections.get(section.id);
    if (!view) {
      view = new SectionView(section.id);
      this.#sections.set(section.id, view);
    }
    // What is typed stays where it is, even if the section has become full.
    const adding = state.adding === section.id;
    view.update({
      section, range, count: section.rows.length + hidden, editing: state.editing,
      header: headerProps(list, own, state),
      folded: state.view.isCollapsed(section.id) || state.sectionDrag !== null,
      held: state.sectionDrag?.section === section.id,
      target: state.view.isCollapsed(section.id) && state.drag?.place.section === section.id,
      insertable: adding || mayAdd(list, own), adding, draft: state.draft,
      addingBelow: this.#addingBelow(own, state),
      conflicts: state.conflicts.filter((one) => one.target === 'section'
        && one.section === section.id),
    }, rows);
    return view.element;
  }

  /**
   * The element of the row below which the form of a new one stands; `null` for the end of its
   * section, `undefined` while that row is not drawn.
   */
  #addingBelow({ id, rows }, { adding, addingBelow }) {
    if (adding !== id || !rows.some((row) => row.id === addingBelow)) return null;
    return this.rowElement(addingBelow);
  }

  #dropSections(shown) {
    const present = new Set(shown.sections.map((section) => section.id));
    for (const id of this.#sections.keys()) if (!present.has(id)) this.#sections.delete(id);
  }

  #measure(shown) {
    for (const section of shown.sections) {
      const pairs = [];
      for (const row of section.rows) {
        const view = this.#rows.get(row.id);
        if (view) pairs.push([row, view.element]);
      }
      this.#heights.measure(pairs);
      this.#chrome.set(section.id, this.#sections.get(section.id).chrome + MARGIN_BELOW);
    }
  }
}
