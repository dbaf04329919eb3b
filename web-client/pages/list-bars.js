/** The bar at the top of a list: back, who is here, the state of the connection, Edit. */

import { AvatarsView } from '../elements/peers.js';
import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { StatusView } from '../elements/status-view.js';

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
      this.status.element, h('div', { class: 'nav-end' }, this.#avatars.element, this.#edit),
      this.status.notice);
  }

  /** `there` is whether the list can be edited now, `answers` what the status says of its edits. */
  update({ state, others, answers, there }) {
    this.status.update(answers);
    this.#avatars.update(others);
    attribute(this.#edit, 'aria-pressed', state.editing ? 'true' : 'false');
    text(this.#edit, state.editing ? 'Done' : 'Edit');
    this.#edit.disabled = !there;
  }

  /** Takes the focus, where there is nothing else to have it. */
  focus() {
    const edit = !this.#edit.disabled;
    (edit ? this.#edit : this.element.querySelector('a')).focus({ preventScroll: true });
  }

  leave() {
    this.element.remove();
  }
}
