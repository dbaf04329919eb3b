/** Dragging rows of a list page by pointer or keyboard: begin, propose places, drop, cancel. */

import { announce } from '../elements/notices.js';
import { findRow, mayMove, targetPlace } from '../list-model.js';
import { limitNote } from '../screen/descriptions.js';
import { limitOf, nextPlace, placeOf } from '../screen/drag-places.js';
import { moveRows } from '../screen/user-edits.js';
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

  /**
   * Begins to drag `row`, and with it the selected rows; returns how many, 0 if they may not move.
   */
  begin(row, keyboard = false) {
    const { shown, state } = this.page;
    const found = findRow(shown, row);
    if (!found || !mayMove(shown, found.section, found.row)) return 0;
    const ids = state.draggedWith(row).filter((id) => {
      const other = findRow(shown, id);
      return other && mayMove(shown, other.section, other.row);
    });
    const start = placeOf(shown, [row, ...ids.filter((id) => id !== row)]);
    if (targetPlace(shown, ids, start).refused) return 0;
    state.revealed = null;
    state.active = row;
    state.drag = { ids, lead: row, place: start, keyboard };
    return ids.length;
  }

  /** Opens the gap: the pointer has lifted the row. */
  lifted() {
    this.page.draw({ moving: true });
  }

  /** Moves the gap to `place`, which counts the rows that are shown, clamped. */
  propose(place) {
    const { shown, state } = this.page;
    const { drag } = state;
    const clamped = targetPlace(shown, drag.ids, state.view.placeIn(shown, drag.ids, place));
    if (clamped.refused) return;
    if (clamped.section === drag.place.section && clamped.index === drag.place.index) return;
    drag.place = clamped;
    this.page.draw({ moving: true });
  }

  /**
   * Drops the rows where the gap is, as one edit. `from` is where the lifted element was on screen.
   */
  drop(from = new Map()) {
    const { shown, state } = this.page;
    const { ids, place } = state.drag;
    const actions = moveRows(shown, ids, place, this.page.movesByNeighbour);
    state.drag = null;
    if (actions.length > 0) {
      this.page.list.edit(actions);
      announce(translate('moving.dropped', { place: this.#where(ids[0]) }));
    }
    this.page.draw({ moving: true, from });
  }

  /** Ends without an edit. */
  cancel() {
    this.page.state.drag = null;
    this.page.draw({ moving: true });
    announce(translate('moving.cancelled'));
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
    announce(translate('moving.pickedUp', { place: this.#where(row) }));
  }

  /** An arrow key: moves the gap to the next allowed place. */
  step(by) {
    const { shown, state } = this.page;
    const next = nextPlace(shown, state.drag.ids, state.drag.place, by, state.view);
    if (!next) {
      const { ids, place } = state.drag;
      const reason = limitNote(limitOf(shown, ids, place, by));
      announce(translate('moving.noFurther', { reason }));
      return;
    }
    state.drag.place = next;
    this.page.draw({ moving: true });
    this.page.bringIntoView(state.drag.lead);
    announce(this.#positionOf(next));
  }

  /** Moves a row by one place, for keys and buttons. */
  moveBy(row, by) {
    if (this.begin(row, true) === 0) {
      announce(translate('moving.notMovable'));
      return;
    }
    this.step(by);
    this.drop();
  }

  /**
   * Clamps the place again after the list has changed; cancels where the rows may not move any
   * more.
   */
  followList() {
    const { shown, state } = this.page;
    if (!state.drag || !shown) return;
    const clamped = targetPlace(shown, state.drag.ids, state.drag.place);
    if (clamped.refused || !shown.sections.some((one) => one.id === clamped.section)) {
      this.page.dragGesture.cancel();
      state.drag = null;
    } else state.drag.place = clamped;
  }

  #where(id) {
    const { section, path } = findRow(this.page.shown, id);
    return translate('moving.place', {
      position: path[1] + 1, total: section.rows.length, section: nameOf(section),
    });
  }

  #positionOf({ section, index }) {
    const { shown, state } = this.page;
    const at = shown.sections.find((one) => one.id === section);
    const rest = at.rows.filter((row) => !state.drag.ids.includes(row.id)).length;
    return translate('moving.position', {
      title: findRow(shown, state.drag.lead).row.fields.title ?? translate('moving.item'),
      position: index + 1, total: rest + state.drag.ids.length, section: nameOf(at),
    });
  }
}

const nameOf = (section) => section.title || translate('moving.theSection');
