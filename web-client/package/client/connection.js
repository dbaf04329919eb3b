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
/** Milliseconds for a connection to open, and then for the first frame of the server. */
const OPENING = 10_000;
/** Milliseconds that an edit waits for a frame, whichever, before the connection is checked. */
const ANSWER = 5_000;
/** Milliseconds without a frame after which what is shown may be old. */
const STALE = 40_000;
/** Milliseconds between looks at the clock: timers stand still while a machine sleeps. */
const LOOK = 3_000;

/**
 * Emits `state` (`connecting`, `connected`, `waiting`, `stopped`; and the reason), `open`,
 * `message` and `silent` (whether the connection may be dead: it is being checked).
 *
 * A socket that does not open in ten seconds is dropped, as browsers try for minutes; one that has
 * died is found by pings, and followed by another at once: see `Liveness`.
 *
 * It begins with the server's own address `url` and learns others of the same lists from `welcome`.
 * Each failure leads to the next one, in turn; nothing leads back by itself.
 */
export class Connection extends Emitter {
  state = 'stopped';
  reason = null;
  /** The code with which the server closed it for good, or `null`. */
  closeCode = null;
  #socket = null;
  #reconnectTimer = null;
  #liveness;
  #settledAt = Infinity;
  #pings = 0;

  constructor({
    url, makeSocket, timers = SYSTEM_TIMERS, backOff = new BackOff(), quiet = 12_000,
    random = Math.random, now,
  }) {
    super();
    // The address in use is the first of `urls`; those after it follow.
    Object.assign(this, { url, urls: [url], timers, backOff, random, now });
    this.makeSocket = makeSocket ?? ((address, protocol) => new WebSocket(address, protocol));
    this.#liveness = new Liveness({ quiet, timers, now }, {
      ping: () => {
        this.#pings += 1;
        this.send(ping(this.#pings));
      },
      lose: () => this.#gaveUp(),
      changed: (isSilent) => this.emit('silent', isSilent),
    });
  }

  /** Connects, where there is no socket. */
  start() {
    if (this.#socket) return;
    this.#clearReconnect();
    this.reason = null;
    this.#become('connecting');
    const socket = this.makeSocket(this.urls[0], SUBPROTOCOL);
    this.#socket = socket;
    this.#liveness.begun();
    socket.onopen = () => {
      this.#become('connected');
      this.#liveness.opened();
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

  /** Whether nothing was heard for so long that the connection may be dead. */
  get isSilent() { return this.#liveness.isSilent; }

  /** What was sent has an answer: where nothing comes in five seconds, the connection is checked. */
  asked() { this.#liveness.asked(); }

  /**
   * The machine may have slept, or the network may be another one: checks a connection, and makes
   * one without waiting longer where there is none.
   */
  wake() {
    if (this.#reconnectTimer !== null) this.start();
    else this.#liveness.check();
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
    const named = servers.filter((server) => usable.test(server));
    const [, ...others] = new Set(
      [first, this.url, ...named.map(
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

  #clearReconnect() {
    this.timers.clear(this.#reconnectTimer);
    this.#reconnectTimer = null;
  }

  #abandon() {
    this.#clearReconnect();
    this.#liveness.ended();
    this.#settledAt = Infinity;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #receive(data) {
    this.#liveness.observed();
    let messages;
    try {
      messages = decodeFrame(data);
    } catch {
      this.#lose();
      return;
    }
    for (const message of messages) this.emit('message', message);
  }

  #closed(code) {
    const isFinal = FINAL_CLOSE_CODES.has(code);
    this.closeCode = isFinal ? code : null;
    if (isFinal) this.stop(this.reason ?? `The server closed the connection for good (${code}).`);
    else this.#lose(code === GOING_AWAY && this.now() - this.#settledAt >= SETTLED);
  }

  /** Nothing has come in time: an attempt is followed after a wait, a connection at once. */
  #gaveUp() {
    if (this.#settledAt === Infinity) this.#lose();
    else this.#goOn();
  }

  /** Goes on to the next address: after a wait, or `atOnce` where it is another one. */
  #lose(atOnce = false) {
    const { urls } = this;
    if (atOnce && urls[1]) {
      this.#goOn();
      return;
    }
    this.#abandon();
    urls.push(urls.shift());
    this.#reconnectTimer = this.timers.set(() => this.start(), this.backOff.next(urls.length));
    this.#become('waiting');
  }

  /** Connects to the next address at once. */
  #goOn() {
    this.#abandon();
    this.urls.push(this.urls.shift());
    this.start();
  }
}

/**
 * Watches one connection after the other, by the frames that come. After `quiet` milliseconds
 * without one it has a ping sent, and after as many again the connection is lost. Where there is a
 * reason to doubt (`check`), that takes seconds; `isSilent` tells meanwhile that the connection may
 * be dead: nothing has come for 40 seconds, or nothing after an edit for five.
 */
class Liveness {
  isSilent = false;
  #quiet;
  #timers;
  #now;
  #ping;
  #lose;
  #changed;
  /** What is waited for: `opening`, `first` (a frame), `quiet`, `pong`, `check`; `''`: nothing. */
  #phase = '';
  #since = 0;
  #timer = null;
  #answerTimer = null;
  #lookTimer = null;

  /** Calls `ping()` to send one, `lose()` once, and `changed(isSilent)`. */
  constructor({ quiet, timers, now }, { ping, lose, changed }) {
    this.#quiet = quiet;
    this.#timers = timers;
    this.#now = now;
    this.#ping = ping;
    this.#lose = lose;
    this.#changed = changed;
  }

  /** A connection is being made. */
  begun() {
    this.ended();
    this.#since = this.#now();
    this.#waitFor('opening', OPENING);
  }

  /** It is open. */
  opened() {
    this.#since = this.#now();
    this.#waitFor('first', OPENING);
    this.#look();
  }

  /** A frame has come. */
  observed() {
    this.#since = this.#now();
    this.#clearAnswer();
    this.#waitFor('quiet', this.#quiet);
    this.#become(false);
  }

  /** An edit was sent, which the server answers. */
  asked() {
    if (this.#phase !== 'quiet' && this.#phase !== 'pong') return;
    this.#answerTimer ??= this.#timers.set(() => {
      this.#answerTimer = null;
      this.#become(true);
      this.#check(OPENING);
    }, ANSWER);
  }

  /** There is a reason to doubt: asks now, and gives the connection up if nothing comes. */
  check() {
    const age = this.#now() - this.#since;
    if (this.#phase === 'opening' || this.#phase === 'first') {
      if (age >= OPENING) this.#lose();
    } else if (this.#phase !== '') {
      if (age >= STALE) this.#become(true);
      this.#check(ANSWER);
    }
  }

  /** There is no connection any more. */
  ended() {
    this.#phase = '';
    this.#timers.clear(this.#timer);
    this.#timers.clear(this.#lookTimer);
    this.#clearAnswer();
    // What the connection becomes is told instead.
    this.isSilent = false;
  }

  #check(limit) {
    if (this.#phase === 'check') return;
    this.#waitFor('check', limit);
    this.#ping();
  }

  #waitFor(phase, milliseconds) {
    this.#phase = phase;
    this.#timers.clear(this.#timer);
    this.#timer = this.#timers.set(() => this.#elapsed(), milliseconds);
  }

  #elapsed() {
    if (this.#phase !== 'quiet') {
      this.#lose();
      return;
    }
    this.#waitFor('pong', this.#quiet);
    this.#ping();
  }

  #look() {
    this.#lookTimer = this.#timers.set(() => {
      this.#look();
      if (this.#now() - this.#since >= STALE) this.check();
    }, LOOK);
  }

  #clearAnswer() {
    this.#timers.clear(this.#answerTimer);
    this.#answerTimer = null;
  }

  #become(isSilent) {
    if (this.isSilent === isSilent) return;
    this.isSilent = isSilent;
    this.#changed(isSilent);
  }
}
