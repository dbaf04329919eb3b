/**
 * One list that is kept open: the state that the server confirmed, this client's unanswered edits
 * rebased on top of it, and the other clients that have it open.
 */

import * as messages from '../messages.js';
import { Answers } from './answers.js';
import { Emitter } from './emitter.js';
import { ListWindow } from './list-window.js';
import { Outbox, titlesBefore } from './outbox.js';
import { Replica } from './replica.js';
import { Retry } from './retry.js';
import { Roster } from './roster.js';
import { ShownList } from './shown-list.js';
import { UndoController } from './undo-steps.js';

/** Why a list that was deleted takes no edits. */
const GONE = { code: 'unknownList', message: 'the list is not there any more' };

/**
 * Emits `change` (`list` has changed; `{own}`, `{sets}` or `{whole}`, or several of these), `rejected` (edit, code,
 * message), `replaced` (edit, title: an edit with `ifTitle` that was sent already replaces this
 * title of someone else), `delayed` (code: edits were refused for now and are sent again),
 * `overdue` (whether answers are overdue), `clamped` (clamps, edit), `final` (edit: it cannot be
 * undone), `nothing` (kind: there was nothing to undo, redo or restore), `partly` (kind: of edits
 * made together only the newest could be taken), `overtaken` (`undoStep` found that it is not the
 * next step), `making` (an edit, undo, redo or restore is about to be made), `progress` (the part
 * of a snapshot that has come, 0 to 1), `whole` (whether all rows are there), `answered`,
 * `presence`, `status` and `gone` (code, how many edits were lost, and these edits).
 */
export class OpenList extends Emitter {
  status = 'opening';
  role = undefined;
  static #HANDLERS = {
    opened: (list, message) => list.#onOpened(message),
    snapshot: (list, message) => list.#onSnapshot(message),
    outline: (list, message) => list.#onOutline(message),
    rows: (list, message) => list.#window.take(message),
    checked: (list, message) => list.#window.take(message),
    found: (list, message) => list.#window.take(message),
    catchup: (list, message) => list.#onCatchup(message),
    changes: (list, message) => list.#onChanges(message),
    ack: (list, message) => list.#answers.ack(message),
    reject: (list, message) => list.#answers.reject(message),
    error: (list, message) => list.#onError(message),
    head: (list, message) => list.#onHead(message),
    presence: (list, message) => list.#onPresence(message),
    closed: (list, message) => list.#end(message.code),
  };

  #session;
  #replica = new Replica(({ message }) => {
    console.error(`${this.id}: a change set does not fit, opening the list again. ${message}`);
  });
  #outbox;
  #shown;
  #window;
  #answers;
  #roster = new Roster();
  #opening = false;
  #reopenRetry;
  #presence = { mode: 'inactive' };
  #steps;

  /**
   * `session` is the client's `{send, asked, me, limits, features, now, timers, queue}`; `stored` is
   * what its queue has of this list. Where `around` is there, places of rows, best first, only parts of a
   * list that is too long to be sent whole are held, at first those there.
   */
  constructor(id, session, stored = {}, around = undefined) {
    super();
    this.id = id;
    this.#session = session;
    this.#reopenRetry = new Retry(
      session.timers, { first: 1000, longest: 30_000 }, () => this.open());
    this.#outbox = new Outbox(id, session, stored,
      { resume: () => this.#flush(), overdue: (overdue) => this.emit('overdue', overdue) });
    this.#shown = new ShownList(this.#replica, this.#outbox,
      { frame: session.frame, changed: (cause) => this.emit('change', cause) });
    this.#steps = new UndoController(this.#outbox, {
      submit: (draft) => this.#submit(draft),
      changed: (own) => { this.#shown.refresh({ own }); this.emit('answered'); },
      overtaken: () => this.emit('overtaken'),
      partly: (kind) => this.emit('partly', kind),
    });
    this.#answers = new Answers(this, {
      outbox: this.#outbox, steps: this.#steps, shown: this.#shown, flush: () => this.#flush(),
    });
    this.#window = new ListWindow(id, session, this.#replica,
      { changed: () => this.#shown.refresh({ rows: true }), around });
  }

  /** The list as it is shown, with the unanswered edits; `null` before it has arrived. */
  get list() { return this.#shown.list; }

  get revision() { return this.#replica.revision; }
  get epoch() { return this.#replica.epoch; }
  get confirmed() { return this.#replica.list; }
  get others() { return this.#roster.others; }

  /** Tells what the user sees, so that it is asked for where only parts are held: `ListWindow.see`. */
  see(spans, around) { this.#window.see(this.#outbox.widened(spans), around); }

  /** Has the rows of a `rows` query sent and held; resolves when they are there, or cannot be. */
  reach(query) { return this.#window.reach(query); }

  /** Asks the server for something of this list; the answer, or `null` where there is none. */
  ask(query) { return this.#window.ask(query); }

  /** Whether all rows are held, or are on their way. */
  get isWhole() { return this.confirmed !== null && !this.confirmed.partial; }

  /**
   * Has every row sent; resolves with whether they are there: not without a connection, and not
   * once `signal`, an `AbortSignal`, aborts. Then parts of the list are held as before.
   */
  becomeWhole(signal = undefined) {
    return this.#window.becomeWhole(this, (how) => this.#reopen(how), signal);
  }

  /**
   * Asks who last changed the fields of a row and who inserted it: `{by, added}`, each `{client,
   * user, revision, at}`, or `undefined` where that is not known; `null` where nothing tells.
   */
  authorsOf(row) { return this.#window.authorsOf(this, row, (how) => this.#reopen(how)); }

  /** How many edits the server has not answered. */
  get waiting() { return this.#outbox.waiting; }

  /** Whether sending is paused after a transient refusal. */
  get delayed() { return this.#outbox.delayed; }

  /** Whether an edit in flight has had no answer for five to ten seconds. */
  get overdue() { return this.#outbox.overdue; }

  /** The display name of one of the others. */
  nameOf(client) { return this.#roster.nameOf(client); }

  /** Takes a cached state `{state, revision, epoch}`, where the server has sent none yet. */
  recall(cached) {
    if (this.#replica.list || this.status === 'gone') return;
    this.#replica.recall(cached);
    this.#shown.refresh({ whole: true });
  }

  /**
   * Applies `actions` locally and sends them; returns the id of the edit, 0 where it cannot be
   * sent. `note` comes back with the edit in events. With `ifTitle`, `{section, title}` (no section
   * means the list), an edit that waits for a connection is not sent but `rejected` with `conflict`
   * where the title has become another one meanwhile. `group` is the id of an earlier edit together
   * with which it is undone.
   */
  edit(actions, note, ifTitle, group) {
    const edit = { kind: 'edit', actions, note, group };
    if (ifTitle) edit.ifTitle = titlesBefore(this.confirmed, ifTitle);
    return this.#submit(edit);
  }

  /** Undoes the newest edit, and those made together with it, once they are answered. */
  undo() { return this.#steps.undo(); }
  redo() { return this.#steps.redo(); }

  /** The list as the server has it, with the unanswered edits that were made after that of `step`. */
  after(step) { return this.#outbox.withLater(this.confirmed, step); }

  /** Leaves the next step of `undo` or `redo`, as `kind` says, out: one that is `rejected` stays. */
  skipStep(kind) { return this.#steps.skip(kind); }

  /**
   * Has the server make the list again as it was at `revision`, in one edit; returns its id, 0
   * where it cannot be sent. It is `rejected` with `unknownType` where the server cannot.
   */
  restore(revision) { return this.#submit({ kind: 'restore', revision }); }

  /** Whether there is, or may be, something to undo. */
  get canUndo() { return this.#outbox.steps.has('undo'); }

  /** Whether there is, or may be, something to redo. */
  get canRedo() { return this.#outbox.steps.has('redo'); }

  /** The step that `undo` takes back: that of the newest edit made and not undone, if known. */
  get newestStep() { return this.#outbox.steps.newest; }

  /** Whether the edit of `step` is not undone yet, as far as that is known. */
  mayUndo(step) { return this.#outbox.steps.holds(step); }

  /**
   * Undoes exactly the edit of `step`: one that was never sent is withdrawn, one without an answer
   * is undone once that tells that it was applied. Emits `overtaken` where another is the next.
   */
  undoStep(step) { this.#steps.undoStep(step); }

  /** Sends this client's presence to the others: `{mode, selected, dragging, editing}`. */
  show(presence) {
    this.#presence = presence;
    if (this.status === 'live') this.#session.send(messages.presence(this.id, presence));
  }

  /**
   * Asks for the list from the revision held, or with `anew` for all of it. The client calls it at
   * the start of each session.
   */
  open({ anew = false } = {}) {
    if (this.#opening || this.status === 'gone') return;
    this.#opening = true;
    this.#reopenRetry.cancel();
    // An unavailable list stays so until it has arrived.
    if (this.status !== 'unavailable') this.#become('opening');
    this.#window.closed();
    const { revision: since, epoch } = anew ? {} : this.#replica;
    const { asked: window, asksAuthors: authors } = this.#window;
    this.#session.send(messages.openList(this.id, { since, epoch, window, authors }));
  }

  /** Opens the list although it is being opened: what comes of the first time counts, too. */
  #reopen(how) {
    this.#opening = false;
    this.open(how);
  }

  /** The session is lost: edits wait, and the others are unknown. */
  lost() {
    this.#suspend();
    this.emit('whole', false);
    this.#reopenRetry.cancel();
    this.#roster.clear();
    this.#become(this.status === 'gone' ? 'gone' : 'offline');
    this.emit('presence');
  }

  /** Stops retrying: the client no longer follows this list. */
  closed() { this.#reopenRetry.cancel(); }

  /** Handles a message about this list. */
  take(message) { OpenList.#HANDLERS[message.type]?.(this, message); }

  #submit(draft) {
    if (this.status !== 'gone') this.emit('making');
    const edit = { ...draft, ...this.#replica.base };
    const refusal = this.status === 'gone' ? GONE : this.#outbox.refusal(edit);
    if (refusal) {
      this.emit('rejected', edit, refusal.code, refusal.message);
      return 0;
    }
    const entry = this.#outbox.add(edit);
    if (entry.kind === 'edit') this.#shown.add(entry);
    this.#flush();
    return entry.id;
  }

  #flush() {
    if (this.status !== 'live') return;
    for (const [entry, ...reason] of this.#outbox.dropUnsendable(this.confirmed, this.epoch)) {
      this.#shown.refresh({ own: entry });
      this.emit('rejected', entry, ...reason);
      this.emit('answered');
    }
    this.#outbox.flush(this.epoch);
  }

  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.emit('status', status);
  }

  /** Does what the replica asks for after it has taken sets or a snapshot. */
  #follow(outcome, cause) {
    if (outcome === 'ok') {
      this.#shown.refresh(cause);
      this.#window.fill();
    } else if (outcome !== 'partial') this.open({ anew: outcome === 'anew' });
  }

  #synced(outcome, cause) {
    if (outcome === 'partial') return;
    this.#opening = false;
    // This was the answer to `open`: asking for the same again could repeat without end.
    const isPart = outcome === 'ok' && !this.#window.isWanted && this.confirmed.partial;
    this.#follow(outcome === 'ok' && !isPart ? 'ok' : 'anew', cause);
    if (outcome !== 'ok' || isPart) return;
    this.#reopenRetry.succeeded();
    // Before it is told: who hears of it asks for rows at once.
    this.#window.opened();
    this.#become('live');
    if (this.isWhole) this.emit('whole', true);
    this.#answers.lookAtUnclear();
    this.#flush();
    this.#session.send(messages.presence(this.id, this.#presence));
  }

  #onOpened({ epoch, lastId, role }) {
    this.role = role;
    this.#replica.opened();
    this.#replica.tellsAuthors = this.#session.features.has('authors');
    this.#outbox.raise(lastId, this.epoch !== undefined && this.epoch !== epoch);
    this.#roster.expectAll();
  }

  #onSnapshot(message) {
    const outcome = this.#replica.takeSnapshot(message);
    if (outcome === 'partial') this.emit('progress', (message.part + 1) / message.parts);
    this.#synced(outcome, { whole: true });
  }

  #onOutline(message) { this.#synced(this.#replica.takeOutline(message), { whole: true }); }

  #onCatchup({ sets, counts }) {
    this.#answers.sets(sets);
    this.#synced(this.#replica.takeSets(sets, counts), { sets });
  }

  #onChanges({ sets, counts }) {
    this.#answers.sets(sets);
    // While the list is being opened, its snapshot or catchup includes these sets.
    if (!this.#opening) this.#follow(this.#replica.takeSets(sets, counts), { sets });
    this.#flush();
  }

  #onError(error) {
    if (error.n !== undefined) this.#window.take(error);
    else if (error.id !== undefined) this.#answers.reject(error);
    else if (error.code === 'unknownList') this.#end(error.code);
    else if (error.code === 'unavailable') {
      // The list exists, and the server cannot read it now: nothing is dropped.
      this.#suspend();
      this.#reopenRetry.schedule();
      this.#become('unavailable');
    }
  }

  /** Nothing is in flight: edits are sent again, under the same ids, once the list is open. */
  #suspend() {
    this.#opening = false;
    this.#window.closed();
    this.#outbox.restart();
  }

  #onHead(head) {
    if (this.#opening || !this.#replica.list) return;
    const outcome = this.#replica.compare(head);
    if (outcome === 'parts') this.#window.check();
    else if (outcome !== 'ok') this.open({ anew: outcome === 'anew' });
  }

  #onPresence(message) {
    this.#roster.take(message, this.#session.me);
    this.emit('presence');
  }

  #end(code) {
    this.#opening = false;
    this.#reopenRetry.cancel();
    const lost = this.#outbox.clear();
    this.#become('gone');
    this.emit('whole', false);
    this.emit('gone', code, lost.length, lost);
  }
}
