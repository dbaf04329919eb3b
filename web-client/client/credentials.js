/** What identifies this tab to the server: its client key, and the user's token. */

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/** A random id of `length` characters, five bits each: no other client makes the same one. */
export function randomId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
}

const KEY_ITEM = 'lockstep.key';
const LOCK = 'lockstep.';
const TOKEN_ITEM = 'lockstep.token';
/** Milliseconds that a reloaded page waits for the lock of its own key. */
const LOCK_TIMEOUT = 400;

/**
 * The client key of this tab: its own from before a reload, the first of `candidates` (keys with
 * unsent edits) that no tab uses, or a new one.
 *
 * A key is locked (Web Locks) for as long as the page lives, so that no two tabs use one. A reload
 * may find its own lock not yet released and waits for it for a moment. Where the browser stores no
 * edits (`keeps` is false), a reload does not know which ids it has used, and takes a new key.
 */
export async function claimKey({ session, locks, candidates = [], keeps = true }) {
  const own = keeps ? session.getItem(KEY_ITEM) : null;
  if (!locks) return store(session, own ?? randomId(24));
  if (own && await lock(locks, own, LOCK_TIMEOUT)) return own;
  for (const candidate of candidates) {
    if (candidate !== own && await lock(locks, candidate)) return store(session, candidate);
  }
  const made = randomId(24);
  await lock(locks, made);
  return store(session, made);
}

/** Whether other tabs of this browser are open, each with a key of its own. */
export async function hasOtherTabs(locks, key) {
  const { held = [] } = await locks?.query() ?? {};
  return held.some(({ name }) => name.startsWith(LOCK) && name !== LOCK + key);
}

/**
 * Locks `key` until the page ends; resolves to whether the lock was free, or became free in time.
 */
function lock(locks, key, timeout) {
  return new Promise((resolve) => {
    const options = timeout ? { signal: AbortSignal.timeout(timeout) } : { ifAvailable: true };
    const untilPageEnds = new Promise(() => {});
    locks.request(LOCK + key, options, (held) => {
      resolve(held !== null);
      return held ? untilPageEnds : undefined;
    }).catch(() => resolve(false));
  });
}

function store(session, key) {
  session.setItem(KEY_ITEM, key);
  return key;
}

/** The subject of a token, not verified: it names local databases and grants nothing. */
export function userOf(token) {
  try {
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return String(JSON.parse(new TextDecoder().decode(bytes)).sub ?? '');
  } catch {
    return '';
  }
}

/** The token that authenticates the user, stored for as long as the tab lives. */
export class TokenStore {
  /** `session` is a `Storage` that ends with the tab. */
  constructor(session) {
    this.session = session;
    this.token = session.getItem(TOKEN_ITEM) ?? undefined;
  }

  /** The user that the token names; empty where there is none. */
  get user() { return this.token ? userOf(this.token) : ''; }

  /** Replaces the token; returns whether it names the same user as before. */
  renew(token) {
    const before = this.user;
    this.token = token;
    this.session.setItem(TOKEN_ITEM, token);
    return this.user === before;
  }
}
