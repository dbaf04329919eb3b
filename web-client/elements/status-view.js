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
  /** Why it does not connect by itself any more. */
  notice = h('p', { class: 'notice', role: 'alert', hidden: true });
  element = h('div', { class: 'status' },
    h('span', { class: 'status-line', role: 'status' },
      h('span', { class: 'status-dot', 'aria-hidden': 'true' }), this.#words), this.#again);

  constructor(client) {
    this.client = client;
    this.#again.addEventListener('click', () => client.reconnect());
  }

  /**
   * `waiting` is the number of edits without an answer, `delayed` whether they are held back, `overdue`
   * whether the server cannot say what became of them, `unavailable` whether it cannot read the list.
   */
  update({ waiting = 0, delayed = false, overdue = false, unavailable = false } = {}) {
    const { state, reason } = this.client;
    const changes = `${waiting} ${waiting === 1 ? 'change' : 'changes'}`;
    const online = state === 'online';
    const trouble = online && (unavailable || overdue);
    attribute(this.element, 'data-state', state);
    attribute(this.element, 'data-waiting', waiting);
    attribute(this.element, 'data-trouble', trouble ? (unavailable ? 'list' : 'answers') : null);
    if (trouble && !unavailable) text(this.#words, `${changes} not saved yet`);
    else {
      const kept = waiting > 0 && (!online || delayed || unavailable) ? ` · ${changes} kept` : '';
      text(this.#words, `${trouble ? 'Can’t be read now' : WORDS[state]}${kept}`);
    }
    this.notice.hidden = state !== 'stopped' || !reason;
    text(this.notice, this.notice.hidden ? '' : reason);
    this.#again.hidden = state !== 'stopped' && state !== 'waiting';
  }
}
