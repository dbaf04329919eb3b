/** The types of `token-renewal.js`: tokens that end, fetched and renewed in time. */

import type { Client } from './client.js';

/** When a token ends, in Unix milliseconds; `null` where it does not say. */
export declare function endOf(token: string): number | null;

/** Signs a client in, and again for as long as it runs: in place of `client.connect()`. */
export declare class TokenRenewal {
  /** `failed` is told why no token was provided; it is asked for again. */
  constructor(
    client: Client, provide: () => string | Promise<string>,
    options?: { failed?: (error: unknown) => void });
  start(): void;
  /** Fetches no more tokens; the client stays as it is. */
  stop(): void;
}
