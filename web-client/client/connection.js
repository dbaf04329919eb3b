/** One WebSocket at a time: reconnected with back-off, here or elsewhere, kept alive with pings. */

import { decodeFrame, encodeFrame, ping, SUBPROTOCOL } from '../messages.js';
import { Emitter } from './emitter.js';
import { BackOff, SYSTEM_TIMERS } from './retry.js';

/** The close codes after which a client does not reconnect by itself (protocol.md, "Errors"). */
const FINAL_CLOSE_CODES = new Set([1002, 1003, 1007, 1008, 1009, 4401, 4403]);
/** The close code of a server that shuts down. */
const GOING_AWAY = 1001;
/**
 * Milliseconds that a session must have lasted to be followed elsewhere without a wait: servers
 * that all send their clients away must not have them connect without end.
 */
const SETTLED = 1000;

/**
 * Emits `state` (`connecting`, `connected`, `waiting`, `stopped`; and the reason), `open` and
 * `message`.
 *
 * After `quiet` milliseconds without a frame it sends a ping, and after as many again it drops the
 * socket: browsers do not report a connection that has died.
 *
 * It begins with the server's own address `url` and learns others of the same lists from `welcome`.
 * Each failure leads to the next one, in turn; nothing leads back by itself. A socket that does not
 * open in the time `quiet` is dropped then: browsers try for minutes.
 */
export class Connection extends Emitter {
  state = 'stopped';
  reason = null;
  /** The code with which the server closed it for good, or `null`. */
  closeCode = null;
  #socket = null;
  #reconnectTimer = null;
  #quietTimer = null;
  #settledAt = Infinity;
  #pinged = false;
  #pings = 0;

  constructor({
    url, makeSocket, timers = SYSTEM_TIMERS, backOff = new BackOff(), quiet = 12_000,
    random = Math.random, now,
  }) {
    super();
    // The address in use is the first of `urls`; those behind it follow.
    Object.assign(this, { url, urls: [url], timers, backOff, quiet, random, now });
    this.makeSocket = makeSocket ?? ((address, protocol) => new WebSocket(address, protocol));
  }

  /** Connects, where there is no socket. */
  start() {
    if (this.#socket) return;
    this.timers.clear(this.#reconnectTimer);
    this.reason = null;
    this.#become('connecting');
    const socket = this.makeSocket(this.urls[0], SUBPROTOCOL);
    this.#socket = socket;
    if (this.urls[1]) this.#quietTimer = this.timers.set(() => this.#lose(), this.quiet);
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

  /**
   * The handshake of the session has succeeded: resets the back-off, and takes the origins of other
   * servers that this one has told; a page that came over TLS uses no others. By chance one of them
   * follows first, so that not all clients of a server that goes do go to the same one.
   */
  settled(servers = []) {
    this.backOff.reset();
    this.#settledAt = this.now();
    const usable = new RegExp(`^http${this.url.startsWith('wss') ? 's' : 's?'}://[\\w.:-]+$`, 'u');
    const [first] = this.urls;
    const told = servers.filter((server) => usable.test(server));
    const [, ...others] = new Set(
      [first, this.url, ...told.map(
        (server) => this.url.replace(/^\w+:..[^/]+/u, server.replace('http', 'ws')))]);
    others.push(...others.splice(0, Math.floor(this.random() * others.length)));
    this.urls = [first, ...others];
  }

  /** Where `path` is at the server in use over HTTP; at the page's own, the path itself. */
  locate(path) {
    const [url] = this.urls;
    return url === this.url ? path : new URL(path, url.replace('ws', 'http')).href;
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
    this.#settledAt = Infinity;
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
    const isFinal = FINAL_CLOSE_CODES.has(code);
    this.closeCode = isFinal ? code : null;
    if (isFinal) this.stop(this.reason ?? `The server closed the connection for good (${code}).`);
    else this.#lose(code === GOING_AWAY && this.now() - this.#settledAt >= SETTLED);
  }

  /** Goes on to the next address: after a wait, or `atOnce` where it is another one. */
  #lose(atOnce = false) {
    this.#abandon();
    const { urls } = this;
    urls.push(urls.shift());
    if (atOnce && urls[1]) {
      this.start();
      return;
    }
    this.#reconnectTimer = this.timers.set(() => this.start(), this.backOff.next(urls.length));
    this.#become('waiting');
  }
}
