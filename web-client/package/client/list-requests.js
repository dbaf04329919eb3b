/** Whole lists over HTTP: read without being opened, and made of files; and requests in time. */

import { decodeSnapshot } from '../messages.js';
import { BackOff, SYSTEM_TIMERS } from './retry.js';

/** Answers after which the same request is sent again. */
const TRANSIENT = new Set([429, 502, 503, 504]);
/** Answers that leave open whether something was made: the server itself did not say. */
const OPEN = new Set(['offline', '502', '504']);
/** How often a request is sent, at most; and one that somebody waits for. */
const ATTEMPTS = 8;
const ATTEMPTS_TO_TELL = 3;
/** Milliseconds until an answer begins: the server may have to reach back in the history. */
const LONGEST = 30_000;

/** A request that failed; `code` is that of the server, or `offline` where it did not answer. */
export class RequestError extends Error {
  constructor(code, message = code, details = {}) {
    super(message);
    Object.assign(this, details, { code });
  }
}

/** Asks the server that `client`, a `Client`, is connected to, as its user. */
export class ListRequests {
  #client;

  constructor(client) {
    this.#client = client;
  }

  /** The list as the server has it: `{id, revision, title, rules, sections}`. */
  async read(id) {
    const { state, revision } = decodeSnapshot(await this.#send('GET', `/api/lists/${id}`));
    return { id, revision, ...state };
  }

  /**
   * What a file holds, `{format, lists, leftOut, table}`. `bytes` are the file as it is; `query` has
   * its `name`, how many rows of each list are told (`show`), and perhaps the `format` and the
   * `titleColumn`. `signal`, an `AbortSignal`, ends it.
   */
  readFile(bytes, query, signal) {
    return this.#send('POST', filesPath(query), { bytes, signal, attempts: ATTEMPTS_TO_TELL });
  }

  /**
   * Makes the lists of a file, all of them or none. With `as`, a random id, the request is sent
   * again where its answer is lost; without, the server would make the lists once more. The code
   * `undecided` tells that they may be made.
   */
  async makeLists(bytes, query) {
    const attempts = query.as === undefined ? 1 : ATTEMPTS;
    try {
      await this.#send('POST', filesPath({ ...query, make: 1, show: 0 }), { bytes, attempts });
    } catch (error) {
      // The answer to an earlier attempt was lost: nobody else has this id.
      if (error.code === 'listExists' && error.again) return;
      throw OPEN.has(error.code) || error.status === 504 ? new RequestError('undecided') : error;
    }
  }

  async #send(method, path, { bytes, signal, attempts = ATTEMPTS } = {}) {
    const backOff = new BackOff({ first: 500 });
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#fetch(method, path, bytes, signal);
      const answer = await response?.text().catch(() => null);
      signal?.throwIfAborted();
      if (response?.ok && typeof answer === 'string') return JSON.parse(answer);
      const { code, message, retryAfter, line, column } = refusalOf(response, answer);
      const again = !response || response.ok || TRANSIENT.has(response.status);
      if (!again || attempt === attempts) {
        throw new RequestError(code, message, {
          line, column, status: response?.status, again: attempt > 1,
        });
      }
      await new Promise((resolve) => { setTimeout(resolve, retryAfter ?? backOff.next()); });
    }
  }

  /** The response, or `null` where the network failed. */
  async #fetch(method, path, body, signal) {
    const { headers } = this.#client;
    try {
      // What is sent takes as long as it takes.
      const ask = body === undefined ? fetchInTime : fetch;
      return await ask(this.#client.locate(path), {
        method,
        headers: body === undefined ? headers
          : { ...headers, 'Content-Type': 'application/octet-stream' },
        body,
        signal,
      });
    } catch {
      return null;
    }
  }
}

/** The path that takes files, with what of `query` is there. */
function filesPath(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `/api/files?${new URLSearchParams(given)}`;
}

/** The refusal in the body of a response: `{code, message, retryAfter, line, column}`. */
function refusalOf(response, answer) {
  // The connection broke in the middle of the answer.
  if (!response || response.ok) return { code: 'offline' };
  try {
    return { code: `${response.status}`, ...JSON.parse(answer) };
  } catch {
    return { code: `${response.status}`, message: answer ?? undefined };
  }
}

/**
 * `fetch`, which is aborted where no answer has begun in 30 seconds; how long the answer then takes
 * does not matter. `options.signal` aborts it, too.
 */
export async function fetchInTime(path, { signal, ...options } = {}, timers = SYSTEM_TIMERS) {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const timer = timers.set(stop, LONGEST);
  try {
    return await fetch(path, { ...options, signal: abort.signal });
  } finally {
    timers.clear(timer);
  }
}
