/**
 * The way of this client's edits of one list to the server: numbered, stored, sent in order, sent
 * again after a transient refusal, and answered.
 */

import * as messages from '../messages.js';
import { PendingEdits } from './pending-edits.js';
import { BackOff } from './retry.js';
import { expected, UndoSteps } from './undo-steps.js';

export class Outbox {
  #list;
  #session;
  #pending = new PendingEdits();
  /** What can be undone once every edit that was answered is applied. */
  #steps;
  /** What can be once the others are applied, too; `null` where that is not worked out. */
  #expected = null;
  #retries;
  #timeout;

  /**
   * `stored` is what an earlier page left, `{entries, lastId, steps}`; `resume` is called after each
   * pause, `overdue` with whether answers are overdue whenever that changes.
   */
  constructor(list, session, stored, { resume, overdue }) {
    this.#list = list;
    this.#session = session;
    this.#pending.adopt(stored);
    this.#steps = new UndoSteps(stored.steps);
    this.#retries = new RefusalRetry(this.#pending, session, resume);
    this.#timeout = new AnswerTimeout(this.#pending, session, overdue);
  }

  /** How many edits the server has not answered. */
  get waiting() { return this.#pending.unanswered.length; }

  /**
   * Spans of rows, `[{section, start, end}]`, of the list as it is shown, widened so that they hold
   * the same rows in the list without the unanswered edits.
   */
  widened(spans) {
    const by = this.#pending.entries.reduce((sum, { actions = [] }) => sum + actions.reduce(
      (rows, action) => rows + (action.rows?.length ?? 1), 0), 0);
    return by === 0 ? spans : spans.map(({ section, start, end }) => (
      { section, start: Math.max(0, start - by), end: end + by }));
  }

  /** What can be undone and redone once the unanswered edits are applied, `UndoSteps`. */
  get steps() {
    this.#expected ??= this.#steps.after(this.#pending.unanswered, this.#session.limits.undo);
    return this.#expected;
  }

  /** Whether the edit of that step waits for its answer. */
  isUnanswered(step) { return this.#pending.unanswered.some((one) => one.step === step); }

  /** Takes an edit back that was never sent; returns it, or `undefined` where it was. */
  withdraw(step) {
    const entry = this.#pending.withdraw(step);
    if (entry) this.#changed();
    return entry;
  }

  /** Whether sending is paused after a transient refusal. */
  get delayed() { return this.#retries.paused; }

  /** Whether an edit in flight has had no answer for five to ten seconds. */
  get overdue() { return this.#timeout.overdue; }

  /**
   * Why `edit` cannot be sent, `{code, message}`: the server would refuse its whole frame, or close
   * the connection. `undefined` where it can.
   */
  refusal(edit) {
    const deep = messages.deepField(edit.actions ?? []);
    if (deep !== undefined) return { code: 'badMessage', message: messages.tooDeep(deep) };
    const bytes = messages.frameBytes(messages.pendingEdit(this.#list, edit));
    return bytes <= this.#session.limits.frameBytes ? undefined
      : { code: 'tooLarge', message: 'too large for one change; do it in smaller ones' };
  }

  /** Queues `edit` under the next id and stores the queue; returns the entry. */
  add(edit) {
    const entry = this.#pending.add({ ...edit, at: this.#session.now() });
    this.#expected?.answered(entry, expected(entry), this.#session.limits.undo);
    this.#save();
    return entry;
  }

  /** Sends what may be sent now; an edit without an epoch gets `epoch`, that of the list. */
  flush(epoch) {
    if (this.delayed) return;
    const ready = this.#pending.takeSendable(this.#session.limits.inFlight);
    // What was made before the list came is of this one, also after another load.
    const isNew = ready.some((entry) => entry.epoch === undefined);
    for (const entry of ready) entry.epoch ??= epoch;
    if (isNew) this.#save();
    for (const entry of ready) {
      this.#session.send(messages.pendingEdit(this.#list, entry));
      this.#session.asked();
    }
    this.#timeout.check();
  }

  /** Unanswered edits are sent again, under the same ids, with the next `flush`. */
  restart() {
    this.#pending.markUnsent();
    this.#timeout.check();
  }

  /**
   * Makes every new id greater than `lastId`, the highest that the server knows of this client;
   * `anew` tells that the list was made again.
   */
  raise(lastId, anew) {
    if (lastId === 0) this.#steps.clear();
    else if (anew) this.#steps.forget();
    // Their revisions are those of the list before.
    if (anew) this.#pending.prune(Infinity);
    this.#expected = null;
    this.#pending.raise(lastId);
  }

  /**
   * Records the answer of `id` at `revision`, with an outcome as `UndoSteps` has them; returns the
   * edit, if it had no answer yet.
   */
  settle(id, revision, outcome = 'refused') {
    const entry = this.#pending.answer(id, revision);
    if (!entry) return undefined;
    this.#take(entry, outcome);
    this.#changed();
    return entry;
  }

  /**
   * Whether `id` is an edit of an earlier page, which may have used that id for another one: its content
   * would be lost. An undo, redo or restore has none, and is made again by whoever misses it.
   */
  isAdoptedEdit(id) {
    const entry = this.#pending.find(id);
    return Boolean(entry?.isAdopted) && entry.kind === 'edit';
  }

  /** Nothing tells whether the edit of `id` was applied; returns whether it waits for an answer. */
  doubt(id) {
    const entry = this.#pending.find(id);
    if (entry) entry.isUnclear = true;
    return entry !== undefined;
  }

  /** Answers those of which that is not known, or forgotten since they were sent; returns them. */
  settleUnclear() {
    const { limits, now } = this.#session;
    const unclear = this.#pending.unanswered.filter(({ isUnclear, tried, sent, at }) => isUnclear
      || (tried && !sent && now() - at > limits.rememberDays * DAY));
    for (const { id } of unclear) this.settle(id, 0, 'unknown');
    return unclear;
  }

  /** Takes this client's own sets among `sets` as answers; returns them as `[[entry, set]]`. */
  settleOwn(sets) {
    const own = sets.filter((set) => set.client === this.#session.me);
    if (own.length === 0) return [];
    this.#retries.succeeded();
    const answered = own.map((set) => [this.#pending.answer(set.intent, set.revision), set])
      .filter(([entry]) => entry !== undefined);
    for (const [entry, { final }] of answered) this.#take(entry, final ? 'final' : 'applied');
    this.#changed();
    return answered;
  }

  /** Whether a refusal is transient; then its edit is queued again. */
  retries(refusal) {
    const again = this.#retries.takes(refusal);
    if (again) this.#changed();
    return again;
  }

  /** Forgets the answered edits that the list at `revision` includes. */
  prune(revision) { this.#pending.prune(revision); }

  /** `list` with the edits applied on top that it does not include. */
  rebase(list) { return list && this.#pending.rebase(list); }

  /** `list` with the unanswered edits that were made after `step`. */
  withLater(list, step) { return this.#pending.rebase(list, step); }

  /** Drops every edit; returns those that had no answer. */
  clear() {
    const dropped = this.#pending.clear();
    this.#steps.clear();
    this.#changed();
    return dropped;
  }

  /** Drops the edits that cannot be sent any more: `[[edit, code, message]]`. `list` is that of the server. */
  dropUnsendable(list, epoch) {
    const dropped = this.#pending.unanswered.filter((edit) => !edit.sent).flatMap((edit) => {
      const reason = this.#whyNot(edit, list, epoch);
      return reason ? [[edit, ...reason]] : [];
    });
    for (const [{ id }] of dropped) this.settle(id, 0);
    return dropped;
  }

  #whyNot(edit, list, epoch) {
    const { limits, features } = this.#session;
    if (edit.isOvertaken) return [edit.again, 'other edits were made meanwhile'];
    if (isOutdated(edit, list)) return ['conflict', 'the title was changed meanwhile'];
    if (edit.kind === 'restore' && !features.has('restore')) {
      return ['unknownType', 'the server restores no earlier states'];
    }
    // Measured once: limits are known only once the server has sent them.
    if (edit.fits === limits.frameBytes) return undefined;
    edit.fits = limits.frameBytes;
    const refusal = this.refusal({ epoch, ...edit });
    return refusal && [refusal.code, refusal.message];
  }

  /**
   * The titles of others in `sets` that edits with `ifTitle` replace, as these were sent before:
   * `[[edit, title]]`.
   */
  replaced(sets) {
    const sent = this.#pending.unanswered.filter(({ tried, ifTitle }) => tried && ifTitle);
    if (sent.length === 0) return [];
    const answered = new Set();
    return sets.flatMap((set) => {
      if (set.client === this.#session.me) {
        answered.add(set.intent);
        return [];
      }
      return sent.filter(({ id }) => !answered.has(id))
        .map((edit) => [edit, titleOf(set, edit.ifTitle.section)])
        .filter(([{ actions, ifTitle }, title]) => title !== undefined
          && !ifTitle.titles.includes(title) && actions.every((one) => one.title !== title));
    });
  }

  /** Takes the outcome of an edit that has its answer. */
  #take(entry, outcome) {
    this.#steps.answered(entry, outcome, this.#session.limits.undo);
    if (!NOT_APPLIED.has(outcome)) this.#pending.overtake(entry);
  }

  #changed() {
    this.#expected = null;
    this.#save();
    this.#timeout.check();
  }

  #save() {
    const { unanswered, lastId } = this.#pending;
    const { undo, redo, deeper, groups } = this.#steps;
    this.#session.queue?.save(this.#list, unanswered, lastId, { undo, redo, deeper, groups });
  }
}

/**
 * What an edit with `ifTitle`, `{section, title}`, may replace in `list`, which may be `null`: the
 * title seen, and the one without unanswered edits.
 */
export function titlesBefore(list, { section, title }) {
  const holder = section === undefined ? list
    : list?.sections.find((one) => one.id === section);
  return { section, titles: [title, holder?.title ?? title] };
}

/** Whether an edit was never sent, and its `ifTitle` does not hold in `list`. */
function isOutdated({ tried, ifTitle }, list) {
  if (tried || !ifTitle) return false;
  const { section, titles } = ifTitle;
  const holder = section === undefined ? list
    : list.sections.find((one) => one.id === section);
  return holder !== undefined && !titles.includes(holder.title);
}

/** The title that a set gives to a section, or to the list where `section` is `undefined`. */
const titleOf = (set, section) => (section === undefined ? set.updatedList
  : set.updatedSections?.find((one) => one.section === section))?.title;

/** Milliseconds. */
const DAY = 86_400_000;

/** Outcomes of edits that have set nothing. */
const NOT_APPLIED = new Set(['refused', 'nothing', 'notApplied']);

const TRANSIENT_CODES = new Set(['rateLimited', 'unavailable']);
/** Codes of edits that needed the result of one that is to be sent again. */
const DEPENDENT_CODES = new Set(['unknownRow', 'unknownSection']);
const LONGEST_PAUSE = 60_000;

/** Queues edits again that were refused only for now, and pauses sending before they go out. */
class RefusalRetry {
  #pending;
  #timers;
  #backOff = new BackOff({ first: 1000 });
  #resume;
  #timer = null;

  /** `resume` is called after each pause; nothing of the list is sent during one. */
  constructor(pending, { timers }, resume) {
    this.#pending = pending;
    this.#timers = timers;
    this.#resume = resume;
  }

  get paused() { return this.#timer !== null; }

  /** Queues the edit again under a new id where its refusal is transient; returns whether it is. */
  takes({ id, code, retryAfter }) {
    const entry = this.#pending.find(id);
    const transient = TRANSIENT_CODES.has(code)
      || (entry && DEPENDENT_CODES.has(code) && this.#pending.followsRetry(entry, TRANSIENT_CODES));
    if (!entry || !transient) return false;
    this.#pending.requeue(entry, code);
    if (!this.paused) this.#pause(retryAfter);
    return true;
  }

  /** Resets the back-off: the server accepts edits again. */
  succeeded() {
    if (!this.paused) this.#backOff.reset();
  }

  /** Pauses for the milliseconds that the server asked for, or else for those of the back-off. */
  #pause(retryAfter) {
    const own = this.#backOff.next();
    const asked = Number.isFinite(retryAfter) ? retryAfter : own;
    this.#timer = this.#timers.set(() => {
      this.#timer = null;
      this.#resume();
    }, Math.min(LONGEST_PAUSE, Math.max(0, asked)));
  }
}

/** Milliseconds between checks; an edit is overdue after the second one since it was sent. */
const CHECK_INTERVAL = 5000;
const CHECKS = 2;

/** Detects edits that the server leaves without an answer although the connection is up. */
class AnswerTimeout {
  overdue = false;
  #pending;
  #timers;
  #changed;
  #timer = null;

  /** `changed` is called with `overdue` whenever it changes. */
  constructor(pending, { timers }, changed) {
    this.#pending = pending;
    this.#timers = timers;
    this.#changed = changed;
  }

  /**
   * Updates `overdue` and starts the timer; called when edits are sent, answered or marked unsent.
   */
  check() {
    const overdue = this.#pending.hasWaited(CHECKS);
    if (overdue !== this.overdue) {
      this.overdue = overdue;
      this.#changed(overdue);
    }
    if (this.#timer === null && this.#pending.hasWaited(0)) {
      this.#timer = this.#timers.set(() => this.#elapsed(), CHECK_INTERVAL);
    }
  }

  #elapsed() {
    this.#timer = null;
    this.#pending.countCheck();
    this.check();
  }
}
