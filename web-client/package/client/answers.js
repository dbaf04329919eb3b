/** What the server answers to the edits of one list, and what is reported of it. */

import { isApplied } from '../list-model.js';

export class Answers {
  #list;
  #outbox;
  #steps;
  #shown;
  #flush;

  /** `list` is the `OpenList`, whose events tell the answers; `flush()` sends what may be sent now. */
  constructor(list, { outbox, steps, shown, flush }) {
    this.#list = list;
    this.#outbox = outbox;
    this.#steps = steps;
    this.#shown = shown;
    this.#flush = flush;
  }

  /** Takes the sets that are answers to own edits. */
  sets(sets) {
    for (const [entry, title] of this.#outbox.replaced(sets)) {
      this.#list.emit('replaced', entry, title);
    }
    const own = this.#outbox.settleOwn(sets);
    for (const [entry, { clamped, final }] of own) {
      if (clamped.length > 0) this.#list.emit('clamped', clamped, entry);
      if (final) this.#list.emit('final', entry);
    }
    if (own.length > 0) this.#answered(own.map(([entry]) => entry));
  }

  /** Takes an `ack`. */
  ack({ id, revision, outcome, applied, clamped }) {
    const isDuplicate = outcome === 'duplicate';
    const isUnclear = applied === undefined || (applied && this.#outbox.isAdoptedEdit(id));
    if (isDuplicate && isUnclear) {
      if (this.#outbox.doubt(id)) this.#list.open();
      return;
    }
    const did = isDuplicate ? { true: 'applied', false: 'notApplied' }[applied] : outcome;
    const entry = this.#settle(id, applied === false ? 0 : revision ?? 0, did);
    if (!entry) return;
    if (clamped.length > 0) this.#list.emit('clamped', clamped, entry);
    const isStep = entry.kind !== 'edit' && !entry.skip;
    if (outcome === 'noop' && isStep && !entry.part) this.#list.emit('nothing', entry.kind);
    if (applied && isDuplicate && revision > this.#list.revision) this.#list.open();
    this.#shown.refresh({ own: entry });
    if (did === 'notApplied') {
      this.#tellUnlessMade(entry, did, 'it was not applied; why was lost with the connection');
    }
  }

  /** Takes a `reject`, or an `error` that names an edit. */
  reject(refusal) {
    if (this.#outbox.retries(refusal)) {
      this.#shown.refresh({ own: null });
      this.#list.emit('delayed', refusal.code);
      return;
    }
    const { id, code, message } = refusal;
    const nothing = code === 'nothingToUndo' || code === 'nothingToRedo';
    const entry = this.#settle(id, 0, nothing ? 'nothing' : 'refused');
    if (!entry) return;
    this.#shown.refresh({ own: entry });
    if (!nothing || this.#steps.found(entry)) this.#list.emit('rejected', entry, code, message);
  }

  /** The list has been opened again: what the server does not know of edits, it shows. */
  lookAtUnclear() {
    const unclear = this.#outbox.settleUnclear();
    if (unclear.length === 0) return;
    this.#shown.refresh({ own: unclear.at(-1) });
    for (const entry of unclear) {
      this.#tellUnlessMade(entry, 'outcomeUnknown', 'the server does not know whether it was applied');
    }
    this.#answered(unclear);
  }

  /** Tells that an edit was not made, unless the list is as that would make it. */
  #tellUnlessMade(entry, ...reason) {
    const { kind, actions, skip } = entry;
    const isMade = kind === 'edit' ? isApplied(this.#list.confirmed, actions) : skip;
    if (!isMade) this.#list.emit('rejected', entry, ...reason);
  }

  #settle(id, revision, outcome) {
    const entry = this.#outbox.settle(id, revision, outcome);
    if (!entry) return undefined;
    this.#flush();
    this.#answered([entry]);
    return entry;
  }

  /** `entries` have their answers. */
  #answered(entries) {
    this.#list.emit('answered');
    this.#steps.answered(entries);
  }
}
