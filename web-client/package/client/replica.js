/** The state of one list as the server confirmed it, with its revision and epoch. Pure. */

import {
  applyChangeSet, CountError, digest, forgettingRanges, rangeDigests, sparseList, stampOf,
  wholeIfHeld, withAuthors, withRuns,
} from '../list-model.js';

/**
 * Built from snapshots and change sets. Each method that takes one returns the outcome: `ok`,
 * `partial` (more parts of a snapshot follow), `since` (the list must be opened again from the
 * revision held) or `anew` (it must be opened again as a whole).
 */
export class Replica {
  list = null;
  revision = 0;
  epoch = undefined;
  /** Whether rows are told who wrote them, and change sets bring that up to date. */
  tellsAuthors = false;
  #parts = null;
  #report;

  /** `report` is called with the `CountError` of sets that do not fit the list. */
  constructor(report = () => {}) {
    this.#report = report;
  }

  /**
   * The revision and epoch that an edit made now is based on; empty before the list has arrived.
   */
  get base() {
    return this.list ? { base: this.revision, epoch: this.epoch } : {};
  }

  /** The list was opened: of a snapshot before, nothing more comes. */
  opened() { this.#parts = null; }

  /** Takes a cached state. */
  recall({ state, revision, epoch }) {
    Object.assign(this, { list: state, revision, epoch });
  }

  /**
   * Takes a snapshot, or one part of it; it counts once the last part is there. O(rows of the
   * part).
   */
  takeSnapshot({ state, epoch, revision, part, parts }) {
    if (part === 0) this.#parts = { ...state, sections: [] };
    if (!this.#parts) return 'anew';
    for (const section of state.sections) {
      const last = this.#parts.sections.at(-1);
      if (last?.id === section.id) last.rows.push(...section.rows);
      else this.#parts.sections.push({ ...section, rows: section.rows.slice() });
    }
    if (part < parts - 1) return 'partial';
    Object.assign(this, { list: this.#parts, epoch, revision });
    this.#parts = null;
    return 'ok';
  }

  /** Takes the outline of a list of which only parts are held; whole where it has all rows. */
  takeOutline({ outline, epoch, revision }) {
    this.#parts = null;
    Object.assign(this, { list: wholeIfHeld(sparseList(outline)), epoch, revision });
    return 'ok';
  }

  /** Takes rows that were asked for; returns whether they were those of the revision held. */
  takeRows({ revision, runs, missing }) {
    if (revision !== this.revision || !this.list?.partial) return false;
    this.list = wholeIfHeld(withRuns(this.list, runs, missing));
    return true;
  }

  /** Takes who wrote a row, `{by, added}`; returns whether that was at the revision held. */
  takeAuthors(id, revision, stamps) {
    if (revision !== this.revision || !this.list) return false;
    this.list = withAuthors(this.list, id, stamps);
    return true;
  }

  /**
   * Holds `ranges`, as they are held now, against the digests of an answer, and forgets those that
   * differ; returns whether any does.
   */
  compareRanges(ranges, { revision, digests }) {
    if (revision !== this.revision || !this.list?.partial) return false;
    const held = rangeDigests(this.list, ranges);
    const different = ranges.filter((_, at) => held[at] !== null && held[at] !== digests[at]);
    this.list = forgettingRanges(this.list, different);
    return different.length > 0;
  }

  /**
   * Applies the sets after the revision held, all or none; `counts` are the rows of each section
   * after the last of them.
   */
  takeSets(sets, counts) {
    const newer = sets.filter((set) => set.revision > this.revision);
    if (newer.length === 0) return 'ok';
    if (!this.list) return 'anew';
    let { list, revision } = this;
    try {
      for (const set of newer) {
        if (set.revision - set.folds !== revision) return 'since';
        const signing = this.tellsAuthors ? { stamp: stampOf(set) } : null;
        list = applyChangeSet(list, set, set === sets.at(-1) ? counts : undefined, signing);
        revision = set.revision;
      }
    } catch (error) {
      if (!(error instanceof CountError)) throw error;
      this.#report(error);
      return 'anew';
    }
    Object.assign(this, { list, revision });
    return 'ok';
  }

  /**
   * Compares with the revision and digest of a `head`; `parts` where only parts are held, which
   * their own digests tell. O(rows) where the revisions are equal.
   */
  compare(head) {
    if (head.revision > this.revision) return 'since';
    if (head.revision < this.revision) return 'ok';
    if (this.list.partial) return 'parts';
    return digest(this.list) === head.digest ? 'ok' : 'anew';
  }
}
