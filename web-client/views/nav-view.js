/** The bar at the top of a list: back, who is here, the state of the connection, Edit. */

import { AvatarsView } from './avatars-view.js';
import { attribute, h, text } from './dom.js';
import { icon } from './icons.js';
import { StatusView } from './status-view.js';

export class NavView {
  #avatars = new AvatarsView();
  #edit = h('button', {
    type: 'button', class: 'nav-button strong', 'data-action': 'edit', 'aria-pressed': 'false',
  }, 'Edit');

  constructor(client) {
    this.status = new StatusView(client);
    this.element = h('header', { class: 'nav' },
      h('a', { class: 'nav-button back', href: '#/', 'data-action': 'back' },
        icon('back'), 'Lists'),
      this.status.element, h('div', { class: 'nav-end' }, this.#avatars.element, this.#edit));
  }

  update({ state, others, waiting, there }) {
    this.status.update(waiting);
    this.#avatars.update(others);
    attribute(this.#edit, 'aria-pressed', state.editing ? 'true' : 'false');
    text(this.#edit, state.editing ? 'Done' : 'Edit');
    this.#edit.disabled = !there;
  }

  leave() {
    this.element.remove();
  }
}
