/**
 * Where the sections and rows of a list are on the page, in pixels from the top of the list: those
 * that are drawn, and those of a long list that are not.
 */

import { RowHeights, visibleRanges } from '../screen/windowing.js';

/** The estimate of how much taller a section is than its rows, in pixels. */
const CHROME = 124;
/** The space below a section, in pixels. */
const SECTION_MARGIN = 24;

export class BodyLayout {
  #heights = new RowHeights();
  /** How much taller each section is than its rows, by id. */
  #chrome = new Map();
  /** The list as it is shown, without dragged rows. */
  #list = { sections: [] };
  /** The place of the gap for dragged rows, or `null`. */
  #gap = null;
  /** `{start, elements}` by section: the index of its first drawn row, and the drawn rows. */
  #drawn = new Map();
  /** The height of the gap, in pixels. */
  gapHeight = 0;

  /** The rows of `list` between `top` and `bottom`: see `visibleRanges`. */
  ranges(list, gap, top, bottom) {
    this.#list = list;
    this.#gap = gap;
    return visibleRanges(list.sections.map((section) => (
      { sums: this.#heights.sums(section), chrome: this.#chromeOf(section) })), top, bottom);
  }

  /**
   * Takes the heights of the rows and sections that are laid out. `views` gives the `SectionView`
   * of a section, and `elements[s]` the elements of the rows in `ranges[s]`.
   */
  measure(views, ranges, elements) {
    this.#list.sections.forEach((section, s) => {
      const { start } = ranges[s];
      this.#drawn.set(section.id, { start, elements: elements[s] });
      elements[s].forEach((element, at) => {
        this.#heights.measure(section, start + at, element.offsetHeight);
      });
    });
    for (const section of this.#list.sections) {
      const taller = views.get(section.id).element.offsetHeight - this.#rowsOf(section);
      this.#chrome.set(section.id, taller + SECTION_MARGIN);
    }
  }

  /** Where the row `id` of `list` is, roughly; `undefined` where it is not in the list. O(rows). */
  topOf(list, id) {
    let top = 0;
    for (const section of list.sections) {
      top += this.#chromeOf(section);
      const sums = this.#heights.sums(section);
      const at = section.rows.findIndex((row) => row.id === id);
      if (at >= 0) return top + sums.before(at);
      top += sums.total;
    }
    return undefined;
  }

  /**
   * The index at `y` in the section of `view`, counted among the rows that stay. Beyond the drawn
   * rows it is an estimate.
   */
  indexAt({ id, view }, y) {
    const { start, elements } = this.#drawn.get(id);
    const last = elements.at(-1);
    const isDrawn = last && y >= elements[0].offsetTop - this.gapHeight
      && y <= last.offsetTop + last.offsetHeight + this.gapHeight;
    if (isDrawn) return start + countAbove(elements, y);
    const section = this.#list.sections.find((one) => one.id === id);
    return this.#heights.sums(section).middlesWithin(y - view.rows.offsetTop);
  }

  /** Forgets a section that is not in the list any more. */
  forget(id) {
    this.#chrome.delete(id);
    this.#drawn.delete(id);
    this.#heights.forget(id);
  }

  /** Forgets the heights of rows: the width of the page has changed. */
  reset() {
    this.#heights.reset();
  }

  #chromeOf({ id }) {
    return this.#chrome.get(id) ?? CHROME;
  }

  /** The height of all rows of a section, with the gap. */
  #rowsOf(section) {
    const gap = this.#gap?.section === section.id ? this.gapHeight : 0;
    return this.#heights.sums(section).total + gap;
  }
}

/** How many of `elements`, in order from top to bottom, have their middle above `y`. */
function countAbove(elements, y) {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const at = (low + high) >> 1;
    if (elements[at].offsetTop + elements[at].offsetHeight / 2 < y) low = at + 1;
    else high = at;
  }
  return low;
}
