/** One WebSocket at a time: reconnected with back-off, and kept alive with pings. */

import { decodeFrame, encodeFrame, ping, SUBPROTOCOL } from '../messages.js';
import { Emitter } from './emitter.js';
import { BackOff, SYSTEM_TIMERS } from './retry.js';

/** The close codes after which a client does not reconnect by itself, each with its reason. */
const FINAL_CLOSE_CODES = new Map([
  [1002, 'The server and this page do not speak the same protocol.'],
  [1003, 'The server refused what this page sent.'],
  [1007, 'The server could not read what this page sent.'],
  [1008, 'This connection was taken over by another window, or refused.'],
  [1009, 'A change was too large for the server.'],
  [4401, 'You are not signed in.'],
]);

/**
 * Emits `state` (`connecting`, `connected`, `waiting`, `stopped`; and the reason), `open` and
 * `message`.
 *
 * After `quiet` milliseconds without a frame it sends a ping, and after as many again it drops the
 * socket: browsers do not report a connection that has died.
 */
export class Connection extends Emitter {
  state = 'stopped';
  reason = null;
  /** The code with which the server closed it for good, or `null`. */
  closeCode = null;
  #socket = null;
  #reconnectTimer = null;
  #quietTimer = null;
  #pinged = false;
  #pings = 0;

  constructor({
    url, makeSocket, timers = SYSTEM_TIMERS, backOff = new BackOff(), quiet = 12_000,
  }) {
    super();
    Object.assign(this, { url, timers, backOff, quiet });
    this.makeSocket = makeSocket ?? ((address, protocol) => new WebSocket(address, protocol));
  }

  /** Connects, where there is no socket. */
  start() {
    if (this.#socket) return;
    this.timers.clear(this.#reconnectTimer);
    this.reason = null;
    this.#become('connecting');
    const socket = this.makeSocket(this.url, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      this.#become('connected');
      this.#restartQuietTimer();
      this.emit('open');
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#closed(code);
    socket.onerror = () => {};
  }

  /** Sends messages in one frame; returns `false` where there is no open socket. */
  send(...messages) {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(encodeFrame(messages));
    return true;
  }

  /** Resets the back-off: the handshake of the session has succeeded. */
  settled() {
    this.backOff.reset();
  }

  /** Drops the socket, if any, and connects at once. */
  restart() {
    this.#abandon();
    this.start();
  }

  /** Drops the socket and does not reconnect; `reason` says why. */
  stop(reason = null) {
    this.#abandon();
    this.reason = reason;
    this.#become('stopped');
  }

  /** Drops the socket and waits for `restart`: there is no network. */
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
    this.timers.clear(this.#reconnectTimer);
    this.timers.clear(this.#quietTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #receive(data) {
    this.#restartQuietTimer();
    let messages;
    try {
      messages = decodeFrame(data);
    } catch {
      this.#lose();
      return;
    }
    for (const message of messages) this.emit('message', message);
  }

  #restartQuietTimer() {
    this.#pinged = false;
    this.timers.clear(this.#quietTimer);
    this.#quietTimer = this.timers.set(() => this.#quietElapsed(), this.quiet);
  }

  #quietElapsed() {
    if (this.#pinged) {
      this.#lose();
      return;
    }
    this.#pinged = true;
    this.#pings += 1;
    this.send(ping(this.#pings));
    this.#quietTimer = this.timers.set(() => this.#quietElapsed(), this.quiet);
  }

  #closed(code) {
    const reason = FINAL_CLOSE_CODES.get(code);
    this.closeCode = reason ? code : null;
    if (reason) this.stop(this.reason ?? reason);
    else this.#lose();
  }

  #lose() {
    this.#abandon();
    this.#reconnectTimer = this.timers.set(() => this.start(), this.backOff.next());
    this.#become('waiting');
  }
}
