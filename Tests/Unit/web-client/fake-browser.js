/** What a browser keeps for pages, all of which a test can break: Web Storage, IndexedDB, Web Locks. */

/** The items of a `Storage`. */
export class MemoryStorage {
  items = new Map();
  /** Whether the browser refuses to write. */
  isFull = false;

  get length() { return this.items.size; }

  key(at) { return [...this.items.keys()][at]; }

  getItem(name) { return this.items.get(name) ?? null; }

  setItem(name, value) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(name, value);
  }

  removeItem(name) { this.items.delete(name); }
}

const later = (work) => queueMicrotask(work);

/** An `IDBFactory`. */
export class MemoryDatabases {
  /** Records as JSON, by their keys, by the names of stores, by the names of databases. */
  databases = new Map();
  connections = new Set();
  /** Whether an opening has no answer, and whether writes are refused. */
  hangs = false;
  isFull = false;
  /** How many of the next openings are refused. */
  refusals = 0;
  /** The openings without an answer. */
  waiting = [];

  open(name) {
    const request = {};
    const answer = () => {
      const isNew = !this.databases.has(name);
      if (isNew) this.databases.set(name, new Map());
      const connection = new Connection(this, this.databases.get(name));
      this.connections.add(connection);
      request.result = connection;
      if (isNew) request.onupgradeneeded();
      request.onsuccess();
    };
    const refuse = () => {
      request.error = new DOMException('The connection was closed.', 'AbortError');
      request.onerror();
    };
    this.refusals -= 1;
    if (this.hangs) this.waiting.push(answer);
    else later(this.refusals >= 0 ? refuse : answer);
    return request;
  }

  deleteDatabase(name) {
    const request = {};
    later(() => {
      for (const connection of this.connections) connection.onversionchange?.();
      this.databases.delete(name);
      request.onsuccess();
    });
    return request;
  }

  /** The browser clears what it has under open pages. */
  clear() {
    this.databases.clear();
    for (const connection of this.connections) {
      connection.close();
      connection.onclose?.();
    }
  }

  /** The records of a store. */
  records(store, name = 'lockstep') {
    return [...this.databases.get(name)?.get(store)?.values() ?? []].map((one) => JSON.parse(one));
  }
}

class Connection {
  #databases;
  #stores;
  #isClosed = false;

  constructor(databases, stores) {
    this.#databases = databases;
    this.#stores = stores;
  }

  createObjectStore(name, { keyPath }) { this.#stores.set(name, Object.assign(new Map(), { keyPath })); }

  close() {
    this.#isClosed = true;
    this.#databases.connections.delete(this);
  }

  transaction(name, mode) {
    if (this.#isClosed) throw new DOMException('closed', 'InvalidStateError');
    const records = this.#stores.get(name);
    const transaction = { error: null };
    const request = (work) => {
      const made = {};
      later(() => {
        if (this.#databases.isFull && mode === 'readwrite') {
          transaction.error = new DOMException('full', 'QuotaExceededError');
          transaction.onabort();
          return;
        }
        made.result = work();
        transaction.oncomplete();
      });
      return made;
    };
    const keyOf = (record) => JSON.stringify([records.keyPath].flat().map((one) => record[one]));
    const parsed = (text) => (text === undefined ? undefined : JSON.parse(text));
    transaction.objectStore = () => ({
      getAll: () => request(() => [...records.values()].map(parsed)),
      get: (key) => request(() => parsed(records.get(JSON.stringify([key].flat())))),
      put: (record) => request(() => records.set(keyOf(record), JSON.stringify(record))),
      delete: (key) => request(() => records.delete(JSON.stringify([key].flat()))),
    });
    return transaction;
  }
}

/** A `LockManager`; other tabs hold the locks of the keys `taken`. */
export class MemoryLocks {
  held;

  constructor(...taken) {
    this.held = new Set(taken.map((key) => `lockstep.${key}`));
  }

  async request(name, { ifAvailable }, then) {
    if (this.held.has(name)) {
      if (ifAvailable) return then(null);
      throw new DOMException('waited for too long', 'TimeoutError');
    }
    this.held.add(name);
    return then({ name });
  }

  async query() { return { held: [...this.held].map((name) => ({ name })) }; }
}

/** Resolves once everything that waits for nothing but its turn is done. */
export async function settled() {
  for (let turn = 0; turn < 50; turn += 1) await null;
}
