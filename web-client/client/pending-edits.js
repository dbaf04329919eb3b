/** The edits of one list that were not answered yet, in the order of their ids. */

import { applyActions } from '../list-model.js';

/**
 * An entry is `{kind, id, base, epoch, actions, at, sent, looks, tried, again, settledAt}`: `sent` in
 * this session, and through how many `looks` it has waited since; `tried` in any; `again` after it was
 * refused for now. One that was answered with a
 * revision which has not arrived yet stays, so that nothing jumps back on screen meanwhile.
 */
export class PendingEdits {
  entries = [];
  lastId = 0;

  /** Takes over what an earlier page left: its entries and the highest id that it used. */
  adopt({ entries = [], lastId = 0 }) {
    this.entries = entries.map((entry) => (
      { ...entry, sent: false, looks: 0, tried: true, settledAt: undefined }));
    this.raise(Math.max(lastId, ...entries.map((entry) => entry.id), 0));
  }

  /** Never counts at or below `id` again. */
  raise(id) {
    this.lastId = Math.max(this.lastId, id);
  }

  add(entry) {
    this.lastId += 1;
    const added = { ...entry, id: this.lastId, sent: false, looks: 0, tried: false };
    this.entries.push(added);
    return added;
  }

  /** The entry of `id` that has no answer yet, or `undefined`. */
  find(id) {
    return this.entries.find((one) => one.id === id && one.settledAt === undefined);
  }

  /** Whether there are entries that were refused for now and not sent again yet. */
  get repeats() { return this.entries.some((one) => one.again && !one.tried); }

  /** Queues an answered entry under a new id; what was never sent stays behind it. */
  repeat(entry) {
    const later = this.entries.filter((one) => one.id > entry.id && !one.tried && !one.again);
    const moved = [{ ...entry, again: true }, ...later];
    this.entries = this.entries.filter((one) => one !== entry && !later.includes(one));
    for (const one of moved) this.add(one);
  }

  get unanswered() {
    return this.entries.filter((entry) => entry.settledAt === undefined);
  }

  /** The entries to send now, with at most `limit` of them without an answer. */
  takeSendable(limit) {
    const open = this.unanswered;
    const inFlight = open.filter((entry) => entry.sent).length;
    const ready = open.filter((entry) => !entry.sent).slice(0, Math.max(0, limit - inFlight));
    for (const entry of ready) Object.assign(entry, { sent: true, tried: true });
    return ready;
  }

  /** Nothing counts as sent, after a reconnect or while the list cannot be read: the same ids are sent again. */
  forgetSending() {
    for (const entry of this.entries) Object.assign(entry, { sent: false, looks: 0 });
  }

  /** What was sent has waited through one more look. */
  age() {
    for (const entry of this.unanswered) if (entry.sent) entry.looks += 1;
  }

  /** Whether something that was sent has waited through so many looks. */
  waitedFor(looks) {
    return this.unanswered.some((entry) => entry.sent && entry.looks >= looks);
  }

  /** Marks the answer of `id` at `revision`; returns its entry where it had none before. */
  answer(id, revision) {
    const entry = this.find(id);
    if (entry) entry.settledAt = revision;
    return entry;
  }

  /** Lets go of answered entries that the list at `revision` holds. */
  prune(revision) {
    this.entries = this.entries.filter((entry) => !(entry.settledAt <= revision));
  }

  clear() {
    const dropped = this.unanswered;
    this.entries = [];
    return dropped;
  }

  /** `list` with every entry applied again; what no longer applies waits for its answer. */
  reapply(list) {
    return this.entries.reduce((current, { kind, actions }) => (
      kind === 'edit' ? applyActions(current, actions).list : current), list);
  }
}
