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
  /** The items that are drawn, by section: `{index, count, row, element}` as of `itemsIn`. */
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

  /** The rows between `top` and `bottom` of the list that is shown: see `ListBody.spansNear`. */
  spans(top, bottom) {
    return this.ranges(this.#list, this.#gap, top, bottom)
      .map(({ start, end }, s) => ({ section: this.#list.sections[s].id, start, end }))
      .filter(({ start, end }) => end > start);
  }

  /**
   * Takes the heights of the rows and sections that are laid out. `views` gives the `SectionView`
   * of a section, and `drawn[s]` its items that are drawn, each with its `element`.
   */
  measure(views, drawn) {
    this.#list.sections.forEach((section, s) => {
      this.#drawn.set(section.id, drawn[s]);
      for (const { index, row, element } of drawn[s]) {
        if (row) this.#heights.measure(section, index, element.offsetHeight);
      }
    });
    for (const section of this.#list.sections) {
      const taller = views.get(section.id).element.offsetHeight - this.#rowsOf(section);
      this.#chrome.set(section.id, taller + SECTION_MARGIN);
    }
  }

  /** Where the row at a path of `list` is, roughly. O(rows) where they have changed. */
  topOf(list, [s, r]) {
    const above = list.sections.slice(0, s).reduce((top, section) => (
      top + this.#chromeOf(section) + this.#heights.sums(section).total), 0);
    const section = list.sections[s];
    return above + this.#chromeOf(section) + this.#heights.sums(section).before(r);
  }

  /** The height of `count` rows of a section that are not held. */
  heightOfGap(section, count) { return count * this.#heights.gapHeight(section); }

  /**
   * The index at `y` in the section of `view`, counted among the rows that stay. Beyond the drawn
   * rows it is an estimate.
   */
  indexAt({ id, view }, y) {
    const items = this.#drawn.get(id);
    const last = items.at(-1)?.element;
    const isDrawn = last && y >= items[0].element.offsetTop - this.gapHeight
      && y <= last.offsetTop + last.offsetHeight + this.gapHeight;
    if (isDrawn) return indexIn(items, y);
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

/** The index of the first row of `items`, in order from top to bottom, whose middle is not above `y`. */
function indexIn(items, y) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const at = (low + high) >> 1;
    const { element, count } = items[at];
    if (element.offsetTop + element.offsetHeight * (1 - 0.5 / count) < y) low = at + 1;
    else high = at;
  }
  const item = items[low];
  if (!item) return items.at(-1).index + items.at(-1).count;
  const { index, count, element } = item;
  const inside = Math.round((y - element.offsetTop) / (element.offsetHeight / count));
  return index + Math.max(0, Math.min(count - 1, inside));
}
