/** The part of the page that is loaded when it is used first: dialogs, sheets, files. */

import { translate } from '../texts/texts.js';
import { toast } from './notices.js';

let calls = 0;

const load = () => import('../late.js');

/**
 * Calls `use` with what `late.js` exports and resolves to its result; to `undefined` where that
 * cannot be loaded, which the user is told, and where the user has left the page or asked for
 * something else before it was there.
 */
export async function onDemand(use) {
  calls += 1;
  const [call, address] = [calls, location.hash];
  const late = await load().catch(() => null);
  if (call !== calls || location.hash !== address) return undefined;
  if (late) return use(late);
  toast(translate('page.notLoaded'), 'error');
  return undefined;
}

/**
 * Loads it while the browser is at rest, so that dialogs open at once, and without the server.
 * Where there is a service worker, that has kept it by then.
 */
export async function loadAhead() {
  await navigator.serviceWorker?.ready;
  const whenAtRest = window.requestIdleCallback ?? ((then) => setTimeout(then, 1000));
  // What cannot be loaded now is asked for again when it is needed.
  whenAtRest(() => load().catch(() => {}));
}
