/** The titles that the history of a list tells. Pure. */

/**
 * The titles of rows as far as they are known, from a list and from the change sets of its history.
 */
export class RowTitles {
  #titles = new Map();

  /** Takes the titles of the rows of `list`, which are the newest. */
  takeList(list) {
    for (const section of list.sections) {
      for (const row of section.rows) this.#take(row.id, row.fields);
    }
  }

  /** Takes the titles of rows that are not known yet; `sets` are newest first. */
  takeSets(sets) {
    for (const set of sets) {
      for (const { row, fields } of [...set.insertedRows ?? [], ...set.updatedRows ?? []]) {
        if (!this.#titles.has(row)) this.#take(row, fields);
      }
    }
  }

  /** The title of a row, or `undefined`. */
  of(row) {
    return this.#titles.get(row);
  }

  #take(row, fields) {
    if (typeof fields?.title === 'string') this.#titles.set(row, fields.title);
  }
}
