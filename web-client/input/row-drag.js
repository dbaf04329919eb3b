/** Dragging rows of a list page by pointer or keyboard: begin, propose places, drop, cancel. */

import { announce } from '../elements/notices.js';
import { keepClear } from '../elements/visible-area.js';
import { findRow, findSection, mayMove } from '../package/list-model.js';
import { limitNote, placeSentence } from '../screen/descriptions.js';
import { DragPlaces, isSame } from '../screen/drag-places.js';
import { moveParts } from '../screen/selection.js';
import { notHeld } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

/**
 * The drag is `state.drag` of the page. While it lasts its place is always an allowed one: every
 * proposed place is clamped, and clamped again when the list changes.
 */
export class RowDrag {
  constructor(page) {
    this.page = page;
  }

  get body() { return this.page.body; }

  /** Whether `row` may be dragged by itself, not by a handle: outside edit mode. */
  mayDragBody(row) {
    const { shown, state, list } = this.page;
    if (state.editing || state.revealed || list.role === 'viewer') return false;
    const found = findRow(shown, row);
    return found !== null && mayMove(shown, found.section, found.row);
  }

  /**
   * Begins to drag `row`, and with it the selected rows; returns how many, 0 if they may not move.
   */
  begin(row, keyboard = false) {
    const { shown, state } = this.page;
    const found = state.role === 'viewer' ? null : findRow(shown, row);
    if (!found || !mayMove(shown, found.section, found.row)) return 0;
    const ids = movableOf(shown, state.draggedWith(row));
    const places = new DragPlaces(shown, ids, state.view);
    if (places.refused) return 0;
    const place = places.nearest(places.start(row));
    if (place.refused) return 0;
    state.revealed = null;
    state.active = row;
    state.drag = { ids, lead: row, place, keyboard, places };
    return ids.length;
  }

  /** Opens the gap: the pointer has lifted the row. */
  lifted() {
    this.page.swipeGesture.cancel();
    this.page.draw({ moving: true });
  }

  /**
   * Moves the gap to `place`, which counts the rows that are shown, clamped; `fast` where the page scrolls under the held row: then
   * nothing slides. Returns whether that drew the rows.
   */
  propose(place, fast = false) {
    const { drag } = this.page.state;
    const nearest = drag.places.nearest(drag.places.ofShown(place));
    if (nearest.refused || isSame(nearest, drag.place)) return false;
    drag.place = nearest;
    this.page.drawRows({ moving: !fast, fast });
    return true;
  }

  /**
   * Drops the rows where the gap is, as one edit. `from` is where the lifted element was on screen;
   * `isStep` tells that they were not held.
   */
  drop(from = new Map(), isStep = false) {
    const { shown, state } = this.page;
    const { ids, lead, place } = state.drag;
    const { client, movesByNeighbour } = this.page;
    const parts = moveParts(shown, ids, place, movesByNeighbour, client.limits);
    state.drag = null;
    if (parts.length > 0) this.page.many.make(parts);
    if (parts.length > 0) {
      const place = placeSentence(this.page.shown, lead);
      announce(isStep ? place : translate('moving.dropped', { place }));
    }
    this.page.draw({ moving: true, from });
  }

  /** Ends without an edit. */
  cancel() {
    const { lead, keyboard } = this.page.state.drag;
    this.page.state.drag = null;
    if (!keyboard) {
      this.page.update({}, { moving: true });
      announce(translate('moving.cancelled'));
      return;
    }
    this.#drawFollowing(lead);
    announce(placeSentence(this.page.shown, lead, 'moving.back') || translate('moving.cancelled'));
  }

  /** The Space key: begins, or drops. */
  toggle(row) {
    if (this.page.state.drag) {
      this.drop();
      return;
    }
    if (this.begin(row, true) === 0) {
      announce(translate('moving.notMovable'));
      return;
    }
    this.page.draw();
    announce(placeSentence(this.page.shown, row, 'moving.pickedUp'));
  }

  /** An arrow key, or a key for pages: moves the gap by so many allowed places. */
  step(by) {
    const { places, place } = this.page.state.drag;
    this.#place(places.further(place, by), Math.sign(by));
  }

  /** The Home and End keys: the last place of the section in that direction, then of the list. */
  stepToEnd(by) {
    const { places, place } = this.page.state.drag;
    this.#place(places.end(place, by), by);
  }

  /** Lays the rows at `place`; where that is `null`, says why they go no further. */
  #place(place, by) {
    const { drag } = this.page.state;
    if (!place) {
      const reason = limitNote(drag.places.limit(drag.place, by));
      announce(translate('moving.noFurther', { reason }));
      return;
    }
    drag.place = place;
    this.#drawFollowing(drag.lead);
    announce(placeSentence(drag.places.laidAt(place), drag.lead));
  }

  /**
   * Draws, and scrolls to where `row` is now. It keeps the focus that it or its handle had, although
   * what is drawn of a long list is made of other elements there.
   */
  #drawFollowing(row) {
    const { activeElement: focused } = document;
    const { action } = focused.dataset;
    const had = this.body.focusedRow === row || focused === document.body;
    this.page.draw({ moving: true });
    const { drag, view } = this.page.state;
    if (drag && !this.body.rowElement(row)) {
      const laid = view.visible(drag.places.laidAt(drag.place));
      this.body.scrollTowards(laid, findRow(laid, row).path);
      this.page.draw();
    }
    this.page.bringIntoView(row);
    const element = this.body.rowElement(row);
    // It may still slide to where it is.
    if (element) keepClear(element);
    if (!had || !element || element.contains(document.activeElement)) return;
    const handle = action === 'handle' ? element.querySelector('[data-action="handle"]') : null;
    (handle ?? element).focus({ preventScroll: true });
  }

  /** Moves a row by one place, for keys and buttons. */
  moveBy(row, by) {
    if (this.begin(row, true) === 0) {
      announce(translate('moving.notMovable'));
      return;
    }
    this.step(by);
    this.drop(new Map(), true);
  }

  /**
   * Clamps the place again after the list has changed; cancels where the rows may not move any
   * more.
   */
  followList() {
    const { shown, state } = this.page;
    if (!state.drag || !shown) return;
    const places = new DragPlaces(shown, state.drag.ids, state.view);
    const held = !places.refused && findSection(shown, state.drag.place.section) >= 0;
    const place = held ? places.nearest(state.drag.place) : { refused: true };
    if (place.refused) {
      this.page.dragGesture.cancel();
      state.drag = null;
    } else Object.assign(state.drag, { places, place });
  }
}

/** Those of the rows `ids` that may move, as far as that is known. O(rows) for several. */
function movableOf(list, ids) {
  if (ids.length === 1) return ids;
  const wanted = new Set(ids);
  const held = list.sections.flatMap((section) => section.rows.filter((row) => wanted.has(row.id)));
  const barred = new Set(list.sections.flatMap((section) => section.rows.filter(
    (row) => wanted.has(row.id) && !mayMove(list, section, row)).map((row) => row.id)));
  // Rows that are not held keep the order in which they were selected.
  const all = notHeld(list, ids).length > 0 ? ids : held.map((row) => row.id);
  return all.filter((id) => !barred.has(id));
}
