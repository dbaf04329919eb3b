/**
 * What this client can undo and redo in one list, by the answers to its edits: its own stacks of
 * steps, as the server keeps them. Pure.
 */

/** The outcome that an edit without an answer will have. */
export const expected = ({ skip }) => (skip ? 'noop' : 'applied');

const STACKS = { undo: ['undo', 'redo'], redo: ['redo', 'undo'] };

/**
 * A step is the number that its edit was made with. `undo` and `redo` are stacks of steps, the next
 * one last; `deeper` tells for each whether there may be more steps below those known; `groups` has
 * for a step that is taken together with an earlier one the first of them.
 */
export class UndoSteps {
  undo;
  redo;
  deeper;
  groups;

  /** `stored` is an earlier `UndoSteps` or what was stored of one; without it nothing is known. */
  constructor({ undo = [], redo = [], deeper = { undo: true, redo: true }, groups = {} } = {}) {
    Object.assign(this,
      { undo: [...undo], redo: [...redo], deeper: { ...deeper }, groups: { ...groups } });
  }

  /** Whether there is, or may be, something to `undo` or `redo`. */
  has(stack) { return this[stack].length > 0 || this.deeper[stack]; }

  /** Whether a step, or one of those that are taken together with it, can be undone. */
  holds(step) { return this.undo.some((one) => this.groupOf(one) === this.groupOf(step)); }

  /** The step that `undo` takes back; `undefined` where there is none, or it is not known. */
  get newest() { return this.undo.at(-1); }

  /** The first of the steps that are taken together with one. */
  groupOf(step) { return this.groups[step] ?? step; }

  /** The steps that `undo` or `redo` takes together, the next one first. */
  together(stack) {
    const steps = this[stack].toReversed();
    const end = steps.findIndex((one) => this.groupOf(one) !== this.groupOf(steps[0]));
    return end < 0 ? steps : steps.slice(0, end);
  }

  /** Whether further steps of the group that `undo` takes next lie below another one. */
  get isSplit() {
    const group = this.groupOf(this.newest);
    const all = this.undo.filter((one) => this.groupOf(one) === group);
    return all.length > this.together('undo').length;
  }

  /** The server knows no edit of this client: there is nothing to undo or redo. */
  clear() {
    this.empty('undo');
    this.empty('redo');
  }

  /** There is nothing to `undo`, or to `redo`. */
  empty(stack) {
    this[stack] = [];
    this.deeper[stack] = false;
  }

  /** Nothing is known any more. */
  forget() { Object.assign(this, new UndoSteps()); }

  /**
   * Takes the answer to an edit of that kind: `applied`; `final`, applied and not to be undone;
   * `noop`, nothing was left to do; `nothing`, there was nothing to undo or redo; `refused`; `notApplied`, which
   * may be each of these; or `unknown`. The server undoes the last `limit` edits.
   */
  answered({ kind, step, group, skip }, outcome, limit = Infinity) {
    const stacks = STACKS[kind];
    const isLost = outcome === 'notApplied' && stacks;
    if (group) this.groups[step] = group;
    if (outcome === 'unknown' || (isLost && !skip)) this.forget();
    else if (outcome === 'nothing' && stacks) this.empty(kind);
    else if ((outcome === 'noop' && stacks) || isLost) this[kind].pop();
    else if (outcome === 'applied' || outcome === 'final') {
      if (stacks) this.#shift(...stacks);
      else this.#push(step, outcome, limit);
    }
  }

  /** The steps once `edits`, which have no answer yet, are applied. */
  after(edits, limit = Infinity) {
    const steps = new UndoSteps(this);
    for (const edit of edits) steps.answered(edit, expected(edit), limit);
    return steps;
  }

  #shift(from, to) {
    // There is a step, known or not: an undo that finds none is no edit that is applied.
    if (this.has(from)) this[to].push(this[from].pop());
  }

  #push(step, outcome, limit) {
    if (outcome === 'applied') this.undo.push(step);
    if (this.undo.length >= limit) {
      this.undo.splice(0, this.undo.length - limit);
      this.deeper.undo = false;
    }
    this.empty('redo');
    const known = new Set(this.undo);
    for (const one of Object.keys(this.groups)) {
      if (!known.has(Number(one))) delete this.groups[one];
    }
  }
}

/** Takes the steps of one list: those of edits that were made together, together. */
export class UndoController {
  #outbox;
  #submit;
  #changed;
  #notify;
  /** The step to undo once its edit is answered. */
  #onceAnswered;
  /** The id of the last undo or redo for which there was nothing. */
  #emptyAt;

  /**
   * `outbox` is the `Outbox` of the list; `submit(draft)` sends an undo or redo and returns its id,
   * `changed(entry)` is called with an edit that was never sent and is withdrawn. `overtaken()` and
   * `partly(kind)` are the events of `OpenList`.
   */
  constructor(outbox, { submit, changed, overtaken, partly }) {
    this.#outbox = outbox;
    this.#submit = submit;
    this.#changed = changed;
    this.#notify = { overtaken, partly };
  }

  /** Undoes the newest edit; returns the id of the last undo, 0 while that waits for answers. */
  undo() {
    const { steps } = this.#outbox;
    const isGroup = steps.together('undo').length > 1 || steps.isSplit;
    return isGroup ? this.undoStep(steps.newest) : this.#submit({ kind: 'undo' });
  }

  redo() { return this.#take('redo', this.#outbox.steps.together('redo').length); }

  /** Drops the next step of `undo` or `redo` unapplied; returns the id of what asks for it. */
  skip(kind) { return this.#submit({ kind, skip: true }); }

  /** Undoes the edit of `step`, if it is the newest one: `OpenList.undoStep`. */
  undoStep(step) {
    const { steps } = this.#outbox;
    if (steps.newest === undefined || steps.groupOf(steps.newest) !== steps.groupOf(step)) {
      this.#notify.overtaken();
      return 0;
    }
    const group = steps.together('undo');
    let withdrawn;
    for (let entry; (entry = this.#outbox.withdraw(group[0])); group.shift()) withdrawn = entry;
    if (withdrawn) this.#changed(withdrawn);
    if (group.some((one) => this.#outbox.isUnanswered(one))) {
      [this.#onceAnswered] = group;
      return 0;
    }
    if (steps.isSplit) this.#notify.partly('undo');
    return group.length === 0 ? 0 : this.#take('undo', group.length);
  }

  /** `entries` have their answers. */
  answered(entries) {
    const step = this.#onceAnswered;
    const isIt = (one) => one.kind === 'edit' && one.step === step;
    if (step === undefined || !entries.some(isIt)) return;
    this.#onceAnswered = undefined;
    this.undoStep(step);
  }

  /**
   * There was nothing to undo or redo for `entry`. Returns whether the user is to be told; where
   * only some of several steps could be taken, `partly` is called once instead.
   */
  found(entry) {
    const isFirst = this.#emptyAt !== entry.id - 1;
    this.#emptyAt = entry.id;
    if (!entry.part) return true;
    if (isFirst) this.#notify.partly(entry.kind);
    return false;
  }

  #take(kind, count) {
    let id = this.#submit({ kind });
    for (let part = 1; part < count; part += 1) id = this.#submit({ kind, part });
    return id;
  }
}
