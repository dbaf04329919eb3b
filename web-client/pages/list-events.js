/**
 * What a list page does on the events of its list: keeps its state valid, draws, notifies the user.
 */

import { announce, lostEditsNote, toast } from '../elements/notices.js';
import { findRow, findSection, mayInsert } from '../list-model.js';
import { clampNote, describeChange } from '../screen/descriptions.js';
import { neighbourOf } from '../screen/screen-state.js';

const NOTHING = { undo: 'Nothing left to undo', redo: 'Nothing left to redo' };
const DELAYED = {
  rateLimited: 'Too many changes at once: yours are kept and sent in a moment',
  unavailable: 'The server cannot save changes now: yours are kept and sent again',
};
const OVERDUE = 'The server cannot say yet whether your changes are saved: they are kept here '
  + 'until it can';
const FINAL = 'That change is too large to be undone. Undo takes back what you did before it.';
/** Milliseconds between two toasts about delayed edits. */
const DELAY_TOAST_INTERVAL = 20_000;

export class ListEventHandler {
  #page;
  /** The list before the event that is being handled. */
  #before;
  #delayToastAt = -Infinity;

  constructor(page) {
    this.#page = page;
    this.#before = page.shown;
  }

  /** Listens to the list; returns the functions that stop listening. */
  listen() {
    const { list } = this.#page;
    const draw = () => this.#page.draw();
    return [
      list.on('change', (cause) => this.#changed(cause)),
      list.on('presence', draw),
      list.on('status', draw),
      list.on('gone', (code, lost) => this.#gone(code, lost)),
      list.on('rejected', (edit, code, message) => this.#rejected(edit, code, message)),
      list.on('delayed', (code) => this.#delayed(code)),
      list.on('overdue', (overdue) => this.#overdue(overdue)),
      list.on('final', () => toast(FINAL)),
      list.on('clamped', (clamps) => toast(clampNote(clamps[0]))),
      list.on('nothing', (kind) => toast(`${NOTHING[kind]}: others changed it since`)),
    ];
  }

  #changed({ own, sets, whole }) {
    const { shown, state, dragGesture, rowDrag, body } = this.#page;
    const before = this.#before;
    this.#before = shown;
    if (shown && before) {
      const exists = (row) => findRow(shown, row) !== null;
      const focused = body.focusedRow;
      const next = state.active && !exists(state.active)
        ? neighbourOf(before, state.active, exists) : null;
      const renamed = this.#renamedRow(before);
      const interrupted = state.keepOnly(exists, (section) => findSection(shown, section) >= 0);
      state.active ??= next;
      if (interrupted.includes('drag')) dragGesture.cancel();
      this.#reportInterrupted(interrupted, renamed);
      const unreported = interrupted.length === 0 && !own;
      if (focused && !exists(focused) && unreported) this.#announceDeletion(before, focused, sets);
    }
    this.#announceUndo(before, sets);
    rowDrag.followList();
    this.#page.draw({
      moving: Boolean(own || sets || whole) && document.visibilityState === 'visible',
    });
  }

  /** The row whose texts are edited: `{name, typed, section}`; `null` where nothing was typed. */
  #renamedRow(before) {
    const { state, body } = this.#page;
    const found = state.renaming && findRow(before, state.renaming.row);
    const typed = found && body.rowElement(found.row.id)?.querySelector('[name="title"]')?.value;
    if (!typed) return null;
    const name = String(found.row.fields.title ?? '');
    return { name, typed: typed.trim(), section: found.section.id };
  }

  #reportInterrupted(interrupted, renamed) {
    if (interrupted.includes('drag')) toast('Someone deleted what you were holding');
    if (interrupted.includes('adding')) toast('Someone deleted the section you were adding to');
    if (!interrupted.includes('renaming')) return;
    if (!renamed || renamed.typed === renamed.name || !this.#offerTyped(renamed)) {
      toast('Someone deleted what you were renaming');
    } else {
      toast(`Someone deleted “${renamed.name}” while you renamed it. `
        + 'Press Enter to add your text.');
    }
  }

  /**
   * Offers the text that was typed for a deleted row as that of a new one; returns whether it
   * could.
   */
  #offerTyped({ section, typed }) {
    const { shown, state } = this.#page;
    const at = findSection(shown, section);
    if (at < 0 || !state.editing || !mayInsert(shown, shown.sections[at])) return false;
    Object.assign(state, { adding: section, draft: typed });
    return true;
  }

  /** Announces that others deleted the focused row, and which row has the focus now. */
  #announceDeletion(before, row, sets = []) {
    const { list, shown, state } = this.#page;
    const title = (at, id) => at && id && findRow(at, id)?.row.fields.title;
    const by = sets.findLast((set) => set.client !== this.#page.client.me)?.client;
    const now = title(shown, state.active);
    announce(`${list.nameOf(by) ?? 'Someone'} deleted “${title(before, row) ?? 'Untitled'}”.`
      + `${now ? ` Now on “${now}”.` : ''}`);
  }

  /** Announces what undo and redo did: nothing else tells it to a screen reader. */
  #announceUndo(before, sets = []) {
    const { shown, client } = this.#page;
    const set = sets.findLast((one) => one.client === client.me
      && (one.undoes !== undefined || one.redoes !== undefined));
    if (!set) return;
    const row = (id) => (shown && findRow(shown, id)) ?? (before && findRow(before, id));
    announce(`You ${describeChange(set, (id) => row(id)?.row.fields.title)}`);
  }

  #rejected(edit, code, message) {
    if (code === 'nothingToUndo' || code === 'nothingToRedo') toast(NOTHING[edit.kind]);
    else toast(`Not done: ${message}`, 'error');
  }

  #overdue(overdue) {
    if (overdue) toast(OVERDUE);
    this.#page.draw();
  }

  /** One toast for many refusals: a burst of edits is refused one by one. */
  #delayed(code) {
    const now = performance.now();
    if (now - this.#delayToastAt > DELAY_TOAST_INTERVAL) {
      toast(DELAYED[code] ?? DELAYED.unavailable);
    }
    this.#delayToastAt = now;
  }

  #gone(code, lost) {
    const { state, dragGesture } = this.#page;
    dragGesture.cancel();
    state.reset();
    if (lost > 0) toast(lostEditsNote(lost), 'error');
    else announce(code === 'deleted' ? 'This list was deleted' : 'There is no such list');
    this.#page.draw();
  }
}
