/**
 * The page about the server, for those who run it: what `lockstep top` shows, its lists, sessions,
 * hooks and health, live over the socket. It is a page of its own beside the lists, and stands on
 * modules of theirs.
 *
 * The main types are `AdminConnection` (asks the server), `Live` (asks again and again) and
 * `AdminPage` (what is on screen). Read in this order: `admin-connection.js`, `live.js`,
 * `admin-page.js`, then the sections: `figures-view.js`, `lists-view.js`, `sessions-view.js` (both
 * on `table-view.js` and `table-state.js`), `hooks-view.js`, `health-view.js`.
 */

import { randomId, TokenStore } from '../package/client/credentials.js';
import { SignIn } from '../dialogs/sign-in.js';
import { listenForWaking } from '../elements/waking.js';
import { directionOf, Preferences } from '../environment.js';
import { listenForBack } from '../layers.js';
import { LOCAL, SESSION } from '../storage/web-storage.js';
import { adminDe } from '../texts/de/admin.js';
import { signInDe } from '../texts/de/sign-in.js';
import { adminEn } from '../texts/en/admin.js';
import { signInEn } from '../texts/en/sign-in.js';
import { showLanguage } from '../texts/languages.js';
import { addCatalogues } from '../texts/texts.js';
import { AdminConnection } from './admin-connection.js';
import { AdminPage } from './admin-page.js';

addCatalogues({ en: { ...adminEn, ...signInEn }, de: { ...adminDe, ...signInDe } });

async function start() {
  // Settings are shown here, and changed on the page of lists.
  const preferences = new Preferences(LOCAL, {});
  const language = await showLanguage(preferences.language, navigator.languages);
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  const tokens = new TokenStore(SESSION);
  const connection = new AdminConnection({
    url: `${location.origin.replace('http', 'ws')}/ws`,
    key: randomId(24),
    name: preferences.name || undefined,
    token: tokens.token,
  });
  const signIn = new SignIn((token) => {
    tokens.renew(token);
    connection.signIn(token);
  });
  connection.on('unauthorized', (message) => signIn.ask(message));
  const page = new AdminPage(connection, signIn);
  document.getElementById('app').replaceChildren(page.element);
  window.addEventListener('hashchange', () => page.show(location.hash));
  window.addEventListener('online', () => connection.reconnect());
  window.addEventListener('offline', () => connection.suspend());
  listenForWaking(() => connection.wake());
  document.addEventListener('visibilitychange', () => page.setVisible(!document.hidden));
  listenForBack();
  page.show(location.hash);
  page.setVisible(!document.hidden);
  connection.connect();
}

start();
