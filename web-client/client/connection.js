/** One WebSocket at a time, opened again when it is lost, and watched while it is silent. */

import { decodeFrame, encodeFrame, ping, SUBPROTOCOL } from '../messages.js';
import { BackOff } from './retry.js';
import { finalReason } from './close-codes.js';
import { Emitter } from './emitter.js';
import { SYSTEM_TIMERS } from './system-timers.js';

/**
 * Emits `state` (`connecting`, `connected`, `waiting`, `stopped`), `open` and `message`.
 * Silence of `quiet` milliseconds is answered with a ping, and as much again closes the socket:
 * a browser is not told when a connection dies.
 */
export class Connection extends Emitter {
  state = 'stopped';
  reason = null;
  #socket = null;
  #retry = null;
  #watch = null;
  #silent = false;
  #pings = 0;

  constructor({
    url, makeSocket, timers = SYSTEM_TIMERS, backOff = new BackOff(), quiet = 12_000,
  }) {
    super();
    Object.assign(this, { url, timers, backOff, quiet });
    this.makeSocket = makeSocket ?? ((address, protocol) => new WebSocket(address, protocol));
  }

  start() {
    if (this.#socket) return;
    this.timers.clear(this.#retry);
    this.reason = null;
    this.#become('connecting');
    const socket = this.makeSocket(this.url, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      this.#become('connected');
      this.#listen();
      this.emit('open');
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#closed(code);
    socket.onerror = () => {};
  }

  /** Sends messages in one frame; `false` where there is no open socket. */
  send(...messages) {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(encodeFrame(messages));
    return true;
  }

  /** Tells that the handshake of the session is done: the next loss starts from a short wait. */
  settled() {
    this.backOff.reset();
  }

  /** Drops what there is and connects at once. */
  restart() {
    this.#abandon();
    this.start();
  }

  stop(reason = null) {
    this.#abandon();
    this.reason = reason;
    this.#become('stopped');
  }

  /** Waits for `restart`: there is no network. */
  suspend() {
    if (this.state === 'stopped') return;
    this.#abandon();
    this.#become('waiting');
  }

  #become(state) {
    this.state = state;
    this.emit('state', state, this.reason);
  }

  #abandon() {
    this.timers.clear(this.#retry);
    this.timers.clear(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #receive(data) {
    this.#listen();
    let messages;
    try {
      messages = decodeFrame(data);
    } catch {
      this.#lose();
      return;
    }
    for (const message of messages) this.emit('message', message);
  }

  #listen() {
    this.#silent = false;
    this.timers.clear(this.#watch);
    this.#watch = this.timers.set(() => this.#heardNothing(), this.quiet);
  }

  #heardNothing() {
    if (this.#silent) {
      this.#lose();
      return;
    }
    this.#silent = true;
    this.#pings += 1;
    this.send(ping(this.#pings));
    this.#watch = this.timers.set(() => this.#heardNothing(), this.quiet);
  }

  #closed(code) {
    const reason = finalReason(code);
    if (reason) this.stop(this.reason ?? reason);
    else this.#lose();
  }

  #lose() {
    this.#abandon();
    this.#retry = this.timers.set(() => this.start(), this.backOff.next());
    this.#become('waiting');
  }
}
