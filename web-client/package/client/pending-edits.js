/** The edits of one list that the server has not answered yet, in the order of their ids. Pure. */

import { applyActions } from '../list-model.js';
import { withoutOvertaken } from './overtaken.js';

/** Whether an entry is sent again after `other`, which was made after it. */
const isBehind = ({ again, id, step }, other) => again && id > other.id && step < other.step;

/** Whether an entry, which is no edit, was made after `other`, which is something else. */
const isStepAfter = ({ kind, step }, other) => kind !== 'edit' && other.kind !== kind
  && other.step < step;

/**
 * An entry is `{kind, id, step, base, epoch, actions, revision, at}` and its state: `sent` in this
 * session, and for how many checks of the answer timeout it has waited since (`looks`); `tried` in
 * any session; `again` after a transient refusal, the code of that, which gives it another `id` and
 * leaves it its `step`, the order in which edits were made; `isOvertaken` where an undo, redo or
 * restore would then come after later edits; `isAdopted` where an earlier page made it;
 * `isUnclear` where nothing tells whether it was applied; `settledAt`, the revision of its answer.
 * An entry that was answered with a revision that has not arrived yet stays, so that the list on
 * screen does not go back meanwhile.
 */
export class PendingEdits {
  entries = [];
  lastId = 0;

  /** Adopts the entries that an earlier page left, and the highest id that it used. */
  adopt({ entries = [], lastId = 0 }) {
    this.entries = entries.map((entry) => ({
      step: entry.id, ...entry, sent: false, looks: 0, tried: true, isAdopted: true, settledAt: undefined,
    }));
    this.raise(Math.max(lastId, ...entries.map((entry) => entry.id), 0));
  }

  /** Makes every new id greater than `id`, and those of the entries that were never sent. */
  raise(id) {
    this.lastId = Math.max(this.lastId, id);
    const fresh = this.unanswered.filter((one) => !one.tried);
    if (fresh.some((one) => one.id <= id)) this.#renumber(fresh);
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

  /** Whether an entry that was made before `entry` waits to be sent again after a refusal with one of `codes`. */
  followsRetry(entry, codes) {
    return this.unanswered.some(({ again, sent, step }) => codes.has(again) && !sent
      && step < entry.step);
  }

  /**
   * Queues an entry that was refused with `code` again under a new id; entries that were never sent stay
   * after it.
   */
  requeue(entry, code) {
    entry.again = code;
    this.#renumber([entry, ...this.entries.filter(
      (one) => one.id > entry.id && !one.tried && !one.again)]);
  }

  #renumber(moved) {
    this.entries = this.entries.filter((one) => !moved.includes(one));
    for (const one of moved) this.add(one);
  }

  /** `later` is applied: what was made before and is sent again after it leaves out what it set. */
  overtake(later) {
    for (const one of this.unanswered.filter((entry) => isBehind(entry, later))) {
      if (one.kind !== 'edit') one.isOvertaken = true;
      else one.actions = withoutOvertaken(one.actions, later.actions ?? []);
      if (one.actions?.length === 0) this.entries = this.entries.filter((entry) => entry !== one);
    }
  }

  get unanswered() {
    return this.entries.filter((entry) => entry.settledAt === undefined);
  }

  /**
   * Marks as sent, and returns, the entries to send now: at most `limit` are in flight. One that is
   * sent again waits for the answers to those that were made after it; an undo, redo or restore for those to what was
   * made before it, which would come after it if it was refused for now.
   */
  takeSendable(limit) {
    const open = this.unanswered;
    const unsent = open.filter((entry) => !entry.sent);
    const waiting = unsent.findIndex((one) => (one.again || one.kind !== 'edit')
      && open.some((other) => isBehind(one, other) || isStepAfter(one, other)));
    const room = Math.max(0, limit - (open.length - unsent.length));
    const ready = unsent.slice(0, waiting < 0 ? room : Math.min(waiting, room));
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

  /**
   * `list` with every entry applied on top, as they were made, or with those made after `step`; one that no longer
   * applies waits for its answer.
   */
  rebase(list, step = 0) {
    return this.entries.filter((one) => one.step > step).sort((a, b) => a.step - b.step)
      .reduce((current, { kind, actions }) => (
        kind === 'edit' ? applyActions(current, actions).list : current), list);
  }
}
