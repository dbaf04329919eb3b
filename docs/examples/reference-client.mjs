/**
 * A client of one list, to be copied: no restart, its own or the server's, loses or repeats an edit.
 *
 * It does what Protocol.md says in "Applying a change set" and "Clients that survive restarts". It needs a `WebSocket`
 * and `crypto` as browsers have them, and Node.js from version 22 on.
 */

const KINDS = [['Rows', 'row'], ['Sections', 'section']];

/** Applies a change set to a snapshot; throws where it does not fit. */
export function apply(copy, change) {
  const taken = {};
  const entries = (what, kind) => change[what + kind] ?? [];
  for (const [kind, name] of KINDS) {
    for (const entry of entries('updated', kind)) {
      const [items, index] = place(copy, entry.at, entry[name]);
      items[index] = updated(items[index], entry);
    }
  }
  Object.assign(copy, change.updatedList);
  for (const [kind, name] of KINDS) { // rows first, while every section is at its place
    const leaving = [...entries('deleted', kind), ...entries('moved', kind)]
      .map((one) => [one.from ?? one.at, one[name]]);
    for (const [path, id] of leaving.sort(byPath).reverse()) {
      const [items, index] = place(copy, path, id);
      [taken[`${name} ${id}`]] = items.splice(index, 1);
    }
  }
  for (const [kind, name] of [...KINDS].reverse()) {
    const empty = name === 'row' ? { fields: {} } : { rows: [] };
    const coming = [
      ...entries('inserted', kind).map((one) => [one.at, updated({ id: one[name], ...empty }, one)]),
      ...entries('moved', kind).map((one) => [one.to, taken[`${name} ${one[name]}`]])];
    for (const [path, item] of coming.sort(byPath)) {
      const [items, index] = place(copy, path);
      items.splice(index, 0, item);
    }
  }
}

/** Orders pairs by their paths: `[section, row]` of rows, an index of sections. */
const byPath = ([one], [other]) => (Array.isArray(one) ? one[0] - other[0] || one[1] - other[1] : one - other);

/** The array and the index that a path names. With `id`, that one is there; else all before it are. */
function place(copy, path, id) {
  const [items, index] = Array.isArray(path) ? [copy.sections[path[0]]?.rows, path[1]] : [copy.sections, path];
  const fits = id === undefined ? index <= items?.length : items?.[index]?.id === id;
  if (!fits) throw new Error(`${path} does not fit ${id}`);
  return [items, index];
}

/** A row or section with what an entry says of it; `null` removes. */
function updated(item, { row, section, at, ...entry }) {
  const fields = item.fields && { fields: withoutNulls({ ...item.fields, ...entry.fields }) };
  return withoutNulls({ ...item, ...entry, ...fields });
}

const withoutNulls = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

/** The digest of the order, as `head` has it. */
export function digest(copy) {
  const lines = copy.sections.flatMap(({ id, rows }) => [`#${id}\n`, ...rows.map((row) => `${row.id}\n`)]);
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(lines.join(''))) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** A store in a file, for Node.js: `fs` is the module `node:fs`. In a browser both functions may use `localStorage`. */
export const fileStore = (fs, path) => ({
  load: () => (fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : undefined),
  save(kept) { // a crash leaves the old file or the new one, whole
    const file = fs.openSync(`${path}.new`, 'w');
    fs.writeFileSync(file, JSON.stringify(kept));
    fs.fsyncSync(file);
    fs.closeSync(file);
    fs.renameSync(`${path}.new`, path);
  },
});

const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('');

/** Keeps `copy`, the list as the server has it; keeps edits in a store until they are answered. */
export class Client {
  copy = null;
  stopped = null;
  longestPause = 30_000;
  pause = 250;

  /**
   * Calls `tell` with `changed`; `answered`, edit, answer; `discarded`, edit; and `stopped`, code. `hello` may have a
   * token.
   */
  constructor({ url, list, store, tell, hello, WebSocket = globalThis.WebSocket }) {
    const kept = store.load() ?? { key: randomKey(), epoch: null, highestId: 0, edits: [] };
    Object.assign(this, { url, list, store, tell, hello, WebSocket, kept });
    this.suspend();
  }

  /** Connects, again and again, until that is of no use. */
  connect() {
    const socket = new this.WebSocket(this.url, 'lockstep.v1');
    let silent = 0;
    const pings = setInterval(() => { // a browser does not say that a connection is dead
      if (++silent > 3) lost();
      else this.send({ type: 'ping', n: silent });
    }, 10_000);
    const lost = () => {
      clearInterval(pings);
      if (this.socket !== socket) return;
      this.socket = null;
      socket.close();
      this.suspend();
      if (this.stopped) this.tell('stopped', this.stopped);
      else setTimeout(() => this.connect(), this.nextPause());
    };
    socket.onopen = () => {
      this.send({ type: 'hello', client: this.kept.key, ...this.hello });
      this.open();
    };
    socket.onmessage = ({ data }) => {
      silent = 0;
      for (const message of [JSON.parse(data)].flat()) {
        if (this.socket !== socket) return;
        this.receive(message);
        this.sendEdits();
      }
    };
    socket.onclose = lost;
    this.socket = socket;
  }

  /** Keeps an edit (`{ actions }`), an `undo` or a `redo` (`{ type: 'undo' }`), and sends it; returns its id. */
  edit(edit) {
    if (this.kept.epoch === null) throw new Error('the list has never been opened');
    const id = ++this.kept.highestId;
    const { list, copy, kept: { epoch } } = this;
    const base = copy?.epoch === epoch ? copy.revision : undefined;
    this.kept.edits.push({ type: 'edit', list, id, epoch, base, ...edit, made: Date.now() });
    this.store.save(this.kept);
    this.sendEdits();
    return id;
  }

  /** Sends edits in the order of their ids; at most `limits.inFlight` are without an answer. */
  sendEdits() {
    if (!this.ready) return;
    for (const { made, ...edit } of this.kept.edits.slice(0, this.limits.inFlight)) {
      if (edit.id <= this.sent) continue;
      this.sent = edit.id;
      this.send(edit);
    }
  }

  /** Does what a message asks for. */
  receive(message) {
    const { type, code } = message;
    if (type === 'welcome') {
      this.name = message.client;
      this.limits = message.limits;
    } else if (type === 'error' && message.fatal) {
      this.stopped = ['shuttingDown', 'slowConsumer'].includes(code) ? null : code;
    } else if (message.list !== this.list) {
      return;
    } else if (type === 'opened') {
      this.opening = false;
      this.kept.epoch = message.epoch;
      this.kept.highestId = Math.max(this.kept.highestId, message.lastId);
      const oldest = Date.now() - 86_400_000 * this.limits.rememberDays;
      this.finish('discarded', ({ epoch, made }) => epoch !== message.epoch || made < oldest);
    } else if (type === 'snapshot') {
      this.takePart(message);
    } else if (type === 'catchup' || type === 'changes') {
      this.takeSets(message);
    } else if (type === 'head' && !this.opening) {
      if (message.revision === this.copy.revision && message.digest !== digest(this.copy)) this.copy = null;
      if (!this.copy || message.revision > this.copy.revision) this.open();
    } else if (['ack', 'reject', 'error'].includes(type) && message.id !== undefined) {
      this.finish('answered', ({ id }) => id === message.id, message);
    } else if (type === 'error' && code === 'unavailable') {
      this.suspend();
      setTimeout(() => this.open(), this.nextPause());
    } else if (type === 'closed' || (type === 'error' && code === 'unknownList')) {
      this.finish('discarded', () => true);
      this.stopped = code;
      this.socket.close();
    }
  }

  /** Takes a snapshot or a part of one; it counts with its last part. */
  takePart({ part = 0, parts = 1, sections, ...list }) {
    if (part === 0) this.parts = { ...list, sections: [] };
    for (const section of sections) {
      const last = this.parts.sections.at(-1);
      if (last?.id === section.id) last.rows.push(...section.rows);
      else this.parts.sections.push(section);
    }
    if (part + 1 === parts) {
      this.copy = this.parts;
      this.follow();
    }
  }

  /** Takes own sets as answers; applies those that are new, unless they come again after `opened`. */
  takeSets({ sets, counts }) {
    for (const set of sets.filter(({ client }) => client === this.name)) {
      this.finish('answered', ({ id }) => id === set.intent, set);
    }
    if (this.opening) return;
    try {
      for (const set of sets.filter(({ revision }) => revision > this.copy.revision)) {
        if (set.revision - (set.folds ?? 1) !== this.copy.revision) throw new Error('a set is missing');
        apply(this.copy, set);
        this.copy.revision = set.revision;
      }
      const isLast = sets.at(-1)?.revision === this.copy.revision;
      const held = this.copy.sections.map(({ rows }) => rows.length);
      if (isLast && String(held) !== String(counts)) throw new Error('the count rule does not hold');
    } catch {
      this.copy = null;
      this.open();
      return;
    }
    this.follow();
  }

  /** The copy is in step. Where it came after `opened`, edits may be sent. */
  follow() {
    if (!this.opening) Object.assign(this, { ready: true, pause: 250 });
    this.tell('changed');
  }

  /** Asks for the sets after the copy; without a copy, for a snapshot. */
  open() {
    this.opening = true;
    this.send({ type: 'open', list: this.list, since: this.copy?.revision, epoch: this.copy?.epoch });
  }

  /** No edit is sent until the list has been opened; then all that have no answer are. */
  suspend() { Object.assign(this, { opening: true, ready: false, sent: 0 }); }

  /** Milliseconds until the next attempt: more each time, until the list has come. */
  nextPause() {
    this.pause = Math.min(2 * this.pause, this.longestPause);
    return (0.5 + Math.random() / 2) * this.pause;
  }

  /** Removes edits that are over, stores the rest, and tells what became of them. */
  finish(what, isOver, answer) {
    const over = this.kept.edits.filter(isOver);
    this.kept.edits = this.kept.edits.filter((edit) => !isOver(edit));
    this.store.save(this.kept);
    for (const edit of over) this.tell(what, edit, answer);
  }

  /** Sends a message; where the connection is lost, another is made. */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }
}
