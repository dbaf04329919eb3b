/** The page of an address that is none of this client. */

import { h } from '../elements/dom.js';
import { tellStop } from '../elements/on-demand.js';
import { StatusView } from '../elements/status-view.js';
import { translate } from '../texts/texts.js';

export class UnknownPage {
  #stop;

  constructor({ client }) {
    const status = new StatusView(client, tellStop);
    const title = translate('page.unknown');
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' }, h('span', {}), status.element,
        h('div', { class: 'nav-end' }), status.notice),
      h('main', { class: 'page' },
        h('div', { class: 'heading' }, h('h1', { class: 'large-title' }, title)),
        h('div', { class: 'page-message' },
          h('p', { class: 'page-words', role: 'status' }, translate('page.unknownNote')),
          h('a', { class: 'page-link', href: '#/' }, translate('list.showAll')))));
    const stops = ['state', 'silent'].map((name) => client.on(name, () => status.update(client)));
    this.#stop = () => { for (const stop of stops) stop(); };
    status.update(client);
    document.title = translate('page.title', { name: title });
  }

  /** Stops the page; another one is shown. */
  leave() { this.#stop(); }
}
