/** One list that is kept open: what the server said, and one's own edits on top of it. */

import * as messages from '../messages.js';
import { Emitter } from './emitter.js';
import { PendingEdits } from './pending-edits.js';
import { Replica } from './replica.js';
import { Roster } from './roster.js';

/**
 * Emits `change` (the optimistic list is another one; `{own}` or `{sets}` or `{whole}`), `rejected`
 * (entry, code, message), `clamped` (entries, entry), `nothing` (kind: nothing was left to undo or
 * redo), `answered`, `presence`, `status` and `gone` (code).
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
  #pending = new PendingEdits();
  #roster = new Roster();
  #opening = false;
  #wholeRoster = true;
  #presence = { mode: 'inactive' };

  /** `session` gives `send`, `me`, `limits`, `now` and `queue` (`save(list, entries, lastId)`). */
  constructor(id, session, left = {}) {
    super();
    this.id = id;
    this.#session = session;
    this.#pending.adopt(left);
  }

  get revision() { return this.#replica.revision; }

  get epoch() { return this.#replica.epoch; }

  get confirmed() { return this.#replica.list; }

  get others() { return this.#roster.others; }

  /** How many edits wait for their answers. */
  get waiting() { return this.#pending.unanswered.length; }

  nameOf(client) { return this.#roster.nameOf(client); }

  /** Shows what was kept from an earlier time, until the server says something. */
  recall(kept) {
    if (this.#replica.list || this.status === 'gone') return;
    this.#replica.recall(kept);
    this.#refresh({ whole: true });
  }

  /** Applies `actions` here at once and sends them; returns the edit's id. */
  edit(actions, note) {
    return this.#submit({ kind: 'edit', actions, note });
  }

  undo() { return this.#submit({ kind: 'undo' }); }

  redo() { return this.#submit({ kind: 'redo' }); }

  /** Tells the others what one is doing: `{mode, selected, dragging, editing}`. */
  show(presence) {
    this.#presence = presence;
    if (this.status === 'live') this.#session.send(messages.presence(this.id, presence));
  }

  /** Asks for the list, since what is held or anew. Called when a session begins, too. */
  open({ anew = false, session = false } = {}) {
    if (session) {
      this.#opening = false;
      this.#pending.forgetSending();
    }
    if (this.#opening || this.status === 'gone') return;
    this.#opening = true;
    this.#become('opening');
    const { revision, epoch } = anew ? {} : this.#replica;
    this.#session.send(messages.openList(this.id, revision, epoch));
  }

  /** The session is lost: edits wait, the others are out of sight. */
  lost() {
    this.#roster.clear();
    this.#become(this.status === 'gone' ? 'gone' : 'offline');
    this.emit('presence');
  }

  take(message) {
    OpenList.#TAKE[message.type]?.(this, message);
  }

  #submit(draft) {
    const { revision: base, epoch } = this.#replica;
    const entry = this.#pending.add({ ...draft, base, epoch, at: this.#session.now() });
    this.#save();
    if (entry.kind === 'edit') this.#refresh({ own: entry });
    this.#flush();
    return entry.id;
  }

  #flush() {
    if (this.status !== 'live') return;
    const ready = this.#pending.takeSendable(this.#session.limits.inFlight);
    for (const entry of ready) this.#session.send(messages.pendingEdit(this.id, entry));
  }

  #save() {
    this.#session.queue?.save(this.id, this.#pending.unanswered, this.#pending.lastId);
  }

  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.emit('status', status);
  }

  #refresh(cause) {
    this.#pending.prune(this.#replica.revision);
    this.list = this.#replica.list && this.#pending.reapply(this.#replica.list);
    this.emit('change', cause);
  }

  /** Goes on as the replica says after it took something. */
  #follow(outcome, cause) {
    if (outcome === 'partial') return;
    if (outcome !== 'ok') {
      this.open({ anew: outcome === 'anew' });
      return;
    }
    this.#refresh(cause);
  }

  #synced(outcome, cause) {
    if (outcome === 'partial') return;
    this.#opening = false;
    // What came was asked for: asking for the same again could go on for ever.
    this.#follow(outcome === 'ok' ? 'ok' : 'anew', cause);
    if (outcome !== 'ok') return;
    this.#become('live');
    this.#flush();
    this.#session.send(messages.presence(this.id, this.#presence));
  }

  #answeredBy(sets) {
    const own = sets.filter((set) => set.client === this.#session.me);
    for (const { intent, revision, clamped } of own) {
      const entry = this.#pending.answer(intent, revision);
      if (entry && clamped.length > 0) this.emit('clamped', clamped, entry);
    }
    if (own.length === 0) return;
    this.#save();
    this.emit('answered');
  }

  #settle(id, revision) {
    const entry = this.#pending.answer(id, revision);
    if (!entry) return undefined;
    this.#save();
    this.#flush();
    this.emit('answered');
    return entry;
  }

  #onOpened({ lastId, role }) {
    this.role = role;
    this.#pending.raise(lastId);
    this.#wholeRoster = true;
  }

  #onSnapshot(message) {
    this.#synced(this.#replica.takeSnapshot(message), { whole: true });
  }

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

  #onReject({ id, code, message }) {
    const entry = this.#settle(id, 0);
    if (!entry) return;
    this.#refresh({ own: entry });
    this.emit('rejected', entry, code, message);
  }

  #onError({ id, code, message }) {
    if (id !== undefined) this.#onReject({ id, code, message });
    else if (code === 'unknownList') this.#end(code);
  }

  #onHead(head) {
    if (this.#opening || !this.#replica.list) return;
    const outcome = this.#replica.compare(head);
    if (outcome !== 'ok') this.open({ anew: outcome === 'anew' });
  }

  #onPresence(message) {
    this.#roster.take(message, this.#session.me, this.#wholeRoster);
    this.#wholeRoster = false;
    this.emit('presence');
  }

  #end(code) {
    this.#opening = false;
    this.#pending.clear();
    this.#save();
    this.#become('gone');
    this.emit('gone', code);
  }
}
