/** Which client keys this tab uses: no two tabs use one at the same time. */

import { randomId } from '../package/client/credentials.js';
import { SYSTEM_TIMERS } from '../package/client/retry.js';

const KEY_ITEM = 'lockstep.key';
/** The items of keys whose queues are not stored as they are. */
const UNSTORED = 'lockstep.unstored.';
const LOCK = 'lockstep.';
/** Milliseconds that a reloaded page waits for the lock of its own key. */
const LOCK_TIMEOUT = 400;

/**
 * Claims the keys of this tab: `{key, left, isOpen}`. `key` is its own from before a reload, the first of
 * `candidates` (keys with unsent edits) that no tab uses, or a new one; `left` are the others that no tab uses, whose edits
 * nobody would send; `isOpen(key)` tells whether another tab uses a key. `hasOld(key)` tells whether not all of the edits
 * of a key can be sent: no tab goes on with it. `session` and `local` are the storages of the tab and of the browser.
 *
 * A key is locked, by `locks` (Web Locks or `TabLeases`), for as long as the page lives. A reload
 * may find its own lock not yet released and waits for it for a moment. Where the browser stores no
 * edits (`keeps` is false), a load would not know which ids were used: it takes a new key, and until `remember` is called
 * no load goes on with that.
 */
export async function claimKeys({
  session, local, locks, candidates = [], hasOld = () => false, keeps = true, timers = SYSTEM_TIMERS,
}) {
  const isUsable = (one) => !hasOld(one) && local.getItem(UNSTORED + one) === null;
  const before = session.getItem(KEY_ITEM);
  const own = keeps && before && isUsable(before) ? before : null;
  const waiting = new AbortController();
  timers.set(() => waiting.abort(), LOCK_TIMEOUT);
  let key = own && await lock(locks, own, waiting.signal) ? own : null;
  const others = candidates.filter((one) => one !== own);
  const free = await Promise.all(others.map((one) => lock(locks, one)));
  const unused = others.filter((_, at) => free[at]);
  key ??= unused.find(isUsable) ?? randomId(24);
  const left = unused.filter((one) => one !== key);
  // One that is locked already stays so.
  await lock(locks, key);
  if (keeps) remember(session, local, key);
  else forget(session, local, key);
  const { held = [] } = await ask(locks);
  const open = new Set(held.map(({ name }) => name));
  const isOpen = (one) => ![key, ...left].includes(one) && open.has(LOCK + one);
  for (const item of local.names.filter((name) => keeps && name.startsWith(UNSTORED))) {
    const one = item.slice(UNSTORED.length);
    if (!candidates.includes(one) && !isOpen(one)) local.removeItem(item);
  }
  return { key, left, isOpen };
}

/** The next load of this tab uses `key` again, and any may go on with it. */
export function remember(session, local, key) {
  session.setItem(KEY_ITEM, key);
  local.removeItem(UNSTORED + key);
}

/** No load goes on with `key`: its queue is not stored as it is. */
export function forget(session, local, key) {
  leaveKey(session);
  local.setItem(UNSTORED + key, '');
}

/** The next load of this tab takes another key. */
export function leaveKey(session) { session.removeItem(KEY_ITEM); }

/** Whether other tabs of this browser are open, each with a key of its own. */
export async function hasOtherTabs(locks, key) {
  const { held = [] } = await ask(locks);
  return held.some(({ name }) => name.startsWith(LOCK) && name !== LOCK + key);
}

/** What locks there are; none where the browser has none, or refuses them to the page. */
const ask = async (locks) => await locks?.query().catch(() => ({})) ?? {};

/**
 * Locks `key` until the page ends; resolves to whether the lock was free, or became free before `signal` aborts.
 */
function lock(locks, key, signal) {
  return new Promise((resolve) => {
    const options = signal ? { signal } : { ifAvailable: true };
    const untilPageEnds = new Promise(() => {});
    locks.request(LOCK + key, options, (held) => {
      resolve(held !== null);
      return held ? untilPageEnds : undefined;
    }).catch(() => resolve(false));
  });
}
