/** What becomes of a list page when its list changes, and what is said about answers. */

import { findRow, findSection, mayInsert } from '../list-model.js';
import { clampNote } from '../screen/clamp-notes.js';
import { describeChange } from '../screen/descriptions.js';
import { neighbourOf } from '../screen/neighbour.js';
import { announce } from '../elements/announcer.js';
import { lostNote } from '../elements/elsewhere-notes.js';
import { toast } from '../elements/notices.js';

const NOTHING = { undo: 'Nothing left to undo', redo: 'Nothing left to redo' };
const DELAYED = {
  rateLimited: 'Too many changes at once: yours are kept and sent in a moment',
  unavailable: 'The server cannot save changes now: yours are kept and sent again',
};
const OVERDUE = 'The server cannot say yet whether your changes are saved: they are kept here until it can';
const FINAL = 'That change is too large to be undone. Undo takes back what you did before it.';
const SILENCE = 20_000;

export class ListFollower {
  #page;
  #before;
  #toldDelay = -Infinity;

  constructor(page) {
    this.#page = page;
    this.#before = page.shown;
  }

  /** Listens to the list; returns the functions that stop it. */
  listen() {
    const { list } = this.#page;
    const draw = () => this.#page.draw();
    return [
      list.on('change', (cause) => this.#changed(cause)),
      list.on('presence', draw),
      list.on('status', draw),
      list.on('gone', (code, lost) => this.#gone(code, lost)),
      list.on('rejected', (entry, code, message) => this.#refused(entry, code, message)),
      list.on('delayed', (code) => this.#delayed(code)),
      list.on('overdue', (overdue) => this.#overdue(overdue)),
      list.on('final', () => toast(FINAL)),
      list.on('clamped', (entries) => toast(clampNote(entries[0]))),
      list.on('nothing', (kind) => toast(`${NOTHING[kind]}: others changed it since`)),
    ];
  }

  #changed({ own, sets, whole }) {
    const { shown, state, drag, held, body } = this.#page;
    const before = this.#before;
    this.#before = shown;
    if (shown && before) {
      const stays = (row) => findRow(shown, row) !== null;
      const focused = body.focusedRow;
      const next = state.active && !stays(state.active)
        ? neighbourOf(before, state.active, stays) : null;
      const renamed = this.#renamed(before);
      const interrupted = state.keepOnly(stays, (section) => findSection(shown, section) >= 0);
      state.active ??= next;
      if (interrupted.includes('drag')) drag.cancel();
      this.#tellInterrupted(interrupted, renamed);
      const alone = interrupted.length === 0 && !own;
      if (focused && !stays(focused) && alone) this.#tellDeleted(before, focused, sets);
    }
    this.#tellTakenBack(before, sets);
    held.followList();
    this.#page.draw({
      moving: Boolean(own || sets || whole) && document.visibilityState === 'visible',
    });
  }

  /** The row whose text is being typed: its name, its section and what was typed. */
  #renamed(before) {
    const { state, body } = this.#page;
    const found = state.renaming && findRow(before, state.renaming.row);
    const typed = found && body.rowElement(found.row.id)?.querySelector('[name="title"]')?.value;
    if (!typed) return null;
    const name = String(found.row.fields.title ?? '');
    return { name, typed: typed.trim(), section: found.section.id };
  }

  #tellInterrupted(interrupted, renamed) {
    if (interrupted.includes('drag')) toast('Someone deleted what you were holding');
    if (interrupted.includes('adding')) toast('Someone deleted the section you were adding to');
    if (!interrupted.includes('renaming')) return;
    if (!renamed || renamed.typed === renamed.name || !this.#offer(renamed)) {
      toast('Someone deleted what you were renaming');
    } else {
      toast(`Someone deleted “${renamed.name}” while you renamed it. Press Enter to add your text.`);
    }
  }

  /** Gives text that was typed for a deleted row back as that of a new one. */
  #offer({ section, typed }) {
    const { shown, state } = this.#page;
    const at = findSection(shown, section);
    if (at < 0 || !state.editing || !mayInsert(shown, shown.sections[at])) return false;
    Object.assign(state, { adding: section, draft: typed });
    return true;
  }

  #tellDeleted(before, row, sets = []) {
    const { list, shown, state } = this.#page;
    const title = (at, id) => at && id && findRow(at, id)?.row.fields.title;
    const by = sets.findLast((set) => set.client !== this.#page.client.me)?.client;
    const now = title(shown, state.active);
    announce(`${list.nameOf(by) ?? 'Someone'} deleted “${title(before, row) ?? 'Untitled'}”.`
      + `${now ? ` Now on “${now}”.` : ''}`);
  }

  /** Says what undo and redo did: nothing else on the page does, without eyes on it. */
  #tellTakenBack(before, sets = []) {
    const { shown, client } = this.#page;
    const set = sets.findLast((one) => one.client === client.me
      && (one.undoes !== undefined || one.redoes !== undefined));
    if (!set) return;
    const row = (id) => (shown && findRow(shown, id)) ?? (before && findRow(before, id));
    announce(`You ${describeChange(set, (id) => row(id)?.row.fields.title)}`);
  }

  #refused(entry, code, message) {
    if (code === 'nothingToUndo' || code === 'nothingToRedo') toast(NOTHING[entry.kind]);
    else toast(`Not done: ${message}`, 'error');
  }

  #overdue(overdue) {
    if (overdue) toast(OVERDUE);
    this.#page.draw();
  }

  /** Says it once for a while: a burst of edits is refused one by one. */
  #delayed(code) {
    const now = performance.now();
    if (now - this.#toldDelay > SILENCE) toast(DELAYED[code] ?? DELAYED.unavailable);
    this.#toldDelay = now;
  }

  #gone(code, lost) {
    const { state, drag } = this.#page;
    drag.cancel();
    state.forget();
    if (lost > 0) toast(lostNote(lost), 'error');
    else announce(code === 'deleted' ? 'This list was deleted' : 'There is no such list');
    this.#page.draw();
  }
}
