/** What identifies a client to the server: its key, a random id, and the user's token. */

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/** A random id of `length` characters, five bits each: no other client makes the same one. */
export function randomId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
}

const TOKEN_ITEM = 'lockstep.token';

/** What a token says, not verified; nothing where it is none. */
function claimsOf(token) {
  try {
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
}

/** The subject of a token: it names local databases and grants nothing. */
export const userOf = (token) => String(claimsOf(token).sub ?? '');

/** How exactly a pattern of a token says that `list` is meant; 0 where it is not. */
function exactness(pattern, list) {
  if (pattern === list) return Infinity;
  return pattern.endsWith('*') && list.startsWith(pattern.slice(0, -1)) ? pattern.length : 0;
}

/** The role that a token gives on a list; `undefined` where it does not tell, and without a token. */
export function roleOn(token, list) {
  const fitting = Object.entries(claimsOf(token).lists ?? {})
    .map(([pattern, role]) => [exactness(pattern, list), role]).filter(([fits]) => fits > 0);
  return fitting.sort(([one], [other]) => other - one)[0]?.[1];
}

/** Whether lists may be made with a token, as far as it tells. */
export function mayCreate(token) {
  const { lists } = claimsOf(token);
  return !lists || Object.values(lists).includes('owner');
}

/** The token that authenticates the user, stored for as long as the tab lives. */
export class TokenStore {
  /** `session` is a `SteadyStorage` that ends with the tab. */
  constructor(session) {
    this.session = session;
    this.token = session.getItem(TOKEN_ITEM) ?? undefined;
  }

  /** The user that the token names; empty where there is none. */
  get user() { return this.token ? userOf(this.token) : ''; }

  /** The name that the token gives its user, which the server shows the others; empty where there is none. */
  get name() { return String(claimsOf(this.token).name ?? ''); }

  /**
   * Replaces the token; returns whether this page goes on with it: it names the same user as before, or the browser
   * does not keep it for another load.
   */
  renew(token) {
    const before = this.user;
    this.token = token;
    return !this.session.setItem(TOKEN_ITEM, token) || this.user === before;
  }

  /** Forgets the token: the user signs out. */
  clear() {
    this.token = undefined;
    this.session.removeItem(TOKEN_ITEM);
  }
}
