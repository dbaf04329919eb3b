/** The dialog of keys: what each of them does on the page. It is opened by `?`. */

import { h } from '../elements/dom.js';
import { KEY_GROUPS, keyCap } from '../screen/keys.js';
import { keysDe } from '../texts/de/keys.js';
import { keysEn } from '../texts/en/keys.js';
import { addCatalogues, translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

addCatalogues({ en: keysEn, de: keysDe });

/** Whether the keyboard is likely to have ⌘. */
export const IS_APPLE = /Mac|iPhone|iPad/u.test(navigator.platform);

const caps = (keys) => keys.map((name) => h('kbd', {}, keyCap(name, IS_APPLE, translate)));

/** The ways to press a key, with a word between them. */
const ways = (keys) => keys.flatMap((one, at) => [
  ...(at > 0 ? [h('span', { class: 'key-or' }, translate('keys.or'))] : []), ...caps(one)]);

const entry = ({ keys, does }) => h('div', { class: 'key-entry' },
  h('dt', {}, ways(keys)), h('dd', {}, translate(does)));

/** Shows the keys of the page. */
export function showKeys() {
  const groups = KEY_GROUPS.map(({ title, entries }) => h('section', {},
    h('h3', { class: 'key-title' }, translate(title)), h('dl', { class: 'keys' },
      entries.map(entry))));
  const content = h('div', { class: 'key-groups', tabindex: '0' }, groups);
  askInDialog({ title: translate('keys.title'), content });
}
