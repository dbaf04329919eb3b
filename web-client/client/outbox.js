/** The edits of one list on their way: numbered, kept over reloads, sent in order, answered. */

import * as messages from '../messages.js';
import { PendingEdits } from './pending-edits.js';
import { PutOff } from './put-off.js';

export class Outbox {
  #list;
  #session;
  #pending = new PendingEdits();
  #putOff;

  /** `left` is what an earlier page could not send; `resume` runs after each pause. */
  constructor(list, session, left, resume) {
    this.#list = list;
    this.#session = session;
    this.#pending.adopt(left);
    this.#putOff = new PutOff(this.#pending, session, resume);
  }

  /** How many edits wait for their answers. */
  get waiting() { return this.#pending.unanswered.length; }

  /** Whether edits are held back because the server refused some for now. */
  get delayed() { return this.#putOff.active; }

  /** Whether the frame of `made` would be too large: the server would close the connection. */
  refuses(made) {
    const bytes = messages.frameBytes(messages.pendingEdit(this.#list, made));
    return bytes > this.#session.limits.frameBytes;
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
  }

  /** A session begins: what has no answer is sent again, above `lastId` go new ones. */
  restart() { this.#pending.forgetSending(); }

  raise(lastId) { this.#pending.raise(lastId); }

  /** The edit of `id` was answered at `revision`; returns it, where it had no answer yet. */
  settle(id, revision) {
    const entry = this.#pending.answer(id, revision);
    if (entry) this.#save();
    return entry;
  }

  /** One's own edits among `sets` are answered: `[[entry, clamped]]`. */
  settleOwn(sets) {
    const own = sets.filter((set) => set.client === this.#session.me);
    if (own.length === 0) return [];
    this.#putOff.settled();
    const answered = own.map((set) => [this.#pending.answer(set.intent, set.revision), set.clamped]);
    this.#save();
    return answered.filter(([entry]) => entry !== undefined);
  }

  /** Whether a refusal is one for now, so that its edit goes out again. */
  putsOff(refusal) {
    const again = this.#putOff.takes(refusal);
    if (again) this.#save();
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
    this.#save();
    return length;
  }

  #save() {
    this.#session.queue?.save(this.#list, this.#pending.unanswered, this.#pending.lastId);
  }
}
