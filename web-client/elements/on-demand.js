/** The part of the page that is loaded when it is used first: menus, dialogs, sheets, files. */

import { translate } from '../texts/texts.js';
import { toast } from './notices.js';

/** How long to wait for a service worker, in milliseconds: some browsers never have one. */
const PATIENCE = 5000;

let calls = 0;

/** Loads `lazy.js`; set where the page is started. */
let load = () => Promise.reject(new Error('nothing is loaded on demand yet'));

/** Has it loaded by `loader`, which resolves to what `lazy.js` exports. */
export function loadBy(loader) {
  load = loader;
}

/** Returns a function that tells whether the user is still on this page. */
function stayingHere() {
  const { hash } = location;
  return () => location.hash === hash;
}

/**
 * What `lazy.js` exports; `null` where it cannot be loaded, which the user is told, and where it is not wanted any
 * more once it is there.
 */
async function lazy(isWanted) {
  // What fails may have been begun in the background, before the network was back.
  const part = await load().catch(() => load()).catch(() => null);
  if (!isWanted()) return null;
  if (!part) toast(translate('page.notLoaded'), 'error');
  return part;
}

/**
 * Calls `use` with what `lazy.js` exports and resolves to its result; to `undefined` where that
 * cannot be loaded, and where the user has left the page or asked for another dialog meanwhile.
 */
export async function onDemand(use) {
  calls += 1;
  const call = calls;
  const part = await lazy(stayingHere());
  return part && call === calls ? use(part) : undefined;
}

/** Calls `show` with what `lazy.js` exports, unless the address has changed meanwhile. */
export async function pageOnDemand(show) {
  const part = await lazy(stayingHere());
  if (part) await show(part);
}

/** Calls `use` with what `lazy.js` exports, wherever the user is by then. */
export async function anywhereOnDemand(use) {
  const part = await lazy(() => true);
  if (part) use(part);
}

/** The same; the user is not told where it cannot be loaded. Resolves to whether it was. */
export async function inBackground(use) {
  const part = await load().catch(() => null);
  if (part) use(part);
  return part !== null;
}

/** Calls `show` with the sentence for why a client has stopped: `why` is what `stopSentence` takes. */
export const tellStop = (show, ...why) => inBackground(
  ({ stopSentence }) => show(stopSentence(...why)));

/** Closes every dialog that is open: the user leaves the page. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    dialog.dataset.left = 'yes';
    dialog.close();
  }
}

/**
 * Loads it while the browser is at rest, so that dialogs open at once, and without the server.
 * Where there is a service worker, that has kept it by then. Resolves once it is there, or could not be loaded.
 */
export async function loadAhead() {
  const waited = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([navigator.serviceWorker?.ready, waited]);
  const whenAtRest = window.requestIdleCallback ?? ((then) => setTimeout(then, 1000));
  await new Promise((resolve) => { whenAtRest(() => resolve()); });
  // What cannot be loaded now is asked for again when it is needed.
  await load().catch(() => {});
}
