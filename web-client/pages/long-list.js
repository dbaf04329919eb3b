/**
 * A list page whose list is too long to be sent whole: tells what is in view, goes to rows that are
 * not held yet, has all rows sent for what needs them, and says on paper how many are missing or hidden.
 */

import { h, text } from '../elements/dom.js';
import { announce, toast } from '../elements/notices.js';
import { ProgressNote } from '../elements/progress-note.js';
import { findRow, findSection, rowCount } from '../package/list-model.js';
import { askRows } from '../package/messages.js';
import { notHeld } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

/** How many rows to ask for on both sides of a row that the user goes to. */
const BESIDE = 100;
/** How often the ids of all rows are asked for where the list changes meanwhile. */
const ATTEMPTS = 3;

export class LongList {
  #page;
  /** The place `{section, index}` that gets the focus once its row is held. */
  #wanted = null;
  /** What resolves once all rows are there or do not come; `null` while they are not asked for. */
  #coming = null;
  #note = null;
  /** What is printed of the rows that are not there, or hidden; it is not seen on the screen. */
  paperNote = h('p', { class: 'paper-note' });

  /** `page` is a `ListPage`. */
  constructor(page) {
    this.#page = page;
  }

  /** Draws every row while the page is printed, and those near the viewport again afterwards. */
  listen(signal) {
    const draw = (prints) => {
      const { body } = this.#page;
      body.drawsAll = prints;
      body.resetHeights();
      this.#page.draw();
    };
    window.addEventListener('beforeprint', () => draw(true), { signal });
    window.addEventListener('afterprint', () => draw(false), { signal });
  }

  get #isPartial() { return this.#page.shown?.partial === true; }

  /** Whether none of the rows `ids` is missing for only parts of the list being held. O(rows). */
  holds(ids) { return notHeld(this.#page.shown, ids).length === 0; }

  /** Tells the list what is in view; what the user works at stays held, too. */
  see() {
    const { list, body, state, shown } = this.#page;
    this.#drawPaperNote();
    if (!this.#isPartial) return;
    this.#follow();
    if (state.view.isFiltered && !this.#coming && list.status === 'live') this.whole();
    const spans = body.spansNear();
    const beside = state.drag?.ids.length ?? 0;
    const seen = spans.map(({ section, start, end }) => (
      { section, start: Math.max(0, start - beside), end: end + beside }));
    const held = [state.active, state.renaming?.row, state.addingBelow, state.drag?.lead]
      .map((id) => id && findRow(shown, id)).filter(Boolean)
      .map(({ section, path }) => ({ section: section.id, start: path[1], end: path[1] + 1 }));
    list.see([...seen, ...held], () => this.#around(spans));
  }

  /** The browser prints without asking the page: what it prints must tell that rows are missing. */
  #drawPaperNote() {
    const { shown, visible } = this.#page;
    const total = rowCount(shown);
    if (this.#isPartial) {
      const held = ({ rows }) => rows.filter((row) => !row.absent).length;
      const count = shown.sections.reduce((sum, one) => sum + held(one), 0);
      text(this.paperNote, translate('long.paper', { count, total }));
    } else {
      // Those that a filter hides, and those of collapsed sections.
      const count = total - rowCount(visible);
      text(this.paperNote, count > 0 ? translate('long.paperHidden', { count, total }) : '');
    }
  }

  /** The places of what is in view, to open the list around. */
  #around(spans) {
    const rows = [this.#page.body.topRow?.row].filter(Boolean).map((row) => ({ row }));
    return [...rows, ...spans.slice(0, 1).map(({ section, start }) => ({ section, index: start }))];
  }

  /** Gives the focus to the row that was waited for, where it is held now. */
  #follow() {
    if (!this.#wanted) return;
    const { section, index } = this.#wanted;
    const row = this.#page.visible.sections.find(({ id }) => id === section)?.rows.at(index);
    if (!row || row.absent) return;
    this.#wanted = null;
    this.#page.focusRow(row.id);
  }

  /** Scrolls to the row at a path of the list as it is shown, and gives it the focus. */
  focusPlace([s, index]) {
    const { visible, body } = this.#page;
    const { id: section, rows } = visible.sections[s];
    this.#wanted = { section, index };
    if (!rows.at(index) || rows.at(index).absent) {
      body.scrollTowards(visible, [s, index]);
      this.#page.drawRows();
    }
    this.#follow();
  }

  /** Has the row of an id and those beside it sent; resolves with whether the list has it. */
  async reach(id) {
    const { list } = this.#page;
    if (this.#page.shown && findRow(this.#page.shown, id)) return true;
    if (!this.#isPartial) return false;
    await list.reach({ around: [{ row: id }], before: BESIDE, after: BESIDE });
    return this.#page.shown !== null && findRow(this.#page.shown, id) !== null;
  }

  /**
   * Has every row sent, with a note of how many are there, by which the user can cancel it;
   * resolves with whether they are there.
   */
  whole() {
    if (!this.#isPartial) return Promise.resolve(true);
    this.#coming ??= this.#load();
    return this.#coming;
  }

  async #load() {
    const { list, state } = this.#page;
    const cancelled = new AbortController();
    this.#note = new ProgressNote(translate('long.loading'), () => cancelled.abort(),
      () => state.active && this.#page.focusRow(state.active));
    const stop = list.on('progress', (part) => this.#note.update(part));
    const isWhole = await list.becomeWhole(cancelled.signal);
    stop();
    this.#note.remove();
    this.#coming = null;
    if (isWhole) announce(translate('long.loaded'));
    else if (cancelled.signal.aborted) this.#cancelled();
    else toast(translate('long.notLoaded'), 'error');
    return isWhole;
  }

  /** What needed all rows is not done; a filter shows them again. */
  #cancelled() {
    const { view } = this.#page.state;
    if (view.isFiltered) {
      view.setFilter('all');
      view.hideDone(false);
      this.#page.update();
    }
    announce(translate('long.cancelled'));
  }

  /** The page is left: the rows may come, and nobody waits for them. */
  leave() { this.#note?.remove(); }

  /** The ids of all rows that are shown, in the order of the list; `null` where they do not come. */
  async ids() {
    for (let attempt = 0; attempt < ATTEMPTS && this.#isPartial; attempt += 1) {
      const ids = await this.#idsAtOnce();
      if (ids !== undefined) return ids;
    }
    if (!await this.whole()) return null;
    return this.#page.visible.sections.flatMap(({ rows }) => rows.map(({ id }) => id));
  }

  /** The ids of all rows, `undefined` where the list changes or the connection is lost meanwhile. */
  async #idsAtOnce() {
    const { list, client, visible, shown } = this.#page;
    const { windowRows } = client.limits;
    const ids = [];
    const { revision } = list;
    for (const section of visible.sections) {
      const s = findSection(shown, section.id);
      for (let next = 0; next < section.rows.length;) {
        const ranges = [{ at: [s, next], rows: windowRows }];
        const answer = await list.ask(askRows(list.id, { ranges, only: 'ids' }));
        const rows = answer?.runs.flatMap((run) => run.rows) ?? [];
        if (answer?.revision !== revision || rows.length === 0) return undefined;
        for (const { id } of rows) ids.push(id);
        next += rows.length;
      }
    }
    return ids;
  }
}

/** The first row of the first section that has one, as far as it is held. */
export const firstRow = ({ sections }) => sections.find(({ rows }) => rows.length > 0)?.rows.at(0);
