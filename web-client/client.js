/**
 * A client of a Lockstep server, without any view: connects, opens lists, keeps them in step,
 * and sees to it that every edit is applied at most once and none is forgotten.
 *
 *     const client = new Client({ url: 'ws://127.0.0.1:8080/ws', key: randomId(24), name: 'Ana' });
 *     client.connect();
 *     const list = client.open('groceries');
 *     list.on('change', () => console.log(list.list));
 *     list.edit([{ op: 'insertRow', row: randomId(), fields: { title: 'Tea' } }]);
 */

import { Connection } from './client/connection.js';
import { Emitter } from './client/emitter.js';
import { OpenList } from './client/open-list.js';
import { SYSTEM_TIMERS } from './client/system-timers.js';
import * as messages from './messages.js';

export { randomId } from './client/random-id.js';

/**
 * Emits `state` (`connecting`, `online`, `waiting`, `stopped`), `lists`, `created` (list), `problem`
 * (code, message), `unauthorized` (message: a token is needed, or another one), and what its lists
 * emit when edits fail: `rejected` (list, entry, code, message) and `gone` (list, code, how many
 * edits were never made).
 */
export class Client extends Emitter {
  state = 'stopped';
  reason = null;
  /** Whether connecting failed, or the connection was lost, since it was there last. */
  offline = false;
  #connection;
  #lists = new Map();
  #unwanted = new Set();
  #session;

  /**
   * `key` is the client's secret, `queue` remembers unanswered edits (`load(list)`,
   * `save(list, entries, lastId)`), `cache` what lists were (`attach(list)`); `makeSocket`,
   * `timers`, `backOff` and `now` are for tests.
   */
  constructor({
    url, key, name, token, queue, cache, now = Date.now, timers = SYSTEM_TIMERS, ...rest
  }) {
    super();
    Object.assign(this, { key, name, token, cache });
    this.#connection = new Connection({ url, timers, ...rest });
    this.#session = {
      me: null,
      limits: { ...messages.DEFAULT_LIMITS },
      queue,
      now,
      timers,
      send: (...sent) => this.#connection.send(...sent),
    };
    this.#connection.on('open', () => this.#connection.send(messages.hello(this)));
    this.#connection.on('state', (state, reason) => this.#follow(state, reason));
    this.#connection.on('message', (message) => this.#take(message));
  }

  /** How many edits of all lists wait for their answers. */
  get waiting() {
    return [...this.#lists.values()].reduce((sum, list) => sum + list.waiting, 0);
  }

  /** Whether the server cannot say of some edits of these whether they are stored. */
  get overdue() { return [...this.#lists.values()].some((list) => list.overdue); }

  /** What the server allows, as far as it has said. */
  get limits() { return { ...this.#session.limits }; }

  /** The public name of this client, once the server has said it. */
  get me() { return this.#session.me; }

  /** What HTTP requests say about who asks. */
  get headers() { return this.token ? { Authorization: `Bearer ${this.token}` } : {}; }

  connect() { this.#connection.start(); }

  /** Connects at once, whatever the state: the network is back, or the user asks. */
  reconnect() { this.#connection.restart(); }

  /** Waits until `reconnect`: the network is known to be gone. */
  suspend() { this.#connection.suspend(); }

  /** Goes on as the one whom `token` is of. */
  signIn(token) {
    this.token = token;
    this.#connection.restart();
  }

  disconnect() { this.#connection.stop(); }

  /** The list named `id`, opened where it is not yet. */
  open(id) {
    const held = this.#lists.get(id);
    this.#unwanted.delete(id);
    if (held && held.status !== 'gone') return held;
    const list = new OpenList(id, this.#session, this.#session.queue?.load(id));
    this.#lists.set(id, list);
    this.cache?.attach(list);
    list.on('answered', () => this.#closeUnwanted(id, list));
    for (const name of ['rejected', 'gone']) {
      list.on(name, (...details) => this.emit(name, list, ...details));
    }
    if (this.state === 'online') list.open();
    return list;
  }

  /** Stops following a list, as soon as all that was sent of it is answered. */
  close(id) {
    const list = this.#lists.get(id);
    if (!list) return;
    this.#unwanted.add(id);
    list.show({ mode: 'inactive' });
    this.#closeUnwanted(id, list);
  }

  /** Edits a list and closes it again, where it was not open; edits wait for a connection. */
  editBriefly(id, actions) {
    const stays = this.#lists.has(id) && !this.#unwanted.has(id);
    const list = this.open(id);
    list.edit(actions);
    if (!stays) this.close(id);
    return list;
  }

  askForLists() { return this.#connection.send(messages.listLists()); }

  create(list) {
    const deep = messages.deepField((list.sections ?? []).flatMap(({ rows }) => rows ?? []));
    if (deep === undefined) return this.#connection.send(messages.createList(list));
    this.emit('problem', 'badMessage', messages.tooDeep(deep));
    return false;
  }

  delete(id) { return this.#connection.send(messages.deleteList(id)); }

  /** Takes another display name; the others see it from the next session on. */
  rename(name) {
    this.name = name;
    if (this.state === 'online') this.#connection.restart();
  }

  #closeUnwanted(id, list) {
    if (!this.#unwanted.has(id) || list.waiting > 0 || this.#lists.get(id) !== list) return;
    this.#unwanted.delete(id);
    this.#lists.delete(id);
    list.closed();
    this.#connection.send(messages.closeList(id));
  }

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
    const held = this.#lists.get(message.list);
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        return;
      case 'lists':
        this.emit('lists', message.lists);
        return;
      case 'created':
        this.emit('created', message.list);
        return;
      case 'error':
        if (message.fatal) this.#connection.reason = message.message;
        if (message.code === 'unauthorized') {
          this.emit('unauthorized', message.message);
          return;
        }
        if (!held) this.emit('problem', message.code, message.message);
        break;
      default:
    }
    held?.take(message);
  }

  #welcome({ client, limits }) {
    this.#session.me = client;
    Object.assign(this.#session.limits, limits);
    this.#connection.settled();
    this.#become('online');
    for (const list of this.#lists.values()) list.open();
  }
}
