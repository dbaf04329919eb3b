/** The token that says who the person is, kept for as long as the tab lives. */

const ITEM = 'lockstep.token';

/** Who a token is of, unchecked: for the names of what this browser keeps, not for rights. */
export function userOf(token) {
  try {
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return String(JSON.parse(new TextDecoder().decode(bytes)).sub ?? '');
  } catch {
    return '';
  }
}

export class TokenKeeper {
  /** `session` is a `Storage` that ends with the tab. */
  constructor(session) {
    this.session = session;
    this.token = session.getItem(ITEM) ?? undefined;
  }

  get user() { return this.token ? userOf(this.token) : ''; }

  /** Takes a new token; tells whether it is of the same person. */
  renew(token) {
    const before = this.user;
    this.token = token;
    this.session.setItem(ITEM, token);
    return this.user === before;
  }
}
