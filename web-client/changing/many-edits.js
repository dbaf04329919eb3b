/**
 * Several edits in place of one that the server's limits do not take: made one after another, with
 * a note of how many are done, and undone together.
 */

import { toast } from '../elements/notices.js';
import { ProgressNote } from '../elements/progress-note.js';
import { translate } from '../texts/texts.js';

/** The most edits that wait for their answers: each is applied again to every list that arrives. */
const MOST_WAITING = 3;

/** The bytes that an action takes in a change set beside what it says, roughly. */
const ENTRY_BYTES = 44;

/** Whether undo cannot take all of the edits of `parts` back, as far as the page can tell. */
function isBeyondUndo(parts, { undo = Infinity, undoBytes = Infinity }) {
  if (parts.length > undo) return true;
  const rows = parts.flat().reduce((sum, { rows: ids }) => sum + (ids?.length ?? 1), 0);
  return JSON.stringify(parts).length + rows * ENTRY_BYTES > undoBytes;
}

export class ManyEdits {
  #page;
  /** What is being made, `{parts, note, total, first}`, `first` being the id of the first edit. */
  #run = null;
  #note = null;
  #timer = 0;
  /** Whether the edit that is being made is one of the run. */
  #isOwn = false;

  /** `page` is a `ListPage`. */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Listens to the answers; returns the functions that stop listening, which make what is left.
   */
  listen() {
    const { list } = this.#page;
    const finish = () => this.finish();
    const hidden = () => { if (document.visibilityState === 'hidden') this.finish(); };
    window.addEventListener('pagehide', finish);
    // A tab that is hidden may be ended without a further event.
    document.addEventListener('visibilitychange', hidden);
    return [
      list.on('answered', () => this.#continue()), list.on('status', () => this.#continue()),
      // Undo takes those of a run together only where no other edit lies between them.
      list.on('making', () => { if (!this.#isOwn) this.finish(); }),
      finish, () => window.removeEventListener('pagehide', finish),
      () => document.removeEventListener('visibilitychange', hidden),
    ];
  }

  /**
   * Makes the edits of `parts`, lists of actions, as far as they may wait for their answers, and
   * the others as these come; returns what `undoStep` undoes all of them by, 0 where the first
   * cannot be made. `note` comes with each of them.
   */
  make(parts, note) {
    const { list, state, client } = this.#page;
    if (parts.length === 1) return list.edit(parts[0], note);
    this.finish();
    this.#run = { parts: [...parts], note, total: parts.length, first: 0 };
    const first = this.#next();
    if (first === 0) return 0;
    if (isBeyondUndo(parts, client.limits)) {
      toast(translate('changing.beyondUndo', { count: parts.length }));
    }
    this.#note = new ProgressNote(translate('changing.saving'), () => this.stop(),
      () => state.active && this.#page.focusRow(state.active));
    this.#continue();
    return first;
  }

  /** Leaves those undone that are not made yet. */
  stop() {
    clearTimeout(this.#timer);
    this.#run = null;
    this.#note?.remove();
    this.#note = null;
  }

  /** Makes those that are not made yet at once: they wait in the queue of the list. */
  finish() {
    while (this.#run?.parts.length > 0) this.#next();
    this.stop();
  }

  /** Makes the next edit, and later the others for which there is room. */
  #continue() {
    const { list } = this.#page;
    if (!this.#run) return;
    if (list.status === 'gone') {
      this.stop();
      return;
    }
    const { parts, total } = this.#run;
    const isWaiting = list.status === 'live' && list.waiting >= MOST_WAITING;
    this.#note?.update(Math.max(0, total - parts.length - list.waiting) / total);
    if (parts.length === 0 && (list.waiting === 0 || list.status !== 'live')) this.stop();
    else if (parts.length > 0 && !isWaiting) {
      // One in a turn: the page goes on answering to the user.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        if (!this.#run) return;
        this.#next();
        this.#continue();
      });
    }
  }

  /** Makes the next edit and returns its id; where that is 0 for the first, the run ends. */
  #next() {
    const run = this.#run;
    this.#isOwn = true;
    const id = this.#page.list.edit(run.parts.shift(), run.note, undefined, run.first || undefined);
    this.#isOwn = false;
    // Later ones would have no step that they are undone with.
    if (run.first === 0 && id === 0) this.stop();
    run.first ||= id;
    return id;
  }
}
