/** Wires the client, the pages and the browser together. */

import { Client } from './client.js';
import { claimKey } from './client/credentials.js';
import { openDatabase } from './client/database.js';
import { ListCache } from './client/list-cache.js';
import { QueueStore } from './client/queue-store.js';
import { TokenKeeper } from './client/token-keeper.js';
import { directionOf } from './direction.js';
import { Person } from './environment.js';
import { routeOf } from './router.js';
import { closeDialogs } from './dialogs/dialog.js';
import { tellElsewhere } from './elements/elsewhere-notes.js';
import { HistoryPage } from './pages/history-page.js';
import { ListPage } from './pages/list-page.js';
import { ListsPage } from './pages/lists-page.js';
import { SignIn } from './dialogs/sign-in.js';

const REMEMBERED_DAYS = 30;
const PAGES = { lists: ListsPage, list: ListPage, history: HistoryPage };

const socketUrl = () => {
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ws`;
};

async function start() {
  const keeper = new TokenKeeper(sessionStorage);
  const database = await openDatabase(keeper.user);
  const store = await QueueStore.open(database);
  const cache = new ListCache(database);
  const key = await claimKey({
    session: sessionStorage,
    locks: navigator.locks,
    keeps: database !== null,
    candidates: store.keysWithEdits(Date.now(), REMEMBERED_DAYS),
  });
  const queue = store.queueOf(key);
  const person = new Person(localStorage, (name) => client.rename(name));
  const client = new Client({
    url: socketUrl(), key, name: person.name || 'Guest', token: keeper.token, queue, cache,
  });
  new SignIn(client, (token) => {
    // Somebody else starts anew: with what this browser keeps of theirs.
    if (keeper.renew(token)) client.signIn(token);
    else location.reload();
  });

  let page = null;
  let shown = null;
  const show = () => {
    const { page: kind, id } = routeOf(location.hash);
    closeDialogs();
    page?.leave();
    page = new PAGES[kind]({ client, cache, person, id });
    shown = kind === 'list' ? id : null;
    document.getElementById('app').replaceChildren(page.element);
    window.scrollTo(0, 0);
  };
  window.addEventListener('hashchange', show);
  window.addEventListener('online', () => client.reconnect());
  window.addEventListener('offline', () => client.suspend());
  document.addEventListener('visibilitychange', () => cache.flush());
  document.documentElement.dir = directionOf(navigator.language);
  tellElsewhere(client, (list) => list === shown);
  show();
  client.connect();
  // What an earlier tab could not send goes out now, whichever list is on screen.
  for (const list of queue.lists()) {
    client.open(list);
    if (list !== shown) client.close(list);
  }
  navigator.serviceWorker?.register('sw.js');
}

start();
