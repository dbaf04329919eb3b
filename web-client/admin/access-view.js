/** What is shown to whoever may not watch the server: why, and what helps. */

import { h } from '../elements/dom.js';
import { translate } from '../texts/texts.js';

const OFF = 'the admin page is off: without authentication the setting admin.open turns it on';
const NOT_LOCAL = 'without authentication the admin page is for this machine alone, and not for '
  + 'requests that a proxy passed on: open it at a loopback address';

/** What servers say, each with its sentence. */
const SENTENCES = new Map([
  ['only an owner of all lists may watch the server', 'admin.notOwner'],
  [OFF, 'admin.off'],
  [NOT_LOCAL, 'admin.notLocal'],
]);

/** Why the page is refused, as a sentence; `message` is the server's. */
export function refusalOf(message) {
  const key = SENTENCES.get(message);
  return key ? translate(key) : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** Whether another token helps: not where the server asks for none. */
export const takesTokens = (message) => message !== OFF && message !== NOT_LOCAL;

export class AccessView {
  /** `signIn()` asks for another token. */
  constructor(message, signIn) {
    this.element = h('div', { class: 'page-message', 'data-refused': '' },
      h('p', { class: 'page-words', role: 'alert' }, refusalOf(message)),
      takesTokens(message) ? h('button', {
        type: 'button', class: 'page-link', 'data-action': 'sign-in', onclick: signIn,
      }, translate('admin.otherToken')) : null,
      h('div', {}, h('a', { class: 'page-link', href: '/' }, translate('list.showAll'))));
  }
}
