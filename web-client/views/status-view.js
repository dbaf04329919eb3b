/** Whether the page is connected, always in sight. */

import { attribute, h, text } from './dom.js';

const WORDS = {
  online: 'Live',
  connecting: 'Connecting…',
  waiting: 'Offline',
  stopped: 'Disconnected',
};

export class StatusView {
  #words = h('span', { class: 'status-words' });
  #again = h('button', { type: 'button', class: 'status-again', 'data-action': 'reconnect' },
    'Connect');
  element = h('div', { class: 'status' },
    h('span', { class: 'status-line', role: 'status' },
      h('span', { class: 'status-dot', 'aria-hidden': 'true' }), this.#words), this.#again);

  constructor(client) {
    this.client = client;
    this.#again.addEventListener('click', () => client.reconnect());
  }

  /** `waiting` is the number of edits without an answer. */
  update(waiting = 0) {
    const { state, reason } = this.client;
    attribute(this.element, 'data-state', state);
    const kept = waiting > 0 && state !== 'online'
      ? ` · ${waiting} ${waiting === 1 ? 'change' : 'changes'} kept` : '';
    text(this.#words, `${WORDS[state]}${kept}`);
    attribute(this.element, 'title', reason);
    this.#again.hidden = state !== 'stopped' && state !== 'waiting';
  }
}
