/** A page of a list with its forms, and no document. */

import { Client } from '../../../web-client/package/client.js';
import { Forms } from '../../../web-client/input/forms.js';
import { RefusedEdits } from '../../../web-client/pages/refused-edits.js';
import { Drafts } from '../../../web-client/screen/drafts.js';
import { SteadyStorage } from '../../../web-client/storage/web-storage.js';
import { MemoryStorage } from './fake-browser.js';
import { FakeServer } from './fake-server.js';
import { listOf } from './lists.js';

const element = { replaceChildren() {}, append() {}, setAttribute() {}, querySelectorAll: () => [] };
globalThis.document = { createElement: () => ({ ...element }), getElementById: () => element };

/** Opens the page of the list `l` of the rows a and b, for a user of that `role`, with the `drafts` that are stored. */
export function open({ role = 'owner', drafts: stored = [] } = {}) {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a b' }), 5, { role });
  const drafts = new Drafts(new SteadyStorage(() => new MemoryStorage()), '', 'k');
  for (const draft of stored) drafts.put({ list: 'l', ...draft });
  new RefusedEdits(client, drafts, () => true);
  const state = { renaming: null, adding: null, draft: '' };
  const page = {
    list, client, state, draw() {}, update() {}, body: { rowElement: () => null }, get shown() { return list.list; },
    edit: (actions, note) => (actions.length > 0 ? list.edit(actions, note) : 0),
  };
  const forms = new Forms(page, drafts);
  drafts.on('refused', () => forms.restore());
  const type = (title) => {
    forms.openRow('a');
    forms.type('title', title);
  };
  return { server, list, drafts, state, forms, type };
}
