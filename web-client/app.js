/**
 * The web client: lists that several people edit at the same time, in ES modules without a build
 * step. This module wires the client library, the pages and the browser together.
 *
 * The main types are `Client` (`package/client.js`: the connection and the open lists), `ListPage`
 * (`pages/list-page.js`: one list on screen) and `ScreenState` (`screen/screen-state.js`: what the
 * user is doing there). Read in this order:
 *
 * - `package`: the client library, which npm has too. `list-model.js` and `model`: lists as values; rules,
 *   actions, change sets; pure. `client.js` and `client`: connection, open lists, unanswered edits;
 *   `messages.js`: the protocol.
 * - `storage`: what this browser keeps: unanswered edits, copies of lists, which tab is which client.
 * - `files`: lists as JSON, CSV, Markdown and plain text, read and written. Pure.
 * - `screen`: what is shown and what a user's input means, without the document. Pure.
 * - `texts`: what people read, in the language shown.
 * - `elements`, `rows`, `sections`, `rules`, `input`, `finding`, `changing`, `dialogs`, `transfer`,
 *   `pages`: the views, the only modules that use the document.
 */

import { Client } from './package/client.js';
import { randomId, TokenStore } from './package/client/credentials.js';
import { toast } from './elements/notices.js';
import {
  anywhereOnDemand, closeDialogs, inBackground, loadAhead, loadBy, pageOnDemand,
} from './elements/on-demand.js';
import { listenForWaking } from './elements/waking.js';
import { directionOf, Preferences, routeOf, THEME_ITEM } from './environment.js';
import { listenForPageKeys } from './input/page-keys.js';
import { listenForBack } from './layers.js';
import { ListPage } from './pages/list-page.js';
import { ListsPage } from './pages/lists-page.js';
import { OverviewSettings } from './pages/overview-settings.js';
import { RefusedEdits } from './pages/refused-edits.js';
import { Visits } from './pages/visits.js';
import { madeUpName } from './people/made-up-names.js';
import { Drafts } from './screen/drafts.js';
import { Database } from './storage/database.js';
import { ListCache } from './storage/list-cache.js';
import { QueueStore } from './storage/queue-store.js';
import { claimKeys, forget, remember } from './storage/tab-keys.js';
import { LOCAL, SESSION } from './storage/web-storage.js';
import { showLanguage } from './texts/languages.js';
import { translate } from './texts/texts.js';

/** The control of a page that leads to the settings. */
const OPENS_SETTINGS = '[data-action="overview-menu"], [data-action="list-menu"]';
const PAGES = { lists: ListsPage, list: ListPage };

/** Names the list that is shown first, for balancers: those who edit a list meet on one server. */
const socketUrl = () => {
  const { id = '' } = routeOf(location.hash);
  return `${location.origin.replace('http', 'ws')}/ws${id && '/'}${id}`;
};

/** Shows the language that the user or the browser wants. */
async function speak(preferences) {
  const language = await showLanguage(preferences.language, navigator.languages);
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
}

/** Has `theme.js` show the theme: it listens to what other tabs store, and to this event. */
const showTheme = () => window.dispatchEvent(new StorageEvent('storage', { key: THEME_ITEM }));

/** Web Locks, or what stands in for them where the page came over plain HTTP. */
async function tabLocks() {
  if (navigator.locks) return navigator.locks;
  const { TabLeases } = await import('./storage/tab-leases.js');
  // A tab that has lost its key takes another.
  const leases = new TabLeases(LOCAL, randomId(), { lost: () => location.reload() });
  window.addEventListener('pagehide', () => leases.release());
  window.addEventListener('pageshow', () => leases.resume());
  return leases;
}

/** Milliseconds in which something is done where no frame is painted. */
const WITHOUT_FRAME = 100;

/** Calls `work` with the next frame, or soon where none is painted, as in hidden tabs. */
function inNextFrame(work) {
  let isDone = false;
  const once = () => {
    if (!isDone) work();
    isDone = true;
  };
  requestAnimationFrame(once);
  setTimeout(once, WITHOUT_FRAME);
}

async function start() {
  loadBy(() => import('./lazy.js'));
  const tokens = new TokenStore(SESSION);
  const database = new Database(tokens.user);
  const store = await QueueStore.open(database);
  const cache = new ListCache(database);
  const { key, left, isOpen } = await claimKeys({
    session: SESSION, local: LOCAL, locks: await tabLocks(), keeps: store.isStored,
    candidates: store.keysWithEdits(), hasOld: (one) => store.hasOld(one),
  });
  const drafts = new Drafts(LOCAL, tokens.user, key);
  const queue = store.queueOf(key);
  const overview = new OverviewSettings(LOCAL);
  const signOut = () => inBackground(async (lazy) => {
    await lazy.signOut({ client, tokens, session: SESSION, drafts, overview, preferences, database });
    // Not to the list that was open.
    history.replaceState(null, '', '#/');
    location.reload();
  });
  const preferences = new Preferences(LOCAL, {
    renamed: (name) => client.rename(name),
    changed: (setting) => (setting === 'language' ? showAnew() : showTheme()),
    madeUp: () => madeUpName(key),
    account: tokens.user && { user: tokens.user, signOut },
    given: () => tokens.name,
  });
  await speak(preferences);
  drafts.adopt(isOpen, translate('typed.otherTab'));
  const options = { url: socketUrl(), name: preferences.shownName, token: tokens.token };
  const client = new Client({ ...options, key, queue, cache, frame: inNextFrame });
  store.on('stored', (isStored) => (isStored ? remember : forget)(SESSION, LOCAL, key));
  store.on('failed', () => toast(translate('page.notStored'), 'error'));
  let signIn = null;
  client.on('unauthorized', (reason) => anywhereOnDemand(({ SignIn, handOver }) => {
    signIn ??= new SignIn(async (token) => {
      const { user } = tokens;
      if (tokens.renew(token)) {
        client.signIn(token);
        return;
      }
      // Another user gets another database: the page starts anew.
      if (!user) await handOver(LOCAL, key, [key, ...left].map((one) => store.queueOf(one)));
      location.reload();
    });
    signIn.ask(reason);
  }));

  /** Whether a link has led to this page: not the page of lists. */
  const arrived = routeOf(location.hash).page !== 'lists';
  const visits = new Visits();
  let page = null;
  let shownList = null;
  const showPage = (Page, { page: kind, id, row, command }) => {
    closeDialogs();
    visits.leave(page?.place);
    page?.leave();
    shownList = kind === 'list' ? id : null;
    if (shownList) overview.use(shownList, Date.now());
    page = new Page({
      client, cache, preferences, drafts, id, row, arrived,
      place: visits.placeOf(location.hash),
    });
    document.getElementById('app').replaceChildren(page.element);
    window.scrollTo(0, 0);
    if (command) {
      // Going back or reloading does not run it again.
      history.replaceState(null, '', '#/');
      page.run(command);
    }
    const place = visits.arrive(location.hash);
    if (place && row === undefined) page.returnTo(place);
  };
  const show = () => {
    const route = routeOf(location.hash);
    if (PAGES[route.page]) showPage(PAGES[route.page], route);
    else {
      pageOnDemand((lazy) => showPage(
        lazy[route.page === 'history' ? 'HistoryPage' : 'UnknownPage'], route));
    }
  };
  /** Shows the page in another language; what was typed is committed or kept as a draft. */
  const showAnew = async () => {
    await speak(preferences);
    if (!preferences.name) client.rename(preferences.shownName);
    show();
    document.querySelector(OPENS_SETTINGS)?.focus();
  };
  window.addEventListener('hashchange', show);
  window.addEventListener('online', () => client.reconnect());
  window.addEventListener('offline', () => client.suspend());
  listenForWaking(() => client.wake());
  document.addEventListener('visibilitychange', () => cache.flush());
  listenForPageKeys();
  listenForBack(() => page?.layers ?? []);
  const follow = (one) => new RefusedEdits(one, drafts, (list) => list === shownList);
  follow(client);
  show();
  client.connect();
  // Send what an earlier tab could not send, whichever list is on screen.
  for (const list of queue.lists()) {
    client.open(list);
    if (list !== shownList) client.close(list);
  }
  navigator.serviceWorker?.register('sw.js');
  let connections = 0;
  let isComplete = false;
  const complete = async ({ handedOver, offerEdits, sendLeft, UpdateOffer }) => {
    if (isComplete) return;
    isComplete = true;
    sendLeft(left, {
      store, drafts, options: { ...options, token: client.token }, follow, days: client.limits.rememberDays,
    });
    new UpdateOffer(client, () => {
      // Commits what is typed; what is not sent yet is stored.
      page?.leave();
      location.reload();
    }, connections > 1);
    const { edits, end } = handedOver(LOCAL, isOpen);
    if (edits.length === 0 || !tokens.user) return;
    await offerEdits(edits, { client, drafts, user: tokens.user });
    end();
  };
  const loaded = loadAhead();
  client.on('state', async (state) => {
    // The server takes the token, if there is one.
    if (state !== 'online') return;
    connections += 1;
    if (left.length === 0) await loaded;
    inBackground(complete);
  });
}

start().catch((error) => {
  document.getElementById('app').textContent = translate('page.notStarted', { reason: String(error) });
  throw error;
});
