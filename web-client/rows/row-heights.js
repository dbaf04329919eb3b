/** The heights of rows in pixels: measured where they were seen, guessed elsewhere. */
export class RowHeights {
  #measured = new Map();
  #plain = 52;
  #tall = 66;

  of(row) {
    const guess = row.fields.detail === undefined ? this.#plain : this.#tall;
    return this.#measured.get(row.id) ?? guess;
  }

  /** Takes the heights of laid-out rows: `[[row, element]]`. */
  measure(pairs) {
    for (const [row, element] of pairs) {
      const height = element.offsetHeight;
      if (height === 0 || row.gap) continue;
      this.#measured.set(row.id, height);
    }
  }

  /** Widths changed: nothing measured holds any more. */
  forget() {
    this.#measured.clear();
  }
}
