/** The status of the connection and of unanswered edits, shown at the top of every page. */

import { translate } from '../texts/texts.js';
import { attribute, h, text } from './dom.js';

/** Whether there is no connection, nor an attempt at one. */
const mayRetry = (state) => state === 'stopped' || state === 'waiting';

/** Whether the server of `client` wants a token, or another one, before it tells anything. */
export const isSignedOut = ({ state, reasonCode }) => (
  state === 'stopped' && reasonCode === 'unauthorized');

export class StatusView {
  #label = h('span', { class: 'status-words' });
  #reconnect = h('button', { type: 'button', class: 'status-again', 'data-action': 'reconnect' });
  /** Why the client does not reconnect by itself. */
  notice = h('p', { class: 'notice', role: 'alert', hidden: true });
  element = h('div', { class: 'status' },
    h('span', { class: 'status-line', role: 'status' },
      h('span', { class: 'status-dot', 'aria-hidden': 'true' }), this.#label), this.#reconnect);

  /** Why the client has stopped, with the codes of that. */
  #why = '';

  #tellStop;

  /** `tellStop(show, reason, code, closeCode)` calls `show` with the sentence for why `client` has stopped. */
  constructor(client, tellStop) {
    this.client = client;
    this.#tellStop = tellStop;
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
    this.#tell(this.notice.hidden ? '' : reason, reasonCode, closeCode);
    this.#reconnect.hidden = !mayRetry(state);
    text(this.#reconnect, translate(isSignedOut(this.client) ? 'status.signIn' : 'status.connect'));
  }

  /** Tells why the client has stopped: as the server said it, until its sentence is loaded. */
  #tell(reason, ...codes) {
    const why = [reason, ...codes].join(' ');
    if (why === this.#why) return;
    this.#why = why;
    text(this.notice, reason);
    if (reason === '') return;
    this.#tellStop((sentence) => {
      if (why === this.#why) text(this.notice, sentence);
    }, reason, ...codes);
  }
}
