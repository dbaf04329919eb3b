/** The status of the connection and of unanswered edits, shown at the top of every page. */

import { stopSentence } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';
import { attribute, h, text } from './dom.js';

/** Whether there is no connection, nor an attempt at one. */
const mayRetry = (state) => state === 'stopped' || state === 'waiting';

export class StatusView {
  #label = h('span', { class: 'status-words' });
  #reconnect = h('button', { type: 'button', class: 'status-again', 'data-action': 'reconnect' },
    translate('status.connect'));
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
    const { state, reason, reasonCode, closeCode, isReconnecting } = this.client;
    const online = state === 'online';
    const trouble = online && !isReconnecting && (unavailable || overdue);
    attribute(this.element, 'data-state', state);
    attribute(this.element, 'data-silent', online && isReconnecting ? '' : null);
    attribute(this.element, 'data-waiting', waiting);
    const retries = state !== 'online' && this.element.hasAttribute('data-lost');
    attribute(this.element, 'data-lost', mayRetry(state) || retries ? '' : null);
    attribute(this.element, 'data-trouble', trouble ? (unavailable ? 'list' : 'answers') : null);
    if (trouble && !unavailable) {
      text(this.#label, translate('status.notSaved', { count: waiting }));
    } else {
      const status = translate(
        `status.${isReconnecting ? 'reconnecting' : trouble ? 'unreadable' : state}`);
      const kept = waiting > 0 && (!online || isReconnecting || delayed || unavailable);
      text(this.#label, kept ? translate('status.kept', { status, count: waiting }) : status);
    }
    this.notice.hidden = state !== 'stopped' || !reason;
    text(this.notice, this.notice.hidden ? '' : stopSentence(reasonCode, reason, closeCode));
    this.#reconnect.hidden = !mayRetry(state);
  }
}
