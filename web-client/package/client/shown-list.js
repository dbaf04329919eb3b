/** A list as it is shown: as the server confirmed it, with this client's unanswered edits on top. */

import { applyActions } from '../list-model.js';

/**
 * The edits are applied again to every confirmed state, but once for all that arrive within a frame, and
 * when the list is asked for.
 */
export class ShownList {
  #replica;
  #outbox;
  #frame;
  #changed;
  #list = null;
  #isStale = false;
  /** Why it changed since that was told. */
  #cause = null;

  /**
   * `frame(work)` calls `work` with the next frame; `changed(cause)` is called with `{own}`, `{sets}`,
   * `{whole}`, `{rows}`, or several of these.
   */
  constructor(replica, outbox, { frame, changed }) {
    this.#replica = replica;
    this.#outbox = outbox;
    this.#frame = frame;
    this.#changed = changed;
  }

  /** The list, `null` before it has arrived. */
  get list() {
    if (this.#isStale) {
      this.#isStale = false;
      this.#list = this.#outbox.rebase(this.#replica.list);
    }
    return this.#list;
  }

  /** An edit was made: it is applied to what is shown, and told at once. */
  add(entry) {
    if (this.#list && !this.#isStale) this.#list = applyActions(this.#list, entry.actions).list;
    this.#tell({ own: entry });
  }

  /** The confirmed state or the edits on top have changed. */
  refresh(cause) {
    this.#isStale = true;
    this.#outbox.prune(this.#replica.revision);
    if (this.#outbox.waiting === 0) {
      this.#tell(cause);
      return;
    }
    const isDue = this.#cause !== null;
    this.#cause = together(this.#cause, cause);
    if (!isDue) this.#frame(() => this.#tell());
  }

  #tell(cause = {}) {
    if (this.#cause === null && Object.keys(cause).length === 0) return;
    const all = together(this.#cause, cause);
    this.#cause = null;
    this.#changed(all);
  }
}

/** Two causes of a change in one; the sets of both, in their order. */
function together(one, other) {
  const sets = [...one?.sets ?? [], ...other.sets ?? []];
  return { ...one, ...other, ...(sets.length > 0 && { sets }) };
}
