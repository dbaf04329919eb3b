/** One list that is kept open: what the server said, and one's own edits on top of it. */

import * as messages from '../messages.js';
import { Emitter } from './emitter.js';
import { Later } from './later.js';
import { Outbox } from './outbox.js';
import { Replica } from './replica.js';
import { Roster } from './roster.js';

/**
 * Emits `change` (the optimistic list is another one; `{own}` or `{sets}` or `{whole}`), `rejected`
 * (entry, code, message), `delayed` (code: edits are kept and sent again), `overdue` (whether answers
 * are), `clamped` (entries, entry), `final` (entry: it cannot be undone), `nothing` (kind: nothing was
 * left to undo or redo), `answered`, `presence`, `status` and `gone` (code, how many edits were lost).
 */
export class OpenList extends Emitter {
  status = 'opening';
  role = undefined;
  list = null;
  static #TAKE = {
    opened: (list, message) => list.#onOpened(message),
    snapshot: (list, message) => list.#onSnapshot(message),
    catchup: (list, message) => list.#onCatchup(message),
    changes: (list, message) => list.#onChanges(message),
    ack: (list, message) => list.#onAck(message),
    reject: (list, message) => list.#onReject(message),
    error: (list, message) => list.#onError(message),
    head: (list, message) => list.#onHead(message),
    presence: (list, message) => list.#onPresence(message),
    closed: (list, message) => list.#end(message.code),
  };

  #session;
  #replica = new Replica();
  #outbox;
  #roster = new Roster();
  #opening = false;
  #reopening;
  #presence = { mode: 'inactive' };

  /** `session` gives `send`, `me`, `limits`, `now`, `timers` and `queue` (`save`). */
  constructor(id, session, left = {}) {
    super();
    this.id = id;
    this.#session = session;
    this.#reopening = new Later(session.timers, { first: 1000, longest: 30_000 }, () => this.open());
    this.#outbox = new Outbox(id, session, left,
      { resume: () => this.#flush(), overdue: (overdue) => this.emit('overdue', overdue) });
  }

  get revision() { return this.#replica.revision; }
  get epoch() { return this.#replica.epoch; }
  get confirmed() { return this.#replica.list; }
  get others() { return this.#roster.others; }

  /** How many edits wait for their answers. */
  get waiting() { return this.#outbox.waiting; }

  /** Whether edits are held back because the server refused some for now. */
  get delayed() { return this.#outbox.delayed; }

  /** Whether the server has left edits unanswered for so long that it cannot say what became of them. */
  get overdue() { return this.#outbox.overdue; }

  nameOf(client) { return this.#roster.nameOf(client); }

  /** Shows what was kept from an earlier time, until the server says something. */
  recall(kept) {
    if (this.#replica.list || this.status === 'gone') return;
    this.#replica.recall(kept);
    this.#refresh({ whole: true });
  }

  /** Applies `actions` here at once and sends them; returns the edit's id, or 0 (not possible). */
  edit(actions, note) { return this.#submit({ kind: 'edit', actions, note }); }
  undo() { return this.#submit({ kind: 'undo' }); }
  redo() { return this.#submit({ kind: 'redo' }); }

  /** Tells the others what one is doing: `{mode, selected, dragging, editing}`. */
  show(presence) {
    this.#presence = presence;
    if (this.status === 'live') this.#session.send(messages.presence(this.id, presence));
  }

  /** Asks for the list, since what is held or anew. Called when a session begins, too. */
  open({ anew = false } = {}) {
    if (this.#opening || this.status === 'gone') return;
    this.#opening = true;
    this.#reopening.cancel();
    // One that cannot be read stays so until it has come.
    if (this.status !== 'unavailable') this.#become('opening');
    const { revision, epoch } = anew ? {} : this.#replica;
    this.#session.send(messages.openList(this.id, revision, epoch));
  }

  /** The session is lost: edits wait, the others are out of sight. */
  lost() {
    this.#suspend();
    this.#reopening.cancel();
    this.#roster.clear();
    this.#become(this.status === 'gone' ? 'gone' : 'offline');
    this.emit('presence');
  }

  /** The list is not followed any more. */
  closed() { this.#reopening.cancel(); }

  take(message) { OpenList.#TAKE[message.type]?.(this, message); }

  #submit(draft) {
    if (this.status === 'gone') return 0;
    const made = { ...draft, ...this.#replica.point };
    const refusal = this.#outbox.refusal(made);
    if (refusal) {
      this.emit('rejected', made, refusal.code, refusal.message);
      return 0;
    }
    const entry = this.#outbox.add(made);
    if (entry.kind === 'edit') this.#refresh({ own: entry });
    this.#flush();
    return entry.id;
  }

  #flush() { if (this.status === 'live') this.#outbox.flush(this.epoch); }

  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.emit('status', status);
  }

  #refresh(cause) {
    this.list = this.#outbox.over(this.#replica.list, this.revision);
    this.emit('change', cause);
  }

  /** Goes on as the replica says after it took something. */
  #follow(outcome, cause) {
    if (outcome === 'ok') this.#refresh(cause);
    else if (outcome !== 'partial') this.open({ anew: outcome === 'anew' });
  }

  #synced(outcome, cause) {
    if (outcome === 'partial') return;
    this.#opening = false;
    // What came was asked for: asking for the same again could go on for ever.
    this.#follow(outcome === 'ok' ? 'ok' : 'anew', cause);
    if (outcome !== 'ok') return;
    this.#reopening.done();
    this.#become('live');
    this.#flush();
    this.#session.send(messages.presence(this.id, this.#presence));
  }

  #answeredBy(sets) {
    const own = this.#outbox.settleOwn(sets);
    for (const [entry, { clamped, final }] of own) {
      if (clamped.length > 0) this.emit('clamped', clamped, entry);
      if (final) this.emit('final', entry);
    }
    if (own.length > 0) this.emit('answered');
  }

  #settle(id, revision) {
    const entry = this.#outbox.settle(id, revision);
    if (!entry) return undefined;
    this.#flush();
    this.emit('answered');
    return entry;
  }

  #onOpened({ lastId, role }) {
    this.role = role;
    this.#outbox.raise(lastId);
    this.#roster.expectAll();
  }

  #onSnapshot(message) { this.#synced(this.#replica.takeSnapshot(message), { whole: true }); }

  #onCatchup({ sets, counts }) {
    this.#answeredBy(sets);
    this.#synced(this.#replica.takeSets(sets, counts), { sets });
  }

  #onChanges({ sets, counts }) {
    this.#answeredBy(sets);
    // While the list is being opened again, its snapshot or catchup holds these sets too.
    if (!this.#opening) this.#follow(this.#replica.takeSets(sets, counts), { sets });
    this.#flush();
  }

  #onAck({ id, revision, outcome, applied, clamped }) {
    const unknown = outcome === 'duplicate' && applied === undefined;
    const entry = this.#settle(id, applied === false ? 0 : revision ?? 0);
    if (!entry) return;
    if (clamped.length > 0) this.emit('clamped', clamped, entry);
    if (outcome === 'noop' && entry.kind !== 'edit') this.emit('nothing', entry.kind);
    if (unknown || (outcome === 'duplicate' && revision > this.revision)) this.open();
    this.#refresh({ own: entry });
  }

  #onReject(refusal) {
    if (this.#outbox.putsOff(refusal)) {
      this.#refresh({ own: null });
      this.emit('delayed', refusal.code);
      return;
    }
    const { id, code, message } = refusal;
    const entry = this.#settle(id, 0);
    if (!entry) return;
    this.#refresh({ own: entry });
    this.emit('rejected', entry, code, message);
  }

  #onError(error) {
    if (error.id !== undefined) this.#onReject(error);
    else if (error.code === 'unknownList') this.#end(error.code);
    else if (error.code === 'unavailable') {
      // It is there, and cannot be read now: nothing is dropped.
      this.#suspend();
      this.#reopening.plan();
      this.#become('unavailable');
    }
  }

  /** Nothing is under way any more: edits go out again, under their ids, once the list is open. */
  #suspend() {
    this.#opening = false;
    this.#outbox.restart();
  }

  #onHead(head) {
    if (this.#opening || !this.#replica.list) return;
    const outcome = this.#replica.compare(head);
    if (outcome !== 'ok') this.open({ anew: outcome === 'anew' });
  }

  #onPresence(message) {
    this.#roster.take(message, this.#session.me);
    this.emit('presence');
  }

  #end(code) {
    this.#opening = false;
    this.#reopening.cancel();
    const lost = this.#outbox.clear();
    this.#become('gone');
    this.emit('gone', code, lost);
  }
}
