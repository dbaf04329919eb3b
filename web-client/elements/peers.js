/** Who else is here, and what they are doing. */

import { arrange, attribute, h, text } from './dom.js';
import { initials, peerColour } from './peer-colour.js';

const SHOWN = 4;

const doing = (peer) => {
  if (peer.dragging) return 'is moving a row';
  if (peer.editing) return 'is typing';
  if (peer.mode === 'active') return 'is editing';
  return peer.mode === 'transient' ? 'is about to delete a row' : 'is here';
};

export class AvatarsView {
  element = h('ul', { class: 'avatars', 'aria-label': 'Also here', role: 'list' });
  #people = new Map();
  #more = h('li', { class: 'avatar more' });

  update(others) {
    const shown = others.slice(0, SHOWN).map((peer) => this.#avatar(peer));
    const rest = others.length - shown.length;
    text(this.#more, `+${rest}`);
    arrange(this.element, rest > 0 ? [...shown, this.#more] : shown);
    this.element.hidden = others.length === 0;
  }

  #avatar(peer) {
    const name = peer.name || 'Someone';
    const element = this.#people.get(peer.client) ?? h('li', { class: 'avatar' },
      h('span', { 'aria-hidden': 'true' }), h('span', { class: 'unseen' }));
    this.#people.set(peer.client, element);
    element.style.setProperty('--peer', peerColour(peer.client));
    attribute(element, 'data-client', peer.client);
    attribute(element, 'data-mode', peer.mode);
    attribute(element, 'title', `${name} ${doing(peer)}`);
    text(element.firstChild, initials(name));
    text(element.lastChild, `${name} ${doing(peer)}`);
    return element;
  }
}
