/** What the server has said about one list: its state, revision and epoch. Pure. */

import { applyChangeSet, CountError, digest } from '../list-model.js';

/**
 * Takes snapshots and change sets. Every method that takes one returns what is to be done:
 * `ok`, `partial` (a part of a snapshot), `since` (open again from the revision held) or
 * `anew` (open again from nothing).
 */
export class Replica {
  list = null;
  revision = 0;
  epoch = undefined;
  #parts = null;

  /** What an edit that is made now is based on; nothing before the list came. */
  get point() {
    return this.list ? { base: this.revision, epoch: this.epoch } : {};
  }

  /** Takes what was kept from an earlier time. */
  recall({ state, revision, epoch }) {
    Object.assign(this, { list: state, revision, epoch });
  }

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

  /** Applies the sets above the revision held; `counts` holds after the last of them. */
  takeSets(sets, counts) {
    const news = sets.filter((set) => set.revision > this.revision);
    if (news.length === 0) return 'ok';
    if (!this.list) return 'anew';
    let { list, revision } = this;
    try {
      for (const set of news) {
        if (set.revision - set.folds !== revision) return 'since';
        list = applyChangeSet(list, set, set === sets.at(-1) ? counts : undefined);
        revision = set.revision;
      }
    } catch (error) {
      if (error instanceof CountError) return 'anew';
      throw error;
    }
    Object.assign(this, { list, revision });
    return 'ok';
  }

  /** Compares with the server's head. O(rows) where the revisions agree. */
  compare(head) {
    if (head.revision > this.revision) return 'since';
    if (head.revision < this.revision) return 'ok';
    return digest(this.list) === head.digest ? 'ok' : 'anew';
  }
}
