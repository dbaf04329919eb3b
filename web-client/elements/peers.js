/**
 * The other people in a list: their colours and initials, their avatars, and their marks on rows.
 */

import { translate } from '../texts/texts.js';
import { arrange, attribute, h, text } from './dom.js';

/** White text is readable on each of them. */
const COLOURS = [
  '#9a4d00', '#7a5c00', '#2e6b2e', '#00696d', '#005bb5', '#5b3fbf', '#8e2a8e', '#a3245b',
];

/** The colour of a client, by its public name: the same in every browser. */
export function peerColour(client) {
  let sum = 0;
  for (const character of client) sum = (sum * 31 + character.codePointAt(0)) % 9973;
  return COLOURS[sum % COLOURS.length];
}

/** One or two letters for an avatar. */
export function initials(name) {
  const words = (name || '?').trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...word][0] ?? '').join('').toLocaleUpperCase();
}

const MOST_AVATARS = 4;

const activity = (peer) => {
  if (peer.dragging) return 'isMoving';
  if (peer.editing) return 'isTyping';
  if (peer.mode === 'active') return 'isEditing';
  return peer.mode === 'transient' ? 'isDeleting' : 'isHere';
};

/** The avatars at the top of a list, at most `MOST_AVATARS`, and the number of further people. */
export class AvatarsView {
  element = h('ul', { class: 'avatars', 'aria-label': translate('peers.alsoHere'), role: 'list' });
  #avatars = new Map();
  #more = h('li', { class: 'avatar more' });

  /** `others` are the peers of an `OpenList`. */
  update(others) {
    const shown = others.slice(0, MOST_AVATARS).map((peer) => this.#avatar(peer));
    const rest = others.length - shown.length;
    text(this.#more, `+${rest}`);
    arrange(this.element, rest > 0 ? [...shown, this.#more] : shown);
    this.element.hidden = others.length === 0;
  }

  #avatar(peer) {
    const name = peer.name || translate('page.someone');
    const doing = translate(`peers.${activity(peer)}`, { name });
    const element = this.#avatars.get(peer.client) ?? h('li', { class: 'avatar' },
      h('span', { 'aria-hidden': 'true' }), h('span', { class: 'unseen' }));
    this.#avatars.set(peer.client, element);
    element.style.setProperty('--peer', peerColour(peer.client));
    attribute(element, 'data-client', peer.client);
    attribute(element, 'data-mode', peer.mode);
    attribute(element, 'title', doing);
    text(element.firstChild, initials(name));
    text(element.lastChild, doing);
    return element;
  }
}

/**
 * What others do with each row: a map of row id to `[{client, colour, doing}]`, `doing` being the
 * text of the mark, or empty where the row is only selected.
 */
export function peersByRow(others) {
  const rows = new Map();
  const add = (row, peer, doing) => {
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push({ client: peer.client, colour: peerColour(peer.client), doing });
  };
  for (const peer of others) {
    const [name] = (peer.name || translate('page.someone')).split(' ');
    if (peer.dragging) add(peer.dragging, peer, translate('peers.moves', { name }));
    if (peer.editing?.row) add(peer.editing.row, peer, translate('peers.types', { name }));
    for (const row of peer.selected ?? []) {
      if (row !== peer.dragging && row !== peer.editing?.row) add(row, peer, '');
    }
  }
  return rows;
}

const NO_PEERS = [];

/**
 * Returns the same array as last time while the peers of a row are equal, so that `===` compares.
 */
export class PeerMemo {
  #last = new Map();

  of(id, peers) {
    if (!peers) return NO_PEERS;
    const json = JSON.stringify(peers);
    const last = this.#last.get(id);
    if (last?.json === json) return last.peers;
    this.#last.set(id, { json, peers });
    return peers;
  }
}
