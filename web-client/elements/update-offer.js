/** Offers to reload the page once the server has a newer version of it. */

import { translate } from '../texts/texts.js';
import { h } from './dom.js';
import { announce } from './notices.js';

/** Milliseconds after which a page that is looked at again asks once more. */
const OLD = 3_600_000;
const HTML = 'text/html';

/** The files that a page names; the server names a bundle by its content. */
const namedBy = (page) => [...page.querySelectorAll('script[src], link[rel=stylesheet]')]
  .map((element) => element.getAttribute(element.tagName === 'SCRIPT' ? 'src' : 'href'));

/**
 * Asks for the page again whenever `client`, a `Client`, is connected anew, as a server that was
 * updated was started again, and after an hour. Loaded lazily, after the first connection.
 */
export class UpdateOffer {
  #named = namedBy(document).join(' ');
  #asked = Date.now();
  #line = null;
  #reload;

  /** `reload` is called when the user accepts. `isConnectedAnew`: it has been, since the page was loaded. */
  constructor(client, reload, isConnectedAnew) {
    this.#reload = reload;
    client.on('state', (state) => {
      if (state === 'online') this.#ask();
    });
    // A page that was served from the cache is compared at its first connection.
    if (isConnectedAnew || navigator.serviceWorker?.controller) this.#ask();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - this.#asked > OLD) this.#ask();
    });
  }

  async #ask() {
    this.#asked = Date.now();
    const response = await fetch(location.pathname + location.search, { cache: 'no-cache' })
      .catch(() => null);
    if (!response?.ok) return;
    const source = await response.text();
    const page = new DOMParser().parseFromString(source, HTML);
    const named = namedBy(page).join(' ');
    if (named !== '' && named !== this.#named && !this.#line?.isConnected) this.#offer();
  }

  #offer() {
    const button = (action, label, then) => h('button', {
      type: 'button', class: 'toast-choice', 'data-action': action, onclick: then,
    }, translate(label));
    this.#line = h('div', { class: 'toast toast-note', 'data-toast': 'update' },
      h('span', {}, translate('update.ready')),
      button('reload', 'update.reload', () => this.#reload()),
      button('later', 'update.later', () => this.#line.remove()));
    document.getElementById('toasts').append(this.#line);
    announce(translate('update.ready'));
  }
}
