/**
 * The other people in a list: their colours and initials, their avatars, and their marks on rows.
 */

import { formatNumber, translate } from '../texts/texts.js';
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

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What is read as one character at the beginning of a text, of however many code points. */
const firstGrapheme = (word) => [...GRAPHEMES.segment(word)][0]?.segment ?? '';

/** One or two letters for an avatar. */
export function initials(name) {
  const words = (name || '?').trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map(firstGrapheme).join('').toLocaleUpperCase();
}

/** Pixels of a bar's width that other controls than avatars take, and those of an avatar. */
const BAR_CONTROLS = 260;
const AVATAR = 44;
const MOST_AVATARS = 4;

/** How many avatars have room in the bar of a window that is so many pixels wide. */
const roomFor = (width) => Math.max(
  1, Math.min(MOST_AVATARS, Math.floor((width - BAR_CONTROLS) / AVATAR)));

const activity = (peer) => {
  if (peer.dragging) return 'isMoving';
  if (peer.editing) return 'isTyping';
  if (peer.mode === 'active') return 'isEditing';
  return peer.mode === 'transient' ? 'isDeleting' : 'isHere';
};

/** The name of a peer, also of one that has none. */
export const nameOf = (peer) => peer.name || translate('page.someone');

/** What a peer does, as a sentence. */
export const doingOf = (peer) => translate(`peers.${activity(peer)}`, { name: nameOf(peer) });

/**
 * The avatars at the top of a list, as many as have room, and the number of further people. Each
 * leads to where its person is.
 */
export class AvatarsView {
  element = h('ul', { class: 'avatars', 'aria-label': translate('peers.alsoHere'), role: 'list' });
  #avatars = new Map();
  #count = h('button', { type: 'button', class: 'avatar more', 'data-action': 'people' });
  #more = h('li', {}, this.#count);

  /** `others` are the peers of an `OpenList`. */
  update(others) {
    const shown = others.slice(0, roomFor(window.innerWidth)).map((peer) => this.#avatar(peer));
    const rest = others.length - shown.length;
    text(this.#count, `+${formatNumber(rest)}`);
    attribute(this.#count, 'aria-label', translate('peers.more', { count: rest }));
    arrange(this.element, rest > 0 ? [...shown, this.#more] : shown);
    this.element.hidden = others.length === 0;
  }

  #avatar(peer) {
    const doing = doingOf(peer);
    const element = this.#avatars.get(peer.client) ?? h('li', {}, h('button', {
      type: 'button', class: 'avatar', 'data-action': 'go-to-peer',
    }, h('span', { 'aria-hidden': 'true' }), h('span', { class: 'unseen' })));
    this.#avatars.set(peer.client, element);
    const button = element.firstChild;
    button.style.setProperty('--peer', peerColour(peer.client));
    attribute(button, 'data-client', peer.client);
    attribute(button, 'data-mode', peer.mode);
    attribute(button, 'title', doing);
    text(button.firstChild, initials(nameOf(peer)));
    text(button.lastChild, doing);
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
    const [name] = nameOf(peer).split(' ');
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
