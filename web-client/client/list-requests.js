/** Whole lists over HTTP: read, made, filled and deleted without being opened. */

import { decodeSnapshot } from '../messages.js';
import { BackOff } from './retry.js';

/** Answers after which the same request is sent again. */
const TRANSIENT = new Set([429, 502, 503, 504]);
/** How often a request is sent, at most. */
const ATTEMPTS = 8;

/** A request that failed; `code` is that of the server, or `offline` where it did not answer. */
export class RequestError extends Error {
  constructor(code, message = code) {
    super(message);
    this.code = code;
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

  /** Makes the list `{list, title, rules, sections}`, whose id is random. */
  async create(list) {
    try {
      await this.#send('POST', '/api/lists', list);
    } catch (error) {
      // The answer to the first attempt was lost: nobody else has this id.
      if (error.code !== 'listExists' || !error.again) throw error;
    }
  }

  /**
   * Edits a list as the client whose key is `client`; the `id` of the edit ascends from 1. An edit
   * that is sent again is applied once.
   */
  async edit(list, { client, id, actions }) {
    await this.#send('POST', `/api/lists/${list}/edits`, { client, id, actions });
  }

  async delete(list) { await this.#send('DELETE', `/api/lists/${list}`); }

  async #send(method, path, body) {
    const backOff = new BackOff({ first: 500 });
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#fetch(method, path, body);
      const answer = await response?.text().catch(() => null);
      if (response?.ok && typeof answer === 'string') return answer === '' ? null : JSON.parse(answer);
      const { code, message, retryAfter } = refusalOf(response, answer);
      const again = !response || TRANSIENT.has(response.status);
      if (!again || attempt === ATTEMPTS) {
        throw Object.assign(new RequestError(code, message), { again: attempt > 1 });
      }
      await new Promise((resolve) => { setTimeout(resolve, retryAfter ?? backOff.next()); });
    }
  }

  /** The response, or `null` where the network failed. */
  async #fetch(method, path, body) {
    const { headers } = this.#client;
    try {
      return await fetch(this.#client.locate(path), {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      return null;
    }
  }
}

/** The refusal in the body of a response: `{code, message, retryAfter}`. */
function refusalOf(response, answer) {
  if (!response) return { code: 'offline' };
  try {
    return { code: `${response.status}`, ...JSON.parse(answer) };
  } catch {
    return { code: `${response.status}`, message: answer ?? undefined };
  }
}
