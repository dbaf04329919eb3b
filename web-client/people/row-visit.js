/**
 * Going to a row: the one that the address names, and the one where another person is. The page
 * scrolls there, the row gets the focus, and it is marked until the user does something else.
 */

import { toast } from '../elements/notices.js';
import { findRow } from '../package/list-model.js';
import { translate } from '../texts/texts.js';

export class RowVisit {
  #page;
  /** The row of the address, until the list is live. */
  #wanted;
  #reached = false;
  #marked = null;

  /** `page` is a `ListPage`; `row` is the id of the row in its address, or `undefined`. */
  constructor(page, row) {
    this.#page = page;
    this.#wanted = row;
  }

  /** Waits for the row of the address; returns the functions that stop listening. */
  listen() {
    const { list, element } = this.#page;
    const unmark = () => this.#unmark();
    for (const type of ['pointerdown', 'keydown']) element.addEventListener(type, unmark);
    if (this.#wanted === undefined) return [];
    // A list that is open already has no further event.
    const frame = requestAnimationFrame(() => this.#follow());
    return [
      () => cancelAnimationFrame(frame),
      list.on('change', () => this.#follow()), list.on('status', () => this.#follow()),
    ];
  }

  /** Goes to a row and marks it; resolves with whether it is in the list. */
  async go(row) {
    return this.#goHeld(row) || (await this.#page.long.reach(row) && this.#goHeld(row));
  }

  /** Goes to a row that is held, and marks it; returns whether it is. */
  #goHeld(row) {
    const { shown, body } = this.#page;
    if (!shown || !findRow(shown, row)) return false;
    this.#unmark();
    this.#page.focusRow(row);
    this.#marked = body.rowElement(row) ?? null;
    this.#marked?.scrollIntoView({ block: 'center' });
    this.#marked?.classList.add('marked');
    return true;
  }

  #follow() {
    const { list, shown } = this.#page;
    if (this.#wanted === undefined || !shown) return;
    const isThere = findRow(shown, this.#wanted) !== null;
    if (isThere && !this.#reached) this.#reached = this.#goHeld(this.#wanted);
    // What is shown until the list is live may be old: the row may be gone, or not there yet.
    if (list.status !== 'live') return;
    const row = this.#wanted;
    this.#wanted = undefined;
    if (!isThere) this.go(row).then((is) => { if (!is) toast(translate('people.rowGone')); });
  }

  #unmark() {
    this.#marked?.classList.remove('marked');
    this.#marked = null;
  }
}
