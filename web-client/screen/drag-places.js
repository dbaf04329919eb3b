/** The places of rows that are dragged, and the list as it is shown meanwhile. Pure. */

import { countStaying, findRow, findSection, GroupClamp, spliced } from '../package/list-model.js';
import { ListView } from './list-view.js';

/** The list with its section `section` at `index`. */
export function withSectionAt(list, { section, index }) {
  const own = list.sections.find(({ id }) => id === section);
  const others = list.sections.filter((other) => other !== own);
  return { ...list, sections: own ? others.toSpliced(index, 0, own) : others };
}

/** The list without rows. */
export function headersOnly(list) {
  return { ...list, sections: list.sections.map((section) => ({ ...section, rows: [] })) };
}

/**
 * The places where the rows `ids` of `list` may go together. A place is `{section, index}`, the
 * index counted among the rows that stay. Made once for a drag, and again when the list changes.
 * Where `view` hides rows, a place on screen counts those alone that are shown.
 */
export class DragPlaces {
  #clamp;
  #view;
  #laid = { place: null, list: null };
  /** By section as shown: the indices of its rows among all that stay. */
  #indices = new WeakMap();

  /** O(rows). */
  constructor(list, ids, view = new ListView()) {
    this.list = list;
    this.#view = view;
    this.#clamp = new GroupClamp(list, ids);
    /** The list without the dragged rows. */
    this.rest = {
      ...list, sections: list.sections.map((one, at) => ({ ...one, rows: this.#clamp.rest(at) })),
    };
  }

  /** The list without the dragged rows and those that are hidden. */
  get shown() { return this.#view.visible(this.rest); }

  /** Whether a row is among those that are dragged. */
  has(row) { return this.#clamp.moving.has(row); }

  /** Whether the rows may not be moved together at all. */
  get refused() { return this.#clamp.refused !== null; }

  /** The place of one of the rows, where dropping it alone would change nothing. O(rows). */
  start(id) {
    const { section, path } = findRow(this.list, id);
    return { section: section.id, index: countStaying(section.rows, path[1], this.#clamp.moving) };
  }

  /** The nearest allowed place, `{section, index, why?}`, or `{refused}`. */
  nearest(place) { return this.#clamp.place(place); }

  /**
   * The place of one on screen: right below the row that is shown above it, in a section without
   * shown rows the end.
   */
  ofShown(place) {
    const [own, shown, indices] = this.#sectionsOf(place.section);
    if (own === shown) return place;
    if (shown.rows.length === 0) return { ...place, index: own.rows.length };
    const above = Math.min(place.index, shown.rows.length) - 1;
    return { ...place, index: above < 0 ? indices[0] : indices[above] + 1 };
  }

  /** Where a place is on screen. */
  onScreen(place) {
    const [own, shown, indices] = this.#sectionsOf(place.section);
    if (own === shown) return place;
    return { ...place, index: countBelow(indices, place.index) };
  }

  /**
   * The next allowed place in the direction of `step` (-1 up, 1 down), or `null`; among the rows
   * that are shown, and not in collapsed sections.
   */
  next(place, step) {
    const { sections } = this.shown;
    let s = findSection(this.rest, place.section);
    let { index } = this.onScreen(place);
    for (;;) {
      index += step;
      if (index < 0 || index > sections[s].rows.length) {
        do s += step; while (sections[s] && this.#view.isCollapsed(sections[s].id));
        if (!sections[s]) return null;
        index = step > 0 ? 0 : sections[s].rows.length;
      }
      const found = this.nearest(this.ofShown({ section: sections[s].id, index }));
      if (found.refused) return null;
      if (!isSame(found, place) && !found.why) return found;
    }
  }

  /** The place `by` places in that direction, or the last one before it; `null` where there is none further. */
  further(place, by) {
    let last = null;
    for (let left = Math.abs(by); left > 0; left -= 1) {
      const next = this.next(last ?? place, Math.sign(by));
      if (!next) break;
      last = next;
    }
    return last;
  }

  /**
   * The last allowed place of the section in the direction of `step`; where that is `place`
   * already, the last one of the list. `null` where there is none further.
   */
  end(place, step) {
    const sections = this.rest.sections
      .filter(({ id }) => id === place.section || !this.#view.isCollapsed(id));
    const endOf = ({ id, rows }) => this.nearest({ section: id, index: step < 0 ? 0 : rows.length });
    const own = endOf(sections[findSection({ sections }, place.section)]);
    if (own.refused) return null;
    if (own.section === place.section && own.index !== place.index) return own;
    const outermost = (step < 0 ? sections : sections.toReversed())
      .find((section) => endOf(section).section === section.id);
    const last = outermost && endOf(outermost);
    return last && !isSame(last, place) ? last : null;
  }

  /**
   * Why there is no next place: `why` of the clamp that keeps the rows from the place one step
   * further; `undefined` at the end of the list.
   */
  limit({ section, index }, step) {
    const { sections } = this.rest;
    const at = findSection(this.rest, section);
    const further = index + step;
    const isInside = further >= 0 && further <= sections[at].rows.length;
    const beside = sections[isInside ? at : at + step];
    if (!beside) return undefined;
    const entered = step > 0 ? 0 : beside.rows.length;
    return this.nearest({ section: beside.id, index: isInside ? further : entered }).why;
  }

  /** The list with the rows laid together at `place`; the same one for the same place. O(rows). */
  laidAt(place) {
    if (this.#laid.place && isSame(this.#laid.place, place)) return this.#laid.list;
    const sections = this.rest.sections.map((section) => {
      if (section.id !== place.section) return section;
      return { ...section, rows: spliced(section.rows, place.index, 0, ...this.#clamp.rows) };
    });
    this.#laid = { place, list: { ...this.rest, sections } };
    return this.#laid.list;
  }

  /** The section, as it is and as it is shown, and the indices of the latter's rows. */
  #sectionsOf(id) {
    const at = findSection(this.rest, id);
    const [own, shown] = [this.rest.sections[at], this.shown.sections[at]];
    if (own === shown) return [own, shown, null];
    if (!this.#indices.has(shown)) {
      const wanted = new Set(shown.rows);
      const indices = own.rows.flatMap((row, index) => (wanted.has(row) ? [index] : []));
      this.#indices.set(shown, indices);
    }
    return [own, shown, this.#indices.get(shown)];
  }
}

/** How many of `numbers`, which ascend, are less than `limit`. */
function countBelow(numbers, limit) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const at = (low + high) >> 1;
    if (numbers[at] < limit) low = at + 1;
    else high = at;
  }
  return low;
}

/** Whether two places are the same. */
export const isSame = (one, other) => one.section === other.section && one.index === other.index;
