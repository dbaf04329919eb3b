/** What the page reads from its browser: the address, the language, and the user's preferences. */

const LIST = /^#\/list\/([A-Za-z0-9._~-]{1,64})(\/history)?$/u;

/**
 * The page that an address fragment names: `{page: 'lists'}`, or `{page: 'list' | 'history', id}`.
 */
export function routeOf(hash) {
  const match = LIST.exec(hash);
  if (!match) return { page: 'lists' };
  return { page: match[2] ? 'history' : 'list', id: match[1] };
}

const RTL_LANGUAGES = new Set([
  'ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi',
]);

/** The writing direction, `ltr` or `rtl`, of a language as `navigator.language` names it. */
export function directionOf(language = '') {
  const [name, ...rest] = language.toLowerCase().split('-');
  if (rest.includes('arab') || rest.includes('hebr')) return 'rtl';
  return RTL_LANGUAGES.has(name) && !rest.includes('latn') ? 'rtl' : 'ltr';
}

const NAME_ITEM = 'lockstep.name';
const HINT_ITEM = 'lockstep.knows.';

/** The user's display name and the hints that were dismissed, stored in the browser. */
export class Preferences {
  /** `storage` is a `Storage`; `renamed` is called with a new display name. */
  constructor(storage, renamed) {
    Object.assign(this, { storage, renamed });
  }

  /** The display name; empty where none is set. */
  get name() {
    return this.storage.getItem(NAME_ITEM) ?? '';
  }

  rename(name) {
    this.storage.setItem(NAME_ITEM, name);
    this.renamed(name);
  }

  /** Whether a hint (`lists`, `editing`) is no longer needed in this browser. */
  isDismissed(hint) {
    return this.storage.getItem(HINT_ITEM + hint) !== null;
  }

  dismiss(hint) {
    this.storage.setItem(HINT_ITEM + hint, 'yes');
  }
}
