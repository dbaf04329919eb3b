/** The edits of one list on their way: numbered, kept over reloads, sent in order, answered. */

import * as messages from '../messages.js';
import { AnswerWatch } from './answer-watch.js';
import { PendingEdits } from './pending-edits.js';
import { PutOff } from './put-off.js';

export class Outbox {
  #list;
  #session;
  #pending = new PendingEdits();
  #putOff;
  #watch;

  /**
   * `left` is what an earlier page could not send; `resume` runs after each pause, `overdue` when
   * answers are overdue, or no longer.
   */
  constructor(list, session, left, { resume, overdue }) {
    this.#list = list;
    this.#session = session;
    this.#pending.adopt(left);
    this.#putOff = new PutOff(this.#pending, session, resume);
    this.#watch = new AnswerWatch(this.#pending, session, overdue);
  }

  /** How many edits wait for their answers. */
  get waiting() { return this.#pending.unanswered.length; }

  /** Whether edits are held back because the server refused some for now. */
  get delayed() { return this.#putOff.active; }

  /** Whether the server has left edits unanswered for so long that it cannot say what became of them. */
  get overdue() { return this.#watch.overdue; }

  /**
   * Why `made` cannot be sent, `{code, message}`: the server would refuse the frame whole, or close the
   * connection. `undefined` where it can.
   */
  refusal(made) {
    const deep = messages.deepField(made.actions ?? []);
    if (deep !== undefined) return { code: 'badMessage', message: messages.tooDeep(deep) };
    const bytes = messages.frameBytes(messages.pendingEdit(this.#list, made));
    return bytes <= this.#session.limits.frameBytes ? undefined
      : { code: 'tooLarge', message: 'too large for one change; do it in smaller ones' };
  }

  add(made) {
    const entry = this.#pending.add({ ...made, at: this.#session.now() });
    this.#save();
    return entry;
  }

  /** Sends what may be sent; `epoch` is that of the list. */
  flush(epoch) {
    if (this.delayed) return;
    for (const entry of this.#pending.takeSendable(this.#session.limits.inFlight)) {
      entry.epoch ??= epoch;
      this.#session.send(messages.pendingEdit(this.#list, entry));
    }
    this.#watch.look();
  }

  /** What has no answer is to be sent again, under its id, once the list is open again. */
  restart() {
    this.#pending.forgetSending();
    this.#watch.look();
  }

  raise(lastId) { this.#pending.raise(lastId); }

  /** The edit of `id` was answered at `revision`; returns it, where it had no answer yet. */
  settle(id, revision) {
    const entry = this.#pending.answer(id, revision);
    if (entry) this.#changed();
    return entry;
  }

  /** One's own edits among `sets` are answered: `[[entry, set]]`. */
  settleOwn(sets) {
    const own = sets.filter((set) => set.client === this.#session.me);
    if (own.length === 0) return [];
    this.#putOff.settled();
    const answered = own.map((set) => [this.#pending.answer(set.intent, set.revision), set]);
    this.#changed();
    return answered.filter(([entry]) => entry !== undefined);
  }

  /** Whether a refusal is one for now, so that its edit goes out again. */
  putsOff(refusal) {
    const again = this.#putOff.takes(refusal);
    if (again) this.#changed();
    return again;
  }

  /** `list` as it is to be seen: with what waits, or has not arrived yet, on top. */
  over(list, revision) {
    this.#pending.prune(revision);
    return list && this.#pending.reapply(list);
  }

  /** Gives everything up; returns how many edits that were. */
  clear() {
    const { length } = this.#pending.clear();
    this.#changed();
    return length;
  }

  #changed() {
    this.#save();
    this.#watch.look();
  }

  #save() {
    this.#session.queue?.save(this.#list, this.#pending.unanswered, this.#pending.lastId);
  }
}
