/** Rows in hand, by pointer or keyboard: picking up, proposing places, dropping, letting go. */

import { findRow, mayMove, targetPlace } from '../list-model.js';
import { limitNote } from '../screen/clamp-notes.js';
import { nextPlace, placeOf } from '../screen/drag-places.js';
import { moveRows } from '../screen/user-edits.js';
import { announce } from '../elements/announcer.js';

export class HeldRows {
  constructor(page) {
    this.page = page;
  }

  get body() { return this.page.body; }

  /** Takes `row`, and the selected rows with it; returns how many, 0 if they may not move. */
  begin(row, keyboard = false) {
    const { shown, state } = this.page;
    const found = findRow(shown, row);
    if (!found || !mayMove(shown, found.section, found.row)) return 0;
    const ids = state.heldWith(row).filter((id) => {
      const other = findRow(shown, id);
      return other && mayMove(shown, other.section, other.row);
    });
    const start = placeOf(shown, [row, ...ids.filter((id) => id !== row)]);
    if (targetPlace(shown, ids, start).refused) return 0;
    state.revealed = null;
    state.active = row;
    state.drag = { ids, lead: row, place: start, start, keyboard };
    return ids.length;
  }

  /** The pointer holds the row now: the gap opens. */
  lifted() {
    this.page.draw({ moving: true });
  }

  /** Opens the gap at the allowed place that is nearest to `place`. */
  propose(place) {
    const { shown, state } = this.page;
    const landed = targetPlace(shown, state.drag.ids, place);
    const { drag } = state;
    if (landed.refused) return;
    if (landed.section === drag.place.section && landed.index === drag.place.index) return;
    drag.place = landed;
    this.page.draw({ moving: true });
  }

  /** Drops the rows where the gap is: one intent. `from` is where the lifted row was on screen. */
  drop(from = new Map()) {
    const { shown, state } = this.page;
    const { ids, place } = state.drag;
    const actions = moveRows(shown, ids, place, this.page.named);
    state.drag = null;
    if (actions.length > 0) {
      this.page.list.edit(actions);
      announce(`Dropped. ${this.#where(ids[0])}`);
    }
    this.page.draw({ moving: true, from });
  }

  /** Puts the rows back. */
  cancel() {
    this.page.state.drag = null;
    this.page.draw({ moving: true });
    announce('Move cancelled');
  }

  /** Space: picks up, or drops. */
  toggle(row) {
    if (this.page.state.drag) {
      this.drop();
      return;
    }
    if (this.begin(row, true) === 0) {
      announce('This item cannot be moved');
      return;
    }
    this.page.draw();
    announce(`Picked up. ${this.#where(row)} Use the arrow keys to move, Space to drop, `
      + 'Escape to cancel.');
  }

  /** An arrow key while rows are held. */
  step(by) {
    const { shown, state } = this.page;
    const next = nextPlace(shown, state.drag.ids, state.drag.place, by);
    if (!next) {
      const beyond = targetPlace(shown, state.drag.ids, {
        section: state.drag.place.section, index: state.drag.place.index + by,
      });
      announce(`No further: ${limitNote(beyond.why)}`);
      return;
    }
    state.drag.place = next;
    this.page.draw({ moving: true });
    this.page.bringIntoView(state.drag.lead);
    announce(this.#heldAt(next));
  }

  /** Moves one row by one place without holding it: for the buttons. */
  nudge(row, by) {
    if (this.begin(row, true) === 0) {
      announce('This item cannot be moved');
      return;
    }
    this.step(by);
    this.drop();
  }

  /** The list changed under the hand: the place is looked for again. */
  followList() {
    const { shown, state } = this.page;
    if (!state.drag || !shown) return;
    const landed = targetPlace(shown, state.drag.ids, state.drag.place);
    if (landed.refused || !shown.sections.some((one) => one.id === landed.section)) {
      this.page.drag.cancel();
      state.drag = null;
    } else state.drag.place = landed;
  }

  #where(id) {
    const { section, path } = findRow(this.page.shown, id);
    return `Item ${path[1] + 1} of ${section.rows.length} in ${section.title || 'the section'}.`;
  }

  #heldAt({ section, index }) {
    const { shown, state } = this.page;
    const at = shown.sections.find((one) => one.id === section);
    const rest = at.rows.filter((row) => !state.drag.ids.includes(row.id)).length;
    const name = findRow(shown, state.drag.lead).row.fields.title ?? 'Item';
    return `${name}: position ${index + 1} of ${rest + state.drag.ids.length} in `
      + `${at.title || 'the section'}`;
  }
}
