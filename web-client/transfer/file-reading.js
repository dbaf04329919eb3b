/** A file or a text that the server reads, and what it answered. */

import { ListRequests } from '../package/client/list-requests.js';

const isBlank = (bytes) => bytes.every((byte) => byte <= 0x20);

export class FileReading {
  /** What the file holds; `null` where that is not known. */
  contents = null;
  /** Why it cannot be read, a `RequestError`; `null` where nothing says so. */
  refusal = null;
  #requests;
  #show;
  #changed;
  #bytes = new Uint8Array();
  #query = { name: '' };
  /** Ends the request that is under way. */
  #stop = new AbortController();

  /** `show()` is how many rows of each list are told; `changed()` is called with each answer. */
  constructor(client, show, changed) {
    this.#requests = new ListRequests(client);
    this.#show = show;
    this.#changed = changed;
  }

  /** The bytes of the file as it is. */
  get bytes() { return this.#bytes; }

  /** How it is read: its `name`, and the `format` and the `titleColumn` that were chosen. */
  get query() { return { ...this.#query }; }

  /** Whether there is nothing to be read. */
  get isEmpty() { return isBlank(this.#bytes); }

  /**
   * Has other bytes read, after `delay` milliseconds; what was to be read before is forgotten, and
   * so is its answer.
   */
  take(bytes, name, delay = 0) {
    this.#bytes = bytes;
    this.#query = { name };
    return this.read(delay);
  }

  /** Has the same bytes read in another way: in a `format`, or with a `titleColumn`. */
  choose(choice) {
    this.#query = { ...this.#query, ...choice };
    return this.read();
  }

  /** Has the bytes read again. */
  async read(delay = 0) {
    this.leave();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    Object.assign(this, { contents: null, refusal: null });
    if (this.isEmpty) return;
    if (delay > 0) await new Promise((resolve) => { setTimeout(resolve, delay); });
    if (signal.aborted) return;
    const query = { ...this.#query, show: this.#show() };
    const answer = await this.#requests.readFile(this.#bytes, query, signal).then(
      (contents) => ({ contents }), (refusal) => ({ refusal }));
    if (signal.aborted) return;
    Object.assign(this, answer);
    this.#changed();
  }

  /** Ends the reading: nothing is answered any more. */
  leave() { this.#stop.abort(); }
}
