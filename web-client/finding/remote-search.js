/** Searching a list that is too long to be held whole: the server looks for the text. Pure. */

/** The fields that are searched, as those of lists that are held. */
const FIELDS = ['title', 'detail'];
/** Matches of one answer, and how many of them are asked for before the user wants more. */
const PAGE = 200;
const MOST = 1000;

/** Whether the path `a` is not before the path `b`. */
const isFrom = (a, b) => a[0] > b[0] || (a[0] === b[0] && a[1] >= b[1]);

/** One search; it begins at the start of the list. */
export class RemoteSearch {
  /** The ids of the rows found so far, in the order of the list. */
  matches = [];
  /** The index in `matches` of the first one at or after the path of the user; 0 for none. */
  first = 0;
  #ask;
  #text;
  #from;
  #next = [0, 0];
  #stopped = false;

  /**
   * `ask({text, fields, limit, from})` resolves with the server's answer, or `null`. `from` is the
   * path at which the user is.
   */
  constructor(ask, text, from = [0, 0]) {
    this.#ask = ask;
    this.#text = text.trim();
    this.#from = from;
    if (this.#text === '') this.#next = undefined;
  }

  /** Whether there may be more matches than are found. */
  get hasMore() { return this.#next !== undefined; }

  /** Nothing more is asked for: another search has begun. */
  stop() { this.#stopped = true; }

  /**
   * Asks for more matches, `found` being called after each answer; resolves with whether the search
   * went on to its end, or to some more matches.
   */
  async run(found = () => {}) {
    const enough = this.matches.length + MOST;
    let isBefore = this.first === this.matches.length;
    while (this.#next !== undefined && this.matches.length < enough && !this.#stopped) {
      const answer = await this.#ask(
        { text: this.#text, fields: FIELDS, limit: PAGE, from: this.#next });
      if (this.#stopped || !answer) return false;
      for (const { at, row } of answer.rows) {
        if (isBefore && isFrom(at, this.#from)) {
          isBefore = false;
          this.first = this.matches.length;
        }
        this.matches.push(row.id);
      }
      this.#next = answer.next;
      found();
    }
    if (isBefore) this.first = 0;
    return !this.#stopped;
  }

  /** Forgets the matches whose rows are gone. O(matches). */
  drop(isGone) {
    this.first -= this.matches.slice(0, this.first).filter(isGone).length;
    this.matches = this.matches.filter((row) => !isGone(row));
  }
}
