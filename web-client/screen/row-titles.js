/** What rows are called, as far as it is known: from a list, and from what its history says. Pure. */
export class RowTitles {
  #known = new Map();

  /** The rows of `list` as they are now; these names are the newest. */
  takeList(list) {
    for (const section of list.sections) for (const row of section.rows) this.#take(row.id, row.fields);
  }

  /** What change sets tell of rows that are gone by now. */
  takeSets(sets) {
    for (const set of sets) {
      for (const { row, fields } of [...set.insertedRows ?? [], ...set.updatedRows ?? []]) {
        if (!this.#known.has(row)) this.#take(row, fields);
      }
    }
  }

  /** The title of a row, or `undefined`. */
  of(row) {
    return this.#known.get(row);
  }

  #take(row, fields) {
    if (typeof fields?.title === 'string') this.#known.set(row, fields.title);
  }
}
