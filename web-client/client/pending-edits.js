/** The edits of one list that the server has not answered yet, in the order of their ids. Pure. */

import { applyActions } from '../list-model.js';

/**
 * An entry is `{kind, id, step, base, epoch, actions, revision, at}` and its state: `sent` in this
 * session, and for how many checks of the answer timeout it has waited since (`looks`); `tried` in
 * any session; `again` after a transient refusal, which gives it another `id` and leaves it its
 * `step`; `settledAt`, the revision of its answer. An entry that was
 * answered with a revision that has not arrived yet stays, so that the list on screen does not go
 * back meanwhile.
 */
export class PendingEdits {
  entries = [];
  lastId = 0;

  /** Adopts the entries that an earlier page left, and the highest id that it used. */
  adopt({ entries = [], lastId = 0 }) {
    this.entries = entries.map((entry) => (
      { ...entry, sent: false, looks: 0, tried: true, settledAt: undefined }));
    this.raise(Math.max(lastId, ...entries.map((entry) => entry.id), 0));
  }

  /** Makes every new id greater than `id`. */
  raise(id) {
    this.lastId = Math.max(this.lastId, id);
  }

  /** Appends an entry under the next id and returns it. */
  add(entry) {
    this.lastId += 1;
    const step = entry.step ?? this.lastId;
    const added = { ...entry, id: this.lastId, step, sent: false, looks: 0, tried: false };
    this.entries.push(added);
    return added;
  }

  /** The unanswered entry of `id`, or `undefined`. */
  find(id) {
    return this.entries.find((one) => one.id === id && one.settledAt === undefined);
  }

  /** Whether entries wait to be sent again after a transient refusal. */
  get hasRetries() { return this.entries.some((one) => one.again && !one.tried); }

  /** Queues a refused entry again under a new id; entries that were never sent stay behind it. */
  requeue(entry) {
    const later = this.entries.filter((one) => one.id > entry.id && !one.tried && !one.again);
    const moved = [{ ...entry, again: true }, ...later];
    this.entries = this.entries.filter((one) => one !== entry && !later.includes(one));
    for (const one of moved) this.add(one);
  }

  get unanswered() {
    return this.entries.filter((entry) => entry.settledAt === undefined);
  }

  /** Marks as sent, and returns, the entries to send now: at most `limit` are in flight. */
  takeSendable(limit) {
    const open = this.unanswered;
    const inFlight = open.filter((entry) => entry.sent).length;
    const ready = open.filter((entry) => !entry.sent).slice(0, Math.max(0, limit - inFlight));
    for (const entry of ready) Object.assign(entry, { sent: true, tried: true });
    return ready;
  }

  /** Takes an entry back that was never sent; returns it, or `undefined` where it was. */
  withdraw(step) {
    const entry = this.unanswered.find((one) => one.step === step && !one.tried);
    this.entries = this.entries.filter((one) => one !== entry);
    return entry;
  }

  /** Marks every entry as not sent: after a reconnect the same ids are sent again. */
  markUnsent() {
    for (const entry of this.entries) Object.assign(entry, { sent: false, looks: 0 });
  }

  /** Counts one more check for every entry in flight. */
  countCheck() {
    for (const entry of this.unanswered) if (entry.sent) entry.looks += 1;
  }

  /** Whether an entry in flight has waited for at least so many checks. */
  hasWaited(checks) {
    return this.unanswered.some((entry) => entry.sent && entry.looks >= checks);
  }

  /** Records the answer of `id` at `revision`; returns its entry where it had none before. */
  answer(id, revision) {
    const entry = this.find(id);
    if (entry) entry.settledAt = revision;
    return entry;
  }

  /** Removes the answered entries that the list at `revision` includes. */
  prune(revision) {
    this.entries = this.entries.filter((entry) => !(entry.settledAt <= revision));
  }

  /** Removes every entry; returns those that were not answered. */
  clear() {
    const dropped = this.unanswered;
    this.entries = [];
    return dropped;
  }

  /** `list` with every entry applied on top; one that no longer applies waits for its answer. */
  rebase(list) {
    return this.entries.reduce((current, { kind, actions }) => (
      kind === 'edit' ? applyActions(current, actions).list : current), list);
  }
}
