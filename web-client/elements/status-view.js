/** The status of the connection and of unanswered edits, shown at the top of every page. */

import { stopSentence } from '../screen/refusals.js';
import { attribute, h, text } from './dom.js';

const LABELS = {
  online: 'Live',
  connecting: 'Connecting…',
  waiting: 'Offline',
  stopped: 'Disconnected',
};

export class StatusView {
  #label = h('span', { class: 'status-words' });
  #reconnect = h('button', { type: 'button', class: 'status-again', 'data-action': 'reconnect' },
    'Connect');
  /** Why the client does not reconnect by itself. */
  notice = h('p', { class: 'notice', role: 'alert', hidden: true });
  element = h('div', { class: 'status' },
    h('span', { class: 'status-line', role: 'status' },
      h('span', { class: 'status-dot', 'aria-hidden': 'true' }), this.#label), this.#reconnect);

  constructor(client) {
    this.client = client;
    this.#reconnect.addEventListener('click', () => client.reconnect());
  }

  /**
   * `waiting` is the number of unanswered edits; `delayed` whether sending them is paused,
   * `overdue` whether their answers are overdue, `unavailable` whether the server cannot read the
   * list now.
   */
  update({ waiting = 0, delayed = false, overdue = false, unavailable = false } = {}) {
    const { state, reason, reasonCode } = this.client;
    const changes = `${waiting} ${waiting === 1 ? 'change' : 'changes'}`;
    const online = state === 'online';
    const trouble = online && (unavailable || overdue);
    attribute(this.element, 'data-state', state);
    attribute(this.element, 'data-waiting', waiting);
    attribute(this.element, 'data-trouble', trouble ? (unavailable ? 'list' : 'answers') : null);
    if (trouble && !unavailable) text(this.#label, `${changes} not saved yet`);
    else {
      const kept = waiting > 0 && (!online || delayed || unavailable) ? ` · ${changes} kept` : '';
      text(this.#label, `${trouble ? 'Can’t be read now' : LABELS[state]}${kept}`);
    }
    this.notice.hidden = state !== 'stopped' || !reason;
    text(this.notice, this.notice.hidden ? '' : stopSentence(reasonCode, reason));
    this.#reconnect.hidden = state !== 'stopped' && state !== 'waiting';
  }
}
