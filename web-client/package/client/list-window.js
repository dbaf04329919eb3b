/**
 * The parts of a list that is too long to be sent whole: asks for what the user is about to see,
 * holds what it has against the server's digests, and forgets what is far away. Of any list it asks
 * for all rows, and for who wrote one.
 */

import {
  findSection, forgettingFar, heldRanges, wanted,
} from '../list-model.js';
import * as messages from '../messages.js';

/** Rows on both sides of those in view that are asked for together with what is missing there. */
const MARGIN = 60;
/** The most rows to hold, and how many on both sides of the view stay when there are more. */
const MOST_HELD = 4000;
const STAY = 1200;

export class ListWindow {
  /** Whether the list is opened with a window, where the server knows windows. */
  isWanted;
  /** Whether the list is opened so that rows are told with who wrote them. */
  #tellsAuthors = false;
  #list;
  #session;
  #replica;
  #changed;
  #queries;
  /** What is in view: `[{section, start, end}]` by id of the section. */
  #spans = [];
  /** Returns the places to open the list around, best first. */
  #around;
  #filling = false;
  #checking = false;

  /**
   * `replica` is the `Replica` of the list; `changed` is called when it holds other rows. `around`
   * are places as `open` takes them; without them all of the list is asked for.
   */
  constructor(list, session, replica, { changed, around }) {
    this.isWanted = around !== undefined;
    this.#list = list;
    this.#session = session;
    this.#replica = replica;
    this.#changed = changed;
    this.#around = () => around;
    this.#queries = new Queries((query) => session.send(query));
  }

  /** The window to open the list with, `undefined` for all of it. */
  get asked() {
    const { windowRows } = this.#session.limits;
    if (!windowRows || !this.isWanted) return undefined;
    return { around: this.#around(), before: windowRows, after: windowRows };
  }

  /** Whether to ask for who wrote the rows that come. */
  get asksAuthors() { return this.#tellsAuthors && this.#session.features.has('authors'); }

  /**
   * The user sees `spans` of rows, `[{section, start, end}]` by id of the section, and is about to
   * see what is near them; `around()` are places there, to open the list around next time.
   */
  see(spans, around) {
    this.#spans = spans;
    this.#around = around;
    this.fill();
  }

  /** Asks for what is missing in view, until nothing is; then forgets what is far from it. */
  fill() {
    const { list } = this.#replica;
    if (this.#filling || !this.#queries.isOpen || !list?.partial) return;
    const query = this.#missing(list);
    if (!query) {
      this.#forget(list);
      return;
    }
    this.#filling = true;
    this.#queries.ask(messages.askRows(this.#list, query), (answer) => {
      this.#filling = false;
      if (answer?.type !== 'rows') return;
      const changes = this.#replica.takeRows(answer);
      if (changes) this.#changed();
      this.fill();
    });
  }

  /** Holds the runs against the server's list; those that differ are asked for again. */
  check() {
    const { list } = this.#replica;
    if (this.#checking || !this.#queries.isOpen) return;
    const ranges = heldRanges(list).slice(0, this.#session.limits.windowRows);
    if (ranges.length === 0) return;
    this.#checking = true;
    this.#queries.ask(messages.checkRows(this.#list, ranges), (answer) => {
      this.#checking = false;
      if (answer?.type !== 'checked' || !this.#replica.compareRanges(ranges, answer)) return;
      this.#changed();
      this.fill();
    });
  }

  /** Has the rows of a query sent, which are held from then on; resolves when they are there. */
  reach(query) {
    return new Promise((resolve) => {
      this.#queries.ask(messages.askRows(this.#list, query), (answer) => {
        if (answer?.type === 'rows' && this.#replica.takeRows(answer)) this.#changed();
        resolve();
      });
    });
  }

  /** Asks for something else of the list, a `find` or `rows`; `null` where there is no answer. */
  ask(query) {
    return new Promise((resolve) => { this.#queries.ask(query, resolve); });
  }

  /** `OpenList.becomeWhole`; `reopen(how)` opens `list`, an `OpenList`, again. */
  async becomeWhole(list, reopen, signal) {
    if (list.isWhole) return true;
    if (list.status === 'offline') return false;
    const { isWanted } = this;
    this.isWanted = false;
    // All of it with who wrote each row would be several times as much.
    this.#tellsAuthors = false;
    reopen({ anew: true });
    const isWhole = await new Promise((resolve) => {
      const done = list.on('whole', (is) => {
        done();
        resolve(is);
      });
      signal?.addEventListener('abort', () => list.emit('whole', false), { once: true });
    });
    if (isWhole) return true;
    this.isWanted = isWanted;
    if (signal?.aborted && list.status !== 'gone') reopen();
    return false;
  }

  /** `OpenList.authorsOf`. */
  async authorsOf(list, row, reopen) {
    if (!this.#session.features.has('authors') || list.status !== 'live') return null;
    if (!this.#tellsAuthors) {
      this.#tellsAuthors = true;
      reopen();
      await new Promise((resolve) => {
        const done = list.on('status', () => {
          done();
          resolve();
        });
      });
    }
    const answer = await this.ask(messages.askRows(this.#list, { ids: [row] }));
    const found = answer?.runs?.flatMap(({ rows }) => rows).find(({ id }) => id === row);
    if (!found) return null;
    const { by, added } = found;
    if (this.#replica.takeAuthors(row, answer.revision, { by, added })) this.#changed();
    return { by, added };
  }

  /** Takes an answer, or an error that has the number of a question. */
  take(message) { this.#queries.take(message); }

  /** The list is open: questions are answered. */
  opened() {
    this.#queries.open();
    this.fill();
  }

  /** The list is not open any more, or opened again: questions have no answer. */
  closed() { this.#queries.close(); }

  /** The question for what is missing near what is in view, `undefined` where nothing is. */
  #missing(list) {
    if (!wanted(list, this.#near(list, 0), 1)) return undefined;
    return wanted(list, this.#near(list, MARGIN), this.#session.limits.windowRows);
  }

  /** What is in view and `margin` rows beyond, by index of the section. */
  #near(list, margin) {
    return this.#spans.map(({ section, start, end }) => (
      { section: findSection(list, section), start: Math.max(0, start - margin), end: end + margin }))
      .filter(({ section }) => section >= 0);
  }

  #forget(list) {
    const next = forgettingFar(list, this.#near(list, 0), STAY, MOST_HELD);
    if (next === list) return;
    this.#replica.list = next;
    this.#changed();
  }
}

/** Questions about one open list, of which the server answers one at a time. */
class Queries {
  #send;
  #last = 0;
  /** `{query, answered}`, the first of which is sent. */
  #waiting = [];
  /** Whether the list is open. */
  isOpen = false;

  /** `send` sends a message. */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Sends `query` under a number of its own, once those before it are answered; `answered` is called
   * with the answer at its place in the stream, or with `null` where there is none.
   */
  ask(query, answered) {
    if (!this.isOpen) {
      answered(null);
      return;
    }
    this.#last += 1;
    this.#waiting.push({ query: { ...query, n: this.#last }, answered });
    if (this.#waiting.length === 1) this.#send(this.#waiting[0].query);
  }

  /** Takes an answer, or the error in place of one. */
  take(message) {
    if (this.#waiting[0]?.query.n !== message.n) return;
    const { answered } = this.#waiting.shift();
    if (this.#waiting.length > 0) this.#send(this.#waiting[0].query);
    answered(message.type === 'error' ? null : message);
  }

  open() { this.isOpen = true; }

  /** The list is not open any more: no question is answered. */
  close() {
    this.isOpen = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { answered } of waiting) answered(null);
  }
}
