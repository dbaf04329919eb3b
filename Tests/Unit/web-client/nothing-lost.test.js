/**
 * A page, another client and a server whose connection and answers are broken at random: what was typed is applied, or shown to the one
 * who typed it, once.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { applyActions, findRow } from '../../../web-client/package/list-model.js';
import { FakeServer } from './fake-server.js';
import { listOf } from './lists.js';

/** Numbers from 0 to before 1, the same for a seed. */
function numbersOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const textOf = ({ actions: [{ fields }] }) => fields.title;

/** A list and what the server remembers of the page, as `protocol.md` has it under "Editing". */
class ListServer {
  list = listOf({ s: 'a b c' });
  revision = 0;
  highest = 0;
  /** The revisions of the edits that were applied, by their ids, as far as they are remembered. */
  known = new Map();
  forgotten = 0;
  /** The texts that were applied, in their order. */
  applied = [];

  constructor(random) { this.random = random; }

  /** The answer to an edit of the page; `chance` is that of a refusal. */
  answer({ id, actions }, chance) {
    if (id <= this.highest) {
      const applied = this.known.has(id) || undefined;
      return { type: 'ack', list: 'l', id, outcome: 'duplicate', clamped: [], revision: this.known.get(id) ?? this.revision,
        applied: applied ?? (id > this.forgotten ? false : undefined) };
    }
    if (this.random() < chance) return this.#refusal(id, this.random() < 0.5 ? 'rateLimited' : 'unavailable');
    this.highest = id;
    if (this.random() < chance / 2) return this.#refusal(id, 'editDisabled');
    const { rejected, list } = applyActions(this.list, actions);
    if (rejected) return this.#refusal(id, rejected.code);
    if (list === this.list) return { type: 'ack', list: 'l', id, outcome: 'noop', revision: this.revision, clamped: [] };
    this.applied.push(textOf({ actions }));
    this.known.set(id, this.revision + 1);
    return this.apply(actions, { client: 'me', intent: id });
  }

  apply([{ op, row, fields }], by) {
    this.list = applyActions(this.list, [{ op, row, fields, ...(op === 'insertRow' && { to: { section: 's' } }) }]).list;
    this.revision += 1;
    const entry = { row, at: findRow(this.list, row).path, fields };
    const set = { revision: this.revision, at: 1, ...by, [op === 'insertRow' ? 'insertedRows' : 'updatedRows']: [entry] };
    return { type: 'changes', list: 'l', sets: [set], counts: [this.list.sections[0].rows.length] };
  }

  /** Of all edits until now it is not remembered any more whether they were applied. */
  forget() {
    this.forgotten = this.highest;
    this.known.clear();
  }

  #refusal(id, code) { return { type: 'reject', list: 'l', id, code, message: 'no', retryAfter: 100 }; }
}

/** A run with what a page goes through. */
class Run {
  browser = new FakeServer();
  /** What is on its way to the page. */
  coming = [];
  isOpen = false;
  /** The texts in the order in which they were typed, with their rows. */
  typed = [];
  notified = [];
  stored = undefined;

  constructor(seed) {
    this.random = numbersOf(seed);
    this.server = new ListServer(this.random);
    this.load();
  }

  /** The page is loaded, or loaded again with what its queue has. */
  load() {
    const queue = {
      load: () => structuredClone(this.stored),
      save: (list, entries, lastId, steps) => { this.stored = structuredClone({ entries, lastId, steps }); },
    };
    this.client?.disconnect();
    this.lose();
    this.client = new Client({ ...this.browser.options, queue, backOff: { next: () => 10, reset() {} } });
    this.client.on('rejected', (list, edit, code) => {
      for (const { fields } of edit.actions) this.notified.push([fields.title, code]);
    });
    this.client.connect();
    this.list = this.client.open('l');
  }

  lose() {
    this.coming = [];
    this.isOpen = false;
    if (this.browser.socket?.readyState < 3) this.browser.socket.lose();
  }

  type() {
    const rows = ['a', 'b', ...this.typed.filter(({ isNew }) => isNew).map(({ row }) => row)];
    const isNew = this.random() < 0.2;
    const title = `t${this.typed.length}`;
    const row = isNew ? `n${this.typed.length}` : rows[Math.floor(this.random() * rows.length)];
    this.typed.push({ title, row, isNew });
    this.list.edit([isNew ? { op: 'insertRow', row, fields: { title }, to: { section: 's' } }
      : { op: 'updateRow', row, fields: { title } }]);
  }

  /** The server takes what the page has sent; `chance` is that of refusals. */
  serve(chance) {
    const { socket } = this.browser;
    if (socket.readyState === 3) return;
    if (socket.readyState === 0) socket.accept();
    for (const message of socket.sent.splice(0, 1 + Math.floor(this.random() * 4))) {
      if (message.type === 'hello') {
        this.coming.push({ type: 'welcome', protocol: 1, client: 'me', limits: { inFlight: 8, undo: 100 } });
      } else if (message.type === 'open') {
        const { revision, list, highest: lastId } = this.server;
        this.isOpen = true;
        this.coming.push({ type: 'opened', list: 'l', epoch: 'e', revision, lastId, role: 'owner' },
          { type: 'snapshot', list: 'l', epoch: 'e', revision, ...list });
      } else if (message.type === 'edit') this.coming.push(this.server.answer(message, chance));
    }
  }

  others() {
    const change = this.server.apply(
      [{ op: 'updateRow', row: 'b', fields: { title: `o${this.server.revision}` } }], { client: 'other', intent: 1 });
    if (this.isOpen) this.coming.push(change);
  }

  step() {
    const chance = this.random();
    if (chance < 0.3) this.type();
    else if (chance < 0.4) this.others();
    else if (chance < 0.65) this.serve(0.15);
    else if (chance < 0.93) this.receive();
    else if (chance < 0.95) this.lose();
    else if (chance < 0.96) this.load();
    else if (chance < 0.97) this.server.forget();
    else this.browser.timers.pass(100);
  }

  receive() {
    const next = this.coming.shift();
    if (next) this.browser.socket.say(next);
  }

  /** Nothing breaks any more: everything is answered. */
  end() {
    for (let round = 0; round < 400; round += 1) {
      this.browser.timers.pass(100);
      this.serve(0);
      while (this.coming.length > 0) this.receive();
    }
  }
}

for (let first = 1; first <= 600; first += 150) {
  test(`what was typed is applied or told, once: 150 runs from seed ${first} on`, () => {
    for (let seed = first; seed < first + 150; seed += 1) {
      const run = new Run(seed);
      for (let step = 0; step < 150; step += 1) run.step();
      run.end();
      const { list, typed, notified, server } = run;
      assert.deepEqual([list.status, list.waiting, list.list], ['live', 0, list.confirmed], `seed ${seed}`);
      assert.deepEqual(list.list.sections[0].rows.map(({ id, fields }) => [id, fields.title]),
        server.list.sections[0].rows.map(({ id, fields }) => [id, fields.title]), `seed ${seed}`);
      typed.forEach(({ title, row }, at) => {
        const what = `seed ${seed}: ${title} of ${row}; applied ${server.applied}; told ${notified.join(' ')}`;
        const [count, codes] = [server.applied.filter((one) => one === title).length, notified.filter(([one]) => one === title)];
        assert.ok(count <= 1 && codes.length <= 1, what);
        // Where the server has forgotten it and another text stands there, nothing tells that it was applied.
        if (count === 1) assert.ok(codes.every(([, code]) => code === 'outcomeUnknown'), what);
        const isOvertaken = typed.slice(at + 1).some((later) => later.row === row);
        if (count + codes.length === 0) assert.ok(isOvertaken, what);
      });
      for (const name of new Set(typed.map(({ row }) => row))) {
        const order = typed.filter(({ row }) => row === name).map(({ title }) => title);
        const made = server.applied.filter((title) => order.includes(title));
        assert.deepEqual(made, order.filter((title) => made.includes(title)), `seed ${seed}: the order of ${name}`);
      }
    }
  });
}
