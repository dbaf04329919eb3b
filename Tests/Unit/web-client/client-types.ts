/** A program that uses the client's types in every way; the compiler checks it, nothing runs it. */

import { Client, randomId } from '../../../web-client/package/client.js';
import type {
  Action, ChangeSet, Edit, ErrorCode, ListState, OpenList, RejectCode, Row,
} from '../../../web-client/package/client.js';
import { listStore, readable } from '../../../web-client/package/list-store.js';
import type { ListSnapshot } from '../../../web-client/package/list-store.js';

const queue = {
  load: (list: string) => (list === 'l' ? { entries: [] as Edit[], lastId: 0 } : undefined),
  save(list: string, entries: Edit[], lastId: number) { void [list, entries.length, lastId]; },
};
const cache = {
  attach(list: OpenList) {
    list.recall({ state: { title: 'L', rules: {}, sections: [] }, revision: 0, epoch: undefined });
  },
};
const client = new Client({
  url: 'ws://127.0.0.1:8080/ws', key: randomId(24), name: 'Ana', token: undefined, queue, cache,
  makeSocket: (url, subprotocol) => new WebSocket(url, subprotocol),
  timers: { set: (callback, ms) => setTimeout(callback, ms), clear: (timer) => clearTimeout(timer) },
  now: Date.now, backOff: { next: () => 1, reset() {} }, quiet: 1000,
});

const stop: () => void = client.on('state', (state, reason) => {
  if (state === 'stopped') console.log(reason?.length);
});
client.on('lists', (lists) => lists.map(({ list, title, revision, rows, done = 0, clients }) => (
  `${list} ${title} ${revision + rows - done + clients}`)));
client.on('rejected', (list, edit, code) => console.log(list.id, edit.id, code === 'moveDisabled'));
client.on('gone', (list, code, lost) => console.log(list.status, code, lost + 1));
client.on('unauthorized', () => client.signIn('token'));
client.connect();
const sent: boolean = client.create({
  list: 'trip', sections: [{ title: 'Bags', rows: [{ fields: { title: 'Tent' }, pinned: 'top' }] }],
}) && client.askForLists() && client.delete('trip');

const list: OpenList = client.open('groceries');
const place = { section: 'produce', at: 'start' } as const;
const actions: Action[] = [
  { op: 'insertRow', row: randomId(), fields: { title: 'Tea', price: 1.5, tags: ['a', null] }, to: place },
  { op: 'updateRow', row: 'r', fields: { done: true, detail: null }, pinned: null, ifRevision: 3 },
  { op: 'moveRows', rows: ['r'], to: { before: 's' } },
  { op: 'moveSection', section: 's', to: { index: 0 } },
];
const id: number = list.edit(actions, { why: 'breakfast' }) + list.undo() + list.redo();
list.on('change', (cause) => {
  const sets: readonly ChangeSet[] = 'sets' in cause ? cause.sets : [];
  for (const { at: [section, row] } of sets.flatMap((set) => set.deletedRows ?? [])) {
    console.log(section + row, 'own' in cause && cause.own?.kind);
  }
});
list.on('final', (edit) => console.log(edit.id));
list.on('overdue', (overdue) => console.log(overdue === list.overdue, client.overdue));
list.on('status', (status) => console.log(status === 'unavailable'));
console.log(client.features.includes('restore'));
console.log((client.limits.undoBytes ?? 0) + (client.limits.listBytes ?? 0) + client.limits.inFlight);
list.edit([{ op: 'updateList', rules: { kind: 'check', editFields: true } }]);
list.on('clamped', (entries, edit) => console.log(entries[0]?.why === 'pinned', edit.note));
list.show({ mode: 'active', selected: ['r'], editing: { row: 'r', field: 'title' } });
const rows: Row[] = (list.list as ListState).sections.flatMap((section) => [...section.rows]);
const codes: (RejectCode | ErrorCode)[] = ['staleBase', 'notJSON'];
console.log(stop, sent, id, rows, codes, list.others.map(({ name, client: who }) => name ?? who));

// What must not pass.
// @ts-expect-error a client has a key
new Client({ url: 'ws://127.0.0.1/ws' });
// @ts-expect-error there is no such event
list.on('changed', () => {});
// @ts-expect-error nor such an action
list.edit([{ op: 'fly', row: 'r' }]);
// @ts-expect-error a new field is not null
list.edit([{ op: 'insertRow', fields: { title: null } }]);
// @ts-expect-error a section's place is no row's
list.edit([{ op: 'moveRow', row: 'r', to: { index: 1 } }]);
// @ts-expect-error nor such a kind of list
list.edit([{ op: 'updateList', rules: { kind: 'tiles' } }]);
// @ts-expect-error lists are values
list.list.title = 'another';

const store = listStore(client.open('groceries'));
const stopStore: () => void = store.subscribe(() => {
  const { list, status, overdue }: ListSnapshot = store.getSnapshot();
  void [list?.title, status === 'live', overdue];
});
const stopReadable: () => void = readable(store).subscribe((snapshot) => { void snapshot.list?.sections; });
stopStore();
stopReadable();
