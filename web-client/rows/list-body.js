/** The view of a list's sections and rows; of a long list, only the rows near the viewport. */

import { arrange, h, keepingFocus } from '../elements/dom.js';
import { PeerMemo, peersByRow } from '../elements/peers.js';
import { mayAdd } from '../package/list-model.js';
import { headersOnly, withSectionAt } from '../screen/drag-places.js';
import { itemsIn } from '../screen/sparse-heights.js';
import { headerProps } from '../sections/section-props.js';
import { animateFrom, capturePlaces, fadeOut } from './animation.js';
import { AbsentRows } from './absent-rows.js';
import { BodyLayout } from './body-layout.js';
import { rowProps, RowView } from './row-view.js';
import { SectionView } from './section-view.js';

/**
 * Rows are drawn `OVERSCAN` pixels beyond the viewport, and again once fewer than `MARGIN` are
 * left; while the page scrolls under a held row, as few as the next frames need.
 */
const OVERSCAN = 700;
const MARGIN = 250;
const FAST_OVERSCAN = 160;
/** Pixels by which rows may lie elsewhere where nothing above them has changed. */
const SAME_PLACE = 2;
/** The height of the bar at the top of the page, in pixels. */
const BAR = 52;

export class ListBody {
  #settle;
  #container = h('div', { class: 'sections' });
  #ghosts = h('div', { class: 'ghosts', 'aria-hidden': 'true' });
  element = h('div', { class: 'list-body' }, this.#container, this.#ghosts);
  #sections = new Map();
  #rows = new Map();
  #gap = h('li', { class: 'gap', role: 'presentation' });
  #peers = new PeerMemo();
  #layout = new BodyLayout();
  #absent = new AbsentRows();
  /** Where the drawn rows begin and end, in pixels from the top of this element. */
  #drawnRange = { top: 0, bottom: 0 };

  /** Whether every row is drawn: the page is being printed. */
  drawsAll = false;

  /** `settle()` draws what waits to be: who asks where rows are learns it as they are now. */
  constructor(settle) {
    this.#settle = settle;
  }

  /** The element of a row, or `undefined` where the row is not in the document. */
  rowElement(id) {
    this.#settle();
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
    this.#layout.gapHeight = pixels;
    this.#gap.style.height = `${pixels}px`;
  }

  /**
   * The place `{section, index}` at the vertical position `y` on screen, or `null` where there is
   * no section. The index counts the rows that stay.
   */
  placeAt(y) {
    this.#settle();
    const views = [...this.#container.children]
      .map((one) => ({ id: one.dataset.section, view: this.#sections.get(one.dataset.section) }));
    const inside = y - this.element.getBoundingClientRect().top;
    const at = views.findLast(({ view }) => view.element.offsetTop <= inside) ?? views[0];
    return at ? { section: at.id, index: this.#layout.indexAt(at, inside) } : null;
  }

  /** Scrolls near the row at a path of `list`, which need not be in the document. */
  scrollTowards(list, path) {
    this.#settle();
    const y = this.#layout.topOf(list, path);
    const origin = this.element.getBoundingClientRect().top + window.scrollY;
    window.scrollTo(0, origin + y - window.innerHeight / 2);
  }

  /**
   * The first row in view, how far it is from the top, and the page is scrolled: `{row, top,
   * scrolled}`, in pixels.
   */
  get topRow() {
    this.#settle();
    const placed = this.#drawn().map((element) => [element, element.getBoundingClientRect()])
      .filter(([, { bottom }]) => bottom > BAR);
    if (placed.length === 0) return undefined;
    const [element, { top }] = placed.reduce((one, two) => (one[1].top <= two[1].top ? one : two));
    return { row: element.dataset.row, top, scrolled: window.scrollY };
  }

  /** How many rows a page has: those in view, less one to go on from; at least 1. */
  get pageRows() {
    this.#settle();
    const inView = this.#drawn().map((element) => element.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= BAR && bottom <= window.innerHeight);
    return Math.max(1, inView.length - 1);
  }

  /** Scrolls to where the row of `place`, a `topRow` of before, is as far from the top as then. */
  restore({ row, top, scrolled }) {
    const element = this.rowElement(row);
    if (!element) return;
    const y = window.scrollY + element.getBoundingClientRect().top - top;
    // Rows have parts of pixels and pages are scrolled by whole ones: without this, a place that
    // nobody changed would be a pixel further down each time.
    window.scrollTo(0, Math.abs(y - scrolled) < SAME_PLACE ? scrolled : y);
  }

  /** Whether the drawn rows cover the viewport and `margin` pixels beyond it. */
  covers(margin = MARGIN) {
    const top = -this.element.getBoundingClientRect().top;
    const bottom = top + window.innerHeight;
    return top - margin >= this.#drawnRange.top && bottom + margin <= this.#drawnRange.bottom;
  }

  /**
   * What is in view and a screen above and below it, in the list as it was drawn last:
   * `[{section, start, end}]` by id of the section.
   */
  spansNear() {
    const { innerHeight } = window;
    const top = -this.element.getBoundingClientRect().top - innerHeight;
    return this.#layout.spans(top, top + 3 * innerHeight);
  }

  /** Forgets the heights of rows: the width of the page has changed. */
  resetHeights() {
    this.#layout.reset();
  }

  /**
   * Draws `list` with the `state` of the screen. `moving` animates what changes its place; `from`
   * gives elements another place to start from than where they are; `fast` draws no more than the
   * next frames of a page that scrolls need. O(rows) where the list has changed, O(drawn rows)
   * otherwise.
   */
  render(list, state, others, { moving = false, fast = false, from = new Map() } = {}) {
    const ordered = state.sectionDrag ? withSectionAt(list, state.sectionDrag) : list;
    const { shown, gap } = arranged(ordered, state);
    const before = moving ? capturePlaces(this.#drawn()) : new Map();
    for (const [element, place] of from) before.set(element, place);
    const ranges = this.#ranges(shown, gap, fast ? FAST_OVERSCAN : OVERSCAN);
    const dropped = [];
    let drawn;
    keepingFocus(() => {
      drawn = this.#draw({
        list: ordered, shown, gap, state, others, ranges, dropped, reuse: !moving,
      });
    });
    this.#layout.measure(this.#sections, drawn);
    if (!moving) return;
    animateFrom(before, this.#drawn().filter((element) => !element.classList.contains('lifted')));
    for (const element of goneRows(list, dropped)) {
      if (before.has(element)) fadeOut(element, before.get(element), this.#ghosts);
    }
  }

  #drawn() {
    return [...this.#rows.values()].map((view) => view.element);
  }

  #ranges(list, gap, overscan) {
    const top = -this.element.getBoundingClientRect().top - overscan;
    const bottom = top + window.innerHeight + 2 * overscan;
    if (this.drawsAll) return this.#layout.ranges(list, gap, -Infinity, Infinity);
    this.#drawnRange = { top, bottom };
    return this.#layout.ranges(list, gap, top, bottom);
  }

  /**
   * Draws the rows in `ranges`, and returns their elements by section. Appends the views of rows
   * that are not drawn any more to `dropped`, or draws other rows with them (`reuse`).
   */
  #draw({ list, shown, gap, state, others, ranges, dropped, reuse }) {
    const peers = peersByRow(others);
    const visible = state.view.visible(list);
    const inRange = shown.sections.map(({ id, rows }, s) => itemsIn(
      rows, ranges[s].start, ranges[s].end, gap?.section === id ? gap.index : undefined));
    const held = inRange.flat().filter(({ row }) => row);
    const kept = new Set(held.map(({ row }) => row.id));
    if (state.drag && !state.drag.keyboard) kept.add(state.drag.lead);
    const spare = this.#takeDropped(kept, dropped, reuse);
    const active = kept.has(state.active) ? state.active : held[0]?.row.id;
    this.#absent.begin();
    const drawn = shown.sections.map((section, s) => inRange[s].map((item) => {
      const { index, count, row } = item;
      if (!row) {
        const height = this.#layout.heightOfGap(section, count);
        return { ...item, element: this.#absent.take(height, count) };
      }
      const props = rowProps({
        list, section: list.sections[s], row, state, active, position: index + 1,
        total: section.rows.length, peers: this.#peers.of(row.id, peers.get(row.id)),
      });
      return { ...item, element: this.#rowView(row.id, props, spare).element };
    }));
    const elements = shown.sections.map((section, s) => this.#sectionView(section, {
      state, list, own: list.sections[s],
      hidden: list.sections[s].rows.length - visible.sections[s].rows.length,
      ...this.#withGap(gap, section, ranges[s], drawn[s]),
    }));
    for (const view of spare) view.element.remove();
    this.#sort(drawn);
    this.#dropSections(shown);
    arrange(this.#container, elements);
    return drawn;
  }

  /**
   * Keeps the views in the order of the document: those that are given to other rows then move as
   * little as can be, and an element that does not move is laid out in less time.
   */
  #sort(drawn) {
    const before = this.#rows;
    const ids = drawn.flatMap((items) => items.filter(({ row }) => row).map(({ row }) => row.id));
    this.#rows = new Map(ids.map((id) => [id, before.get(id)]));
    for (const [id, view] of before) if (!this.#rows.has(id)) this.#rows.set(id, view);
  }

  /**
   * Takes the views that are not `kept`; returns those that may be given to other rows, in the order
   * of the document.
   */
  #takeDropped(kept, dropped, reuse) {
    const spare = [];
    for (const [id, view] of this.#rows) {
      if (kept.has(id)) continue;
      this.#rows.delete(id);
      if (reuse && view.isPlain) spare.push(view);
      else {
        dropped.push([id, view.element]);
        view.element.remove();
      }
    }
    return spare;
  }

  #rowView(id, props, spare) {
    let view = this.#rows.get(id);
    if (!view) {
      view = spare.shift()?.renamed(id) ?? new RowView(id);
      this.#rows.set(id, view);
    }
    view.update(props);
    return view;
  }

  #sectionView(section, { state, list, own, hidden, range, rows }) {
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
      insertable: adding || (state.role !== 'viewer' && mayAdd(list, own)), adding, draft: state.draft,
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
    return this.#rows.get(addingBelow)?.element;
  }

  /**
   * `{range, rows}` of a section: the elements of its rows in `range` with that of the gap among
   * them, or the space for it where its place is not drawn.
   */
  #withGap(gap, section, range, items) {
    const rows = items.map(({ element }) => element);
    if (gap?.section !== section.id) return { range, rows };
    if (gap.index >= range.start && gap.index <= range.end) {
      const at = items.findIndex(({ index }) => index >= gap.index);
      return { range, rows: rows.toSpliced(at < 0 ? rows.length : at, 0, this.#gap) };
    }
    const side = gap.index < range.start ? 'above' : 'below';
    return { range: { ...range, [side]: range[side] + this.#layout.gapHeight }, rows };
  }

  #dropSections(shown) {
    const present = new Set(shown.sections.map((section) => section.id));
    for (const id of this.#sections.keys()) {
      if (present.has(id)) continue;
      this.#sections.delete(id);
      this.#layout.forget(id);
    }
  }
}

/**
 * The rows of `list` that are shown: those that are not hidden, while rows are dragged by pointer
 * without them and with a `gap` at a place, by keyboard with them at their place; none while a
 * section is dragged.
 */
function arranged(list, { drag, view, sectionDrag }) {
  if (sectionDrag) return { shown: headersOnly(list), gap: null };
  if (!drag) return { shown: view.visible(list), gap: null };
  if (drag.keyboard) return { shown: view.visible(drag.places.laidAt(drag.place)), gap: null };
  const gap = view.isCollapsed(drag.place.section) ? null : drag.places.onScreen(drag.place);
  return { shown: drag.places.shown, gap };
}

/** The elements of `dropped`, `[[id, element]]`, whose row is not in `list`. O(rows). */
function goneRows(list, dropped) {
  const gone = new Map(dropped);
  if (gone.size === 0) return [];
  for (const { rows } of list.sections) for (const row of rows) gone.delete(row.id);
  return gone.values();
}
