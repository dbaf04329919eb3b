/**
 * The client key of this tab. It is held under a Web Lock for as long as the page lives, so that no
 * two tabs use one key; a tab without a key first adopts one that left edits behind.
 */

import { randomId } from './random-id.js';

const ITEM = 'lockstep.key';
const PATIENCE = 400;

/** Holds the lock of `key` until the page goes; resolves to whether it was free. */
function hold(locks, key, patience) {
  return new Promise((resolve) => {
    const options = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    const forEver = new Promise(() => {});
    locks.request(`lockstep.${key}`, options, (lock) => {
      resolve(lock !== null);
      return lock ? forEver : undefined;
    }).catch(() => resolve(false));
  });
}

/**
 * The key for this tab: its own from before a reload, an orphan of `candidates`, or a new one.
 * A reload may find its own lock not yet free, so that one is waited for a moment. Where nothing
 * is kept (`keeps`), a reload would not know which ids it had used: it takes a new key.
 */
export async function claimKey({ session, locks, candidates = [], keeps = true }) {
  const own = keeps ? session.getItem(ITEM) : null;
  if (!locks) return remember(session, own ?? randomId(24));
  if (own && await hold(locks, own, PATIENCE)) return own;
  for (const orphan of candidates) {
    if (orphan !== own && await hold(locks, orphan)) return remember(session, orphan);
  }
  const made = randomId(24);
  await hold(locks, made);
  return remember(session, made);
}

function remember(session, key) {
  session.setItem(ITEM, key);
  return key;
}
