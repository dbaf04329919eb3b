/**
 * Keeps a client signed in with tokens that end: it fetches the next one in time and renews the session in
 * place, so that nothing is interrupted. The web client does not load this.
 */

import { BackOff, SYSTEM_TIMERS } from './client/retry.js';

/** The part of a token's life after which the next one is fetched, at the latest. */
const SHARE = 0.8;
/** Milliseconds that one timer may wait: longer waits overflow in browsers, and machines sleep. */
const LONGEST_WAIT = 60_000;

/** When a token ends, in Unix milliseconds; `null` where it does not say. It is not verified. */
export function endOf(token) {
  try {
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload));
    return Number.isFinite(exp) ? exp * 1000 : null;
  } catch {
    return null;
  }
}

/**
 * Signs a `Client` in, and again for as long as it runs. `provide` gives a token, or a promise of one; where
 * it fails it is asked again with back-off, and `failed` is told why.
 *
 *     const renewal = new TokenRenewal(client, async () => (await fetch('/my/token')).text());
 *     renewal.start();
 *
 * Use it in place of `client.connect()`.
 */
export class TokenRenewal {
  #client;
  #provide;
  #timers;
  #now;
  #random;
  #failed;
  #backOff;
  #timer = null;
  /** What ends its listening to the client. */
  #listening = [];
  /** Rises with each fetch: an answer to an earlier one is too late. */
  #fetches = 0;
  /** Whether the server has refused the token in use. */
  #isRefused = false;

  constructor(client, provide, {
    failed = () => {}, timers = SYSTEM_TIMERS, now = Date.now, random = Math.random,
  } = {}) {
    this.#client = client;
    this.#provide = provide;
    this.#failed = failed;
    this.#timers = timers;
    this.#now = now;
    this.#random = random;
    this.#backOff = new BackOff({ first: 1000, longest: 60_000, random });
  }

  /** Fetches a token and connects the client with it. */
  start() {
    this.#listening = [
      this.#client.on('unauthorized', () => this.#refused()),
      this.#client.on('renewed', (until) => this.#await(until)),
      this.#client.on('state', (state) => {
        if (state === 'online') this.#backOff.reset();
      }),
    ];
    this.#isRefused = true;
    this.#fetch();
  }

  /** Fetches no more tokens; the client stays as it is. */
  stop() {
    for (const end of this.#listening) end();
    this.#timers.clear(this.#timer);
    this.#fetches += 1;
  }

  async #fetch() {
    this.#fetches += 1;
    const fetch = this.#fetches;
    this.#timers.clear(this.#timer);
    let token;
    try {
      token = await this.#provide();
      if (typeof token !== 'string' || !token) throw new TypeError('no token was provided');
    } catch (error) {
      if (fetch !== this.#fetches) return;
      this.#failed(error);
      this.#timer = this.#timers.set(() => this.#fetch(), this.#backOff.next());
      return;
    }
    if (fetch !== this.#fetches) return;
    if (this.#isRefused || !this.#client.renew(token)) this.#client.signIn(token);
    this.#isRefused = false;
    this.#await(endOf(token));
  }

  /** Fetches the next token before `end`; at random, so that not all clients come at once. */
  #await(end) {
    if (end === null) return;
    const life = Math.max(0, end - this.#now());
    this.#wait(this.#now() + life * (SHARE - 0.2 * this.#random()));
  }

  #wait(until) {
    this.#timers.clear(this.#timer);
    const left = until - this.#now();
    this.#timer = this.#timers.set(
      () => (until <= this.#now() ? this.#fetch() : this.#wait(until)),
      Math.min(LONGEST_WAIT, Math.max(left, 1000)));
  }

  /** The token is not, or no longer, good. */
  #refused() {
    this.#isRefused = true;
    this.#fetches += 1;
    this.#timers.clear(this.#timer);
    this.#timer = this.#timers.set(() => this.#fetch(), this.#backOff.next());
  }
}
