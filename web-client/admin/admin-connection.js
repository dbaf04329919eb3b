/** The session of the page about the server: questions, and their answers as promises. */

import { Connection } from '../package/client/connection.js';
import { Emitter } from '../package/client/emitter.js';
import { BackOff } from '../package/client/retry.js';
import { askServer, endSession, hello } from '../package/messages.js';

/** The longest wait for a server that is away, in milliseconds: somebody looks at the page. */
const LONGEST_WAIT = 4000;

/** Why there is no answer: the server's code and message, or `lost` with the connection. */
export class Refusal extends Error {
  constructor(code, message = code) {
    super(message);
    this.code = code;
  }
}

/**
 * Emits `state` (`connecting`, `online`, `waiting`, `stopped`), `silent` (whether the connection may
 * be dead) and `unauthorized` (message), as a `Client` does, whose properties `StatusView` reads here as well.
 *
 * It stays with the server of the page and ignores the others that `welcome` names: figures are
 * those of one server. One question is under way at a time; others wait in the order in which they
 * were asked. None outlives the connection.
 */
export class AdminConnection extends Emitter {
  state = 'stopped';
  reason = null;
  /** The code of the fatal error that stopped it, if there was one. */
  reasonCode = null;
  /** The public name of this session, once the server has sent it. */
  me = null;
  #connection;
  /** The questions without an answer: `{message(n), resolve, reject}`; the first is under way. */
  #questions = [];
  #n = 0;

  /** `key` is the secret of this page; `makeSocket`, `timers` and `now` are for tests. */
  constructor({ url, key, name, token, now = Date.now, ...rest }) {
    super();
    Object.assign(this, { key, name, token });
    const backOff = new BackOff({ longest: LONGEST_WAIT });
    this.#connection = new Connection({ url, now, backOff, ...rest });
    this.#connection.on('open', () => this.#connection.send(hello(this)));
    this.#connection.on('state', (state, reason) => {
      this.#become(state === 'connected' ? 'connecting' : state, reason);
    });
    this.#connection.on('silent', (isSilent) => this.emit('silent', isSilent));
    this.#connection.on('message', (message) => this.#take(message));
  }

  /** Whether it was online before, and is not for certain, or not yet, again. */
  get isReconnecting() {
    return (this.state === 'online' && this.#connection.isSilent)
      || (this.state === 'connecting' && this.me !== null);
  }

  /** The code with which the server closed the connection for good, or `null`. */
  get closeCode() { return this.#connection.closeCode; }

  /** The headers that authenticate HTTP requests. */
  get headers() { return this.token ? { Authorization: `Bearer ${this.token}` } : {}; }

  connect() { this.#connection.start(); }

  /** Connects at once, in any state. */
  reconnect() { this.#connection.restart(); }

  /** Has the connection checked, or made without waiting longer: see `Client.wake`. */
  wake() { this.#connection.wake(); }

  /** Disconnects until `reconnect`: there is no network. */
  suspend() { this.#connection.suspend(); }

  /** Reconnects with another token. */
  signIn(token) {
    this.token = token;
    this.#connection.restart();
  }

  /**
   * Resolves to the answer to a question, `{get, by, text, from, limit}`; rejects with a `Refusal`.
   */
  ask(question) { return this.#request((n) => askServer(n, question)); }

  /** Ends the session of a client; resolves to whether there was one. */
  async end(client) {
    const { ended } = await this.#request((n) => endSession(n, client));
    return ended;
  }

  #request(message) {
    return new Promise((resolve, reject) => {
      if (this.state !== 'online') {
        reject(new Refusal('lost'));
        return;
      }
      this.#questions.push({ message, resolve, reject });
      if (this.#questions.length === 1) this.#sendNext();
    });
  }

  #sendNext() {
    const [next] = this.#questions;
    if (!next) return;
    this.#n += 1;
    // One that cannot be sent is rejected when the connection says that it is lost.
    this.#connection.send(next.message(this.#n));
  }

  #become(state, reason = null) {
    if (state !== 'online') {
      const lost = this.#questions;
      this.#questions = [];
      for (const { reject } of lost) reject(new Refusal('lost'));
    }
    if (this.state === state && this.reason === reason) return;
    Object.assign(this, { state, reason });
    this.emit('state', state, reason);
  }

  #take(message) {
    switch (message.type) {
      case 'welcome':
        this.me = message.client;
        this.reasonCode = null;
        this.#connection.settled();
        this.#become('online');
        break;
      case 'admin':
        if (message.n === this.#n) this.#settle(({ resolve }) => resolve(message));
        break;
      case 'error':
        this.#fail(message);
        break;
      default:
    }
  }

  #fail({ code, message, fatal }) {
    if (fatal) {
      this.#connection.reason = message;
      this.reasonCode = code;
    } else {
      // Nothing but questions is sent here: an error is about the one under way.
      this.#settle(({ reject }) => reject(new Refusal(code, message)));
    }
    if (code === 'unauthorized') this.emit('unauthorized', message);
  }

  #settle(how) {
    const question = this.#questions.shift();
    if (!question) return;
    how(question);
    this.#sendNext();
  }
}
