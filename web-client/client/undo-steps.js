/**
 * What this client can undo and redo in one list, by the answers to its edits: its own stacks of
 * steps, as the server keeps them. Pure.
 */

const STACKS = { undo: ['undo', 'redo'], redo: ['redo', 'undo'] };

/**
 * A step is the number that its edit was made with. `undo` and `redo` are stacks of steps, the next
 * one last; `deeper` tells for each whether there may be more steps below those known.
 */
export class UndoSteps {
  undo;
  redo;
  deeper;

  /** `stored` is an earlier `UndoSteps` or what was stored of one; without it nothing is known. */
  constructor({ undo = [], redo = [], deeper = { undo: true, redo: true } } = {}) {
    Object.assign(this, { undo: [...undo], redo: [...redo], deeper: { ...deeper } });
  }

  /** Whether there is, or may be, something to `undo` or `redo`. */
  has(stack) { return this[stack].length > 0 || this.deeper[stack]; }

  /** The step that `undo` takes back; `undefined` where there is none, or it is not known. */
  get newest() { return this.undo.at(-1); }

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
   * `noop`, nothing was left to do; `nothing`, there was nothing to undo or redo; `unknown`; or
   * `refused`.
   */
  answered({ kind, step }, outcome) {
    const stacks = STACKS[kind];
    if (outcome === 'unknown') this.forget();
    else if (outcome === 'nothing' && stacks) this.empty(kind);
    else if (outcome === 'noop' && stacks) this[kind].pop();
    else if (outcome === 'applied' || outcome === 'final') {
      if (stacks) this.#shift(...stacks);
      else this.#push(step, outcome);
    }
  }

  /** The steps once `edits`, which have no answer yet, are applied. */
  after(edits) {
    const steps = new UndoSteps(this);
    for (const edit of edits) steps.answered(edit, 'applied');
    return steps;
  }

  #shift(from, to) {
    // There is a step, known or not: an undo that finds none is no edit that is applied.
    if (this.has(from)) this[to].push(this[from].pop());
  }

  #push(step, outcome) {
    if (outcome === 'applied') this.undo.push(step);
    this.empty('redo');
  }
}
