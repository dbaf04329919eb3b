/**
 * The web client: lists that several people edit at the same time, in ES modules without a build
 * step. This module wires the client library, the pages and the browser together.
 *
 * The main types are `Client` (`client.js`: the connection and the open lists), `ListPage`
 * (`pages/list-page.js`: one list on screen) and `ScreenState` (`screen/screen-state.js`: what the
 * user is doing there). Read in this order:
 *
 * - `model`, behind `list-model.js`: lists as values; rules, actions, change sets. Pure.
 * - `client`, behind `client.js`: connection, open lists, unanswered edits; `messages.js`: the
 *   protocol.
 * - `files`: lists as JSON, CSV, Markdown and plain text, read and written. Pure.
 * - `screen`: what is shown and what a user's input means, without the document. Pure.
 * - `texts`: what people read, in the language shown.
 * - `elements`, `rows`, `sections`, `rules`, `input`, `finding`, `changing`, `dialogs`, `transfer`,
 *   `pages`: the views, the only modules that use the document.
 */

import { Client } from './client.js';
import { claimKey, TokenStore } from './client/credentials.js';
import { openDatabase } from './client/database.js';
import { ListCache } from './client/list-cache.js';
import { QueueStore } from './client/queue-store.js';
import { closeDialogs } from './dialogs/dialog.js';
import { SignIn } from './dialogs/sign-in.js';
import { loadAhead, pageOnDemand } from './elements/on-demand.js';
import { UpdateOffer } from './elements/update-offer.js';
import { listenForWaking } from './elements/waking.js';
import { directionOf, Preferences, routeOf, THEME_ITEM } from './environment.js';
import { listenForPageKeys } from './input/page-keys.js';
import { ListPage } from './pages/list-page.js';
import { ListsPage } from './pages/lists-page.js';
import { OverviewSettings } from './pages/overview-settings.js';
import { RefusedEdits } from './pages/refused-edits.js';
import { Visits } from './pages/visits.js';
import { madeUpName } from './people/made-up-names.js';
import { Drafts } from './screen/drafts.js';
import { showLanguage } from './texts/languages.js';

/** How long unanswered edits of a tab that was closed are stored. */
const QUEUE_DAYS = 30;
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

async function start() {
  const tokens = new TokenStore(sessionStorage);
  const database = await openDatabase(tokens.user);
  const store = await QueueStore.open(database);
  const cache = new ListCache(database);
  const key = await claimKey({
    session: sessionStorage,
    locks: navigator.locks,
    keeps: database !== null,
    candidates: store.keysWithEdits(Date.now(), QUEUE_DAYS),
  });
  const drafts = new Drafts(localStorage, tokens.user, key);
  const held = await navigator.locks?.query();
  drafts.adopt((tab) => !held || held.held.some(({ name }) => name === `lockstep.${tab}`));
  const queue = store.queueOf(key);
  const preferences = new Preferences(localStorage, {
    renamed: (name) => client.rename(name),
    changed: (setting) => (setting === 'language' ? showAnew() : showTheme()),
    madeUp: () => madeUpName(key),
  });
  await speak(preferences);
  const client = new Client({
    url: socketUrl(), key, name: preferences.shownName, token: tokens.token, queue, cache,
  });
  new SignIn(client, (token) => {
    // Another user gets another database: the page starts anew.
    if (tokens.renew(token)) client.signIn(token);
    else location.reload();
  });

  /** Whether a link has led to this page: not the page of lists. */
  const arrived = routeOf(location.hash).page !== 'lists';
  const overview = new OverviewSettings(localStorage);
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
      pageOnDemand((late) => showPage(
        late[route.page === 'history' ? 'HistoryPage' : 'UnknownPage'], route));
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
  new UpdateOffer(client, () => {
    // Commits what is typed; what is not sent yet is stored.
    page?.leave();
    location.reload();
  });
  listenForPageKeys();
  new RefusedEdits(client, drafts, (list) => list === shownList);
  show();
  client.connect();
  // Send what an earlier tab could not send, whichever list is on screen.
  for (const list of queue.lists()) {
    client.open(list);
    if (list !== shownList) client.close(list);
  }
  navigator.serviceWorker?.register('sw.js');
  loadAhead();
}

start();
