/** What the page reads from its browser: the address, the language, and the user's preferences. */

const COMMANDS = new Map([['#/new', 'new-list'], ['#/import', 'import-list']]);
const LIST = /^#\/list\/([A-Za-z0-9._~-]{1,64})(?:\/(history)|\/row\/([A-Za-z0-9._~-]{1,64}))?$/u;

/**
 * The page that an address fragment names: `{page: 'lists'}`, `{page: 'history', id}`,
 * `{page: 'list', id}`, with the `row` to go to if it names one, or `{page: 'unknown'}`.
 * The shortcuts of the installed app name a `command` of the overview, too.
 */
export function routeOf(hash) {
  const match = LIST.exec(hash);
  if (COMMANDS.has(hash)) return { page: 'lists', command: COMMANDS.get(hash) };
  if (!match) return { page: ['', '#', '#/'].includes(hash) ? 'lists' : 'unknown' };
  const [, id, history, row] = match;
  if (history) return { page: 'history', id };
  return row === undefined ? { page: 'list', id } : { page: 'list', id, row };
}

/** Whether the address asks for whole lists (`/?whole`), however long: to compare, and to debug. */
export const opensWhole = (search) => new URLSearchParams(search).has('whole');

/** The address fragment of a list, or of one of its rows. */
export const fragmentOf = (list, row) => `#/list/${list}${row === undefined ? '' : `/row/${row}`}`;

/** The address of a list, or of one of its rows. */
export const linkTo = (list, row) => `${location.origin}${location.pathname}${fragmentOf(list, row)}`;

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
const LANGUAGE_ITEM = 'lockstep.language';
/** `theme.js` reads it too. */
export const THEME_ITEM = 'lockstep.theme';
const HINT_ITEM = 'lockstep.knows.';

/** The user's name, language, theme and dismissed hints, stored in the browser. */
export class Preferences {
  /**
   * `storage` is a `SteadyStorage`. `renamed` is called with a new display name, `changed` with the name
   * of another setting: `language` or `theme`. `madeUp()` is the name of who has given none; `account` who
   * has signed in, `{user, signOut()}`, if anybody has, and `given()` the name that came with that, or `''`.
   */
  constructor(storage, { renamed, changed, madeUp, account, given = () => '' }) {
    Object.assign(this, { storage, renamed, changed, madeUp, account, given });
  }

  /** The display name; empty where none is set. */
  get name() {
    return this.given() || (this.storage.getItem(NAME_ITEM) ?? '');
  }

  /** The name that others see. */
  get shownName() {
    return this.name || this.madeUp();
  }

  rename(name) {
    this.storage.setItem(NAME_ITEM, name);
    this.renamed(this.shownName);
  }

  /** Forgets the name: the user signs out. */
  forgetName() { this.storage.removeItem(NAME_ITEM); }

  /** The tag of the language that was chosen; empty for that of the browser. */
  get language() {
    return this.storage.getItem(LANGUAGE_ITEM) ?? '';
  }

  set language(tag) {
    this.storage.setItem(LANGUAGE_ITEM, tag);
    this.changed('language');
  }

  /** The theme that was chosen, `light` or `dark`; empty for that of the system. */
  get theme() {
    return this.storage.getItem(THEME_ITEM) ?? '';
  }

  set theme(theme) {
    this.storage.setItem(THEME_ITEM, theme);
    this.changed('theme');
  }

  /** Whether a hint (`lists`, `editing`) is no longer needed in this browser. */
  isDismissed(hint) {
    return this.storage.getItem(HINT_ITEM + hint) !== null;
  }

  dismiss(hint) {
    this.storage.setItem(HINT_ITEM + hint, 'yes');
  }
}
