/** Who added a row and who changed it last, from the kept history of its list. Pure. */

/**
 * Collects `added` and `changed`, the change sets of a row: that which brought it into the list
 * first, and the newest that set its fields since. `undefined` where history does not tell.
 */
export class Attribution {
  added = undefined;
  changed = undefined;
  #row;
  #oldest = Infinity;

  constructor(row) {
    this.#row = row;
  }

  /** Whether older sets could tell more. */
  get isOpen() { return this.#oldest > 1 && !isFirst(this.added); }

  /** The revision before which to ask for sets. */
  get before() { return Math.min(this.#oldest, Number.MAX_SAFE_INTEGER); }

  /** Takes change sets that are older than those taken before; returns whether there were any. */
  take(sets) {
    for (const set of [...sets].sort((a, b) => b.revision - a.revision)) {
      this.#oldest = set.revision;
      if (set.insertedRows?.some(({ row }) => row === this.#row)) this.added = set;
      const update = set.updatedRows?.find(({ row }) => row === this.#row);
      if (update?.fields) this.changed ??= set;
    }
    return sets.length > 0;
  }
}

/** Whether a set made the row, rather than brought it back. */
const isFirst = (set) => set !== undefined
  && [set.undoes, set.redoes, set.restores].every((one) => one === undefined);
