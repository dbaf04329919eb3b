/** Signing in: asks for the token that an administrator has issued. */

import { h } from '../elements/dom.js';
import { tokenSentence } from '../texts/stop-sentences.js';
import { translate } from '../texts/texts.js';
import { askInDialog, labelled } from './dialog.js';

/** Resolves to a token, or to `null`; `reason` is the server's message. */
async function askToken(reason) {
  const note = h('p', { class: 'dialog-note', id: 'sign-in-note', role: 'alert' },
    tokenSentence(reason));
  const input = h('input', {
    type: 'password', class: 'dialog-input', name: 'token', autocomplete: 'off', required: true,
    autofocus: true, enterkeyhint: 'go', spellcheck: 'false', 'aria-describedby': note.id,
  });
  const token = await askInDialog({
    title: translate('signIn.title'), confirm: translate('signIn.title'),
    content: h('div', { class: 'dialog-fields' }, note,
      labelled(translate('signIn.token'), input)),
    answer: () => input.value.trim(),
  });
  return token || null;
}

/** Asks for tokens, in one dialog at a time; calls `renew` with each. */
export class SignIn {
  #asking = false;
  #renew;

  constructor(renew) {
    this.#renew = renew;
  }

  /** Asks for a token; `reason` is the server's message. */
  async ask(reason) {
    if (this.#asking) return;
    this.#asking = true;
    const token = await askToken(reason);
    this.#asking = false;
    if (token) this.#renew(token);
  }
}
