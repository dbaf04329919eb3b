/** A server, a socket and timers that a test controls. */

export class FakeSocket {
  readyState = 0;
  sent = [];

  send(text) {
    const value = JSON.parse(text);
    this.sent.push(...(Array.isArray(value) ? value : [value]));
  }

  close() { this.readyState = 3; }

  accept() {
    this.readyState = 1;
    this.onopen();
  }

  /** Messages from the server, in one frame. */
  say(...messages) {
    this.onmessage({ data: JSON.stringify(messages.length === 1 ? messages[0] : messages) });
  }

  lose(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** Removes and returns the sent messages of that type. */
  take(type) {
    const taken = this.sent.filter((message) => message.type === type);
    this.sent = this.sent.filter((message) => message.type !== type);
    return taken;
  }
}

export class ManualTimers {
  #timers = new Map();
  #now = 0;
  #last = 0;

  set = (callback, ms) => {
    this.#last += 1;
    this.#timers.set(this.#last, { callback, at: this.#now + ms });
    return this.#last;
  };

  clear = (timer) => { this.#timers.delete(timer); };

  /** Advances the clock by `ms` and runs the timers that are due. */
  pass(ms) {
    this.#now += ms;
    const due = [...this.#timers].filter(([, { at }]) => at <= this.#now);
    for (const [id, { callback }] of due) if (this.#timers.delete(id)) callback();
  }
}

/** A server that sends what the test tells it to; `sockets` are those that the client opened. */
export class FakeServer {
  sockets = [];
  timers = new ManualTimers();

  get options() {
    return {
      url: 'ws://test/ws',
      key: 'secret',
      name: 'Ana',
      timers: this.timers,
      now: () => 1000,
      makeSocket: () => {
        this.sockets.push(new FakeSocket());
        return this.sockets.at(-1);
      },
    };
  }

  get socket() { return this.sockets.at(-1); }

  /** Accepts the newest socket and welcomes the client as `me`. */
  welcome(limits = { inFlight: 128 }, features = undefined) {
    this.socket.accept();
    this.socket.say({ type: 'welcome', protocol: 1, client: 'me', limits, features });
  }

  /** Answers `open` with a snapshot. */
  snapshot(list, revision = 0, { epoch = 'e1', lastId = 0, role = 'owner' } = {}) {
    this.socket.say(
      { type: 'opened', list: 'l', epoch, revision, lastId, role },
      { type: 'snapshot', list: 'l', epoch, revision, ...list });
  }

  /** Publishes sets, made by another client unless they say otherwise. */
  publish(sets, counts) {
    const full = sets.map((set) => ({ at: 1, client: 'other', intent: 1, ...set }));
    this.socket.say({ type: 'changes', list: 'l', sets: full, counts });
  }
}
