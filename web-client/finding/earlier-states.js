/** A list as it was at earlier revisions, read over HTTP. */

import { fetchInTime } from '../package/client/list-requests.js';
import { decodeSnapshot } from '../package/messages.js';

/** How many states are kept, the ones that were used last. */
const MOST_STATES = 20;

/** What each status means: no longer kept, not there yet, or to be asked for later. */
const CODES = { 404: 'notYet', 410: 'gone', 503: 'later' };

/** An earlier state could not be read; `code` is `gone`, `notYet`, `later` or `unreadable`. */
export class EarlierStateError extends Error {
  constructor(code, status) {
    super(`status ${status}`);
    this.code = code;
  }
}

/**
 * The list `id` as it was at `revision`, a `ListState`; `signal` aborts the request. Throws an
 * `EarlierStateError` where the server does not send it.
 */
export async function readEarlierState(client, id, revision, signal = undefined) {
  const path = `/api/lists/${encodeURIComponent(id)}?revision=${revision}`;
  const answer = await fetchInTime(client.locate(path), { headers: client.headers, signal });
  if (answer.ok) return decodeSnapshot(await answer.json()).state;
  throw new EarlierStateError(CODES[answer.status] ?? 'unreadable', answer.status);
}

/** The earlier states of one list: each is asked for once, as long as it is kept. */
export class EarlierStates {
  #read;
  #states = new Map();

  /** `read(revision, signal)` resolves to a state. */
  constructor(read) {
    this.#read = read;
  }

  async at(revision, signal) {
    const state = this.#states.get(revision) ?? await this.#read(revision, signal);
    this.#states.delete(revision);
    this.#states.set(revision, state);
    if (this.#states.size > MOST_STATES) this.#states.delete(this.#states.keys().next().value);
    return state;
  }
}

/**
 * The ids of the rows of `then` that are not the same in `now`: gone from it, or with other fields.
 * What `now`, of which only parts may be held, does not tell is left out. O(rows).
 */
export function differingRows(then, now) {
  if (now.partial) return new Set();
  const fields = new Map(now.sections.flatMap(({ rows }) => (
    rows.map((row) => [row.id, JSON.stringify(Object.entries(row.fields).sort())]))));
  return new Set(then.sections.flatMap(({ rows }) => rows)
    .filter((row) => fields.get(row.id) !== JSON.stringify(Object.entries(row.fields).sort()))
    .map(({ id }) => id));
}
