/**
 * The client library of a Lockstep server, independent of the views: it connects and reconnects,
 * keeps open lists up to date, and has every edit applied once, or reports that it was not. Where its
 * server names others of the same lists, it goes on there when that one is away.
 *
 *     const client = new Client({ url: 'ws://127.0.0.1:8080/ws', key: randomId(24), name: 'Ana' });
 *     client.connect();
 *     const list = client.open('groceries');
 *     list.on('change', () => console.log(list.list));
 *     list.edit([{ op: 'insertRow', row: randomId(), fields: { title: 'Tea' } }]);
 *
 * Read on in this order: `client/open-list.js` (one list: confirmed state, unanswered edits on
 * top), `client/outbox.js` (the way of an edit to the server and of its answer back),
 * `client/replica.js` (snapshots and change sets), `client/connection.js` (the socket),
 * `messages.js` (what goes over it).
 */

import { Connection } from './client/connection.js';
import { Emitter } from './client/emitter.js';
import { OpenList } from './client/open-list.js';
import { SYSTEM_TIMERS } from './client/retry.js';
import * as messages from './messages.js';

export { randomId } from './client/credentials.js';

/**
 * Emits `state` (`connecting`, `online`, `waiting`, `stopped`; and the reason), `silent` (whether the
 * connection may be dead: it is being checked), `lists`, `created` (list), `problem` (code, message), `unauthorized` (message: the server needs a token, or another
 * one), `renewed` (until: the token of `renew` is taken), and for each of its lists `answered` (list:
 * the server has answered an edit), `rejected` (list, edit, code, message), `replaced` (list, edit, title) and `gone` (list, code, how many edits
 * were never applied, and these edits).
 */
export class Client extends Emitter {
  state = 'stopped';
  reason = null;
  /** The code of the fatal error that stopped it, if there was one. */
  reasonCode = null;
  /** Whether the last attempt to connect failed or the connection was lost. */
  offline = false;
  #connection;
  #lists = new Map();
  /** The lists to close once their edits are answered. */
  #closing = new Set();
  #session;

  /**
   * `key` is the client's secret; `queue` stores unanswered edits (`load(list)`,
   * `save(list, entries, lastId, steps)`), `cache` stores lists (`attach(list)`); `frame(work)` calls `work` with
   * the next frame. `makeSocket`, `timers`,
   * `backOff`, `quiet`, `random` and `now` are for tests. `client.d.ts` declares them all.
   */
  constructor({
    url, key, name, token, queue, cache, frame = (work) => work(), now = Date.now,
    timers = SYSTEM_TIMERS, ...rest
  }) {
    super();
    Object.assign(this, { key, name, token, cache });
    this.#connection = new Connection({ url, timers, now, ...rest });
    this.#session = {
      me: null,
      limits: { ...messages.DEFAULT_LIMITS },
      features: new Set(),
      queue,
      frame,
      now,
      timers,
      send: (...sent) => this.#connection.send(...sent),
      asked: () => this.#connection.asked(),
    };
    this.#connection.on('open', () => this.#connection.send(messages.hello(this)));
    this.#connection.on('state', (state, reason) => this.#follow(state, reason));
    this.#connection.on('silent', (isSilent) => this.emit('silent', isSilent));
    this.#connection.on('message', (message) => this.#take(message));
  }

  /** How many edits of all lists the server has not answered. */
  get waiting() {
    return [...this.#lists.values()].reduce((sum, list) => sum + list.waiting, 0);
  }

  /** Whether answers to some of them are overdue: the server cannot say whether they are stored. */
  get overdue() { return [...this.#lists.values()].some((list) => list.overdue); }

  /** The limits of the server, as far as it has sent them. */
  get limits() { return { ...this.#session.limits }; }

  /** What the server has of the optional parts of the protocol, by the names in its `welcome`. */
  get features() { return [...this.#session.features]; }

  /** The public name of this client, once the server has sent it. */
  get me() { return this.#session.me; }

  /** Whether it is `online` and nothing was heard for so long that the connection may be dead. */
  get isSilent() { return this.state === 'online' && this.#connection.isSilent; }

  /** Whether it was online before, and is not for certain, or not yet, again. */
  get isReconnecting() { return this.isSilent || (this.state === 'connecting' && this.me !== null); }

  /** The code with which the server closed the connection for good, or `null`. */
  get closeCode() { return this.#connection.closeCode; }

  /** The headers that authenticate HTTP requests. */
  get headers() { return this.token ? { Authorization: `Bearer ${this.token}` } : {}; }

  /** Where `path` is over HTTP at the server in use, for requests with `headers`. */
  locate(path) { return this.#connection.locate(path); }

  connect() { this.#connection.start(); }

  /** Connects at once, in any state: the network is back, or the user asked for it. */
  reconnect() { this.#connection.restart(); }

  /**
   * The machine may have slept, or the network may be another one: has the connection checked, and
   * where there is none, the next attempt made now.
   */
  wake() { this.#connection.wake(); }

  /** Disconnects until `reconnect`: there is no network. */
  suspend() { this.#connection.suspend(); }

  /** Reconnects with another token. */
  signIn(token) {
    this.token = token;
    this.#connection.restart();
  }

  /** Goes on with another token of the same user, without a new connection; `false`: it cannot. */
  renew(token) {
    const isSent = this.#session.features.has('renewal') && this.state === 'online'
      && this.#connection.send(messages.renewal(token));
    if (isSent) this.token = token;
    return isSent;
  }

  /** Disconnects, and does not reconnect by itself. */
  disconnect() { this.#connection.stop(); }

  /**
   * The `OpenList` of the list `id`; opens it, if it is not open. With `around`, places of rows, best
   * first (`[]`: the start), only parts of a list that is too long to be sent whole are held.
   */
  open(id, { around } = {}) {
    const existing = this.#lists.get(id);
    this.#closing.delete(id);
    if (existing && existing.status !== 'gone') return existing;
    const list = new OpenList(id, this.#session, this.#session.queue?.load(id), around);
    this.#lists.set(id, list);
    this.cache?.attach(list);
    list.on('answered', () => this.#closeAnswered(id, list));
    for (const name of ['answered', 'rejected', 'replaced', 'gone']) {
      list.on(name, (...details) => this.emit(name, list, ...details));
    }
    if (this.state === 'online') list.open();
    return list;
  }

  /** Closes a list as soon as all of its edits are answered. */
  close(id) {
    const list = this.#lists.get(id);
    if (!list) return;
    this.#closing.add(id);
    list.show({ mode: 'inactive' });
    this.#closeAnswered(id, list);
  }

  /**
   * Edits a list that need not be open; it is closed again if it was not. The arguments after the
   * id are those of `OpenList.edit`.
   */
  editBriefly(id, actions, ...rest) {
    const stays = this.#lists.has(id) && !this.#closing.has(id);
    const list = this.open(id);
    list.edit(actions, ...rest);
    if (!stays) this.close(id);
    return list;
  }

  /**
   * Asks for the overview of lists (event `lists`); returns `false` where there is no connection.
   */
  askForLists() { return this.#connection.send(messages.listLists()); }

  /**
   * Creates a list (event `created`); returns `false` where there is no connection, or where a
   * field nests too deep (event `problem`).
   */
  create(list) {
    const deep = messages.deepField((list.sections ?? []).flatMap(({ rows }) => rows ?? []));
    if (deep === undefined) return this.#connection.send(messages.createList(list));
    this.emit('problem', 'badMessage', messages.tooDeep(deep), list.list);
    return false;
  }

  /** Deletes a list; returns `false` where there is no connection. */
  delete(id) { return this.#connection.send(messages.deleteList(id)); }

  /** Changes the display name and reconnects, as the server reads it once for each session. */
  rename(name) {
    this.name = name;
    if (this.state === 'online') this.#connection.restart();
  }

  #closeAnswered(id, list) {
    if (!this.#closing.has(id) || list.waiting > 0 || this.#lists.get(id) !== list) return;
    this.#closing.delete(id);
    this.#lists.delete(id);
    list.closed();
    this.#connection.send(messages.closeList(id));
  }

  /** Follows the connection, which is online only once the server has sent `welcome`. */
  #follow(state, reason) {
    const shown = state === 'connected' ? 'connecting' : state;
    if (this.state === 'online') for (const list of this.#lists.values()) list.lost();
    this.#become(shown, reason);
  }

  #become(state, reason = null) {
    if (this.state === state && this.reason === reason) return;
    if (state !== 'connecting') this.offline = state !== 'online';
    Object.assign(this, { state, reason });
    this.emit('state', state, reason);
  }

  #take(message) {
    const list = this.#lists.get(message.list);
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        return;
      case 'lists':
        this.emit('lists', message.lists);
        return;
      case 'renewed':
        this.emit('renewed', message.until);
        return;
      case 'created':
        this.emit('created', message.list);
        return;
      case 'error':
        if (message.fatal) {
          this.#connection.reason = message.message;
          this.reasonCode = message.code;
        }
        if (message.code === 'unauthorized') {
          this.emit('unauthorized', message.message);
          return;
        }
        if (!list) this.emit('problem', message.code, message.message, message.list);
        break;
      default:
    }
    list?.take(message);
  }

  #welcome({ client, limits, features, servers }) {
    this.#session.me = client;
    this.#session.features = new Set(features);
    this.reasonCode = null;
    Object.assign(this.#session.limits, limits);
    this.#connection.settled(servers);
    this.#become('online');
    for (const list of this.#lists.values()) list.open();
  }
}
