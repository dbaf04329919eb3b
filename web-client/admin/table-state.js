/** Which part of a long table is asked for: its order, a text, and a page. Pure. */

/** The rows of a page. */
export const PAGE_ROWS = 100;

export class TableState {
  by;
  text = '';
  from = 0;
  total = 0;

  /**
   * `get` is what is asked for; `orders` are the orders that the server knows, each `ascending` or
   * `descending`; `by` is the first one.
   */
  constructor({ get, orders, by }) {
    Object.assign(this, { get, orders, by });
  }

  /** What is asked for now. */
  get question() {
    const { get, by, text, from } = this;
    return { get, by, text: text || undefined, from, limit: PAGE_ROWS };
  }

  /** Whether a question asked for what is wanted now. */
  isCurrent({ by, text = '', from }) {
    return by === this.by && text === this.text && from === this.from;
  }

  /** The direction in which the table is sorted by an order, or `null` where it is not. */
  directionOf(order) { return order === this.by ? this.orders[order] : null; }

  /** Sorts by another order, from its beginning. */
  sortBy(order) {
    this.by = order;
    this.from = 0;
  }

  /** Asks for rows with a text, from the beginning. */
  search(text) {
    this.text = text.trim();
    this.from = 0;
  }

  get hasPrevious() { return this.from > 0; }

  get hasNext() { return this.from + PAGE_ROWS < this.total; }

  previous() { this.from = Math.max(0, this.from - PAGE_ROWS); }

  next() { if (this.hasNext) this.from += PAGE_ROWS; }

  /**
   * Takes the number of all rows; returns whether there is a page where this one is: else the last
   * one is asked for now.
   */
  took(total) {
    this.total = total;
    if (this.from === 0 || this.from < total) return true;
    this.from = Math.max(0, Math.ceil(total / PAGE_ROWS) - 1) * PAGE_ROWS;
    return false;
  }
}
