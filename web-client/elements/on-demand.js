/** The part of the page that is loaded when it is used first: menus, dialogs, sheets, files. */

import { translate } from '../texts/texts.js';
import { toast } from './notices.js';

/** How long to wait for a service worker, in milliseconds: some browsers never have one. */
const PATIENCE = 5000;

let calls = 0;

const load = () => import('../late.js');

/**
 * What `late.js` exports; `null` where it cannot be loaded, which the user is told, and where the
 * user has left the page before it was there.
 */
async function late() {
  const address = location.hash;
  // What fails may have been begun in the background, before the network was back.
  const part = await load().catch(load).catch(() => null);
  if (location.hash !== address) return null;
  if (!part) toast(translate('page.notLoaded'), 'error');
  return part;
}

/**
 * Calls `use` with what `late.js` exports and resolves to its result; to `undefined` where that
 * cannot be loaded, and where the user has left the page or asked for another dialog meanwhile.
 */
export async function onDemand(use) {
  calls += 1;
  const call = calls;
  const part = await late();
  return part && call === calls ? use(part) : undefined;
}

/** Calls `show` with what `late.js` exports, unless the address has changed meanwhile. */
export async function pageOnDemand(show) {
  const { hash } = location;
  const part = await late();
  if (part && location.hash === hash) await show(part);
}

/**
 * Loads it while the browser is at rest, so that dialogs open at once, and without the server.
 * Where there is a service worker, that has kept it by then.
 */
export async function loadAhead() {
  const waited = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([navigator.serviceWorker?.ready, waited]);
  const whenAtRest = window.requestIdleCallback ?? ((then) => setTimeout(then, 1000));
  // What cannot be loaded now is asked for again when it is needed.
  whenAtRest(() => load().catch(() => {}));
}
