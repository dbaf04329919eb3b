/** Serves the shell of the client when there is no network. What the server has newer wins. */

const CACHE = 'lockstep-shell-1';
/** Milliseconds that a network may take before what is kept is shown. */
const PATIENCE = 3000;
/** Every file of the client; a test holds this list against the folder. */
const SHELL = [
  './',
  'app.js',
  'client.js',
  'client/answer-watch.js',
  'client/back-off.js',
  'client/close-codes.js',
  'client/connection.js',
  'client/database.js',
  'client/emitter.js',
  'client/key-keeper.js',
  'client/later.js',
  'client/list-cache.js',
  'client/open-list.js',
  'client/outbox.js',
  'client/pending-edits.js',
  'client/put-off.js',
  'client/queue-store.js',
  'client/random-id.js',
  'client/replica.js',
  'client/roster.js',
  'client/system-timers.js',
  'client/token-keeper.js',
  'direction.js',
  'icon.svg',
  'list-model.js',
  'manifest.webmanifest',
  'messages.js',
  'model/list-actions.js',
  'model/list-bands.js',
  'model/list-changes.js',
  'model/list-digest.js',
  'model/list-lookup.js',
  'model/list-places.js',
  'model/list-rules.js',
  'model/list-targets.js',
  'model/rejection.js',
  'model/row-actions.js',
  'model/section-actions.js',
  'person.js',
  'router.js',
  'screen/clamp-notes.js',
  'screen/describe-change.js',
  'screen/held-list.js',
  'screen/intents.js',
  'screen/neighbour.js',
  'screen/row-filter.js',
  'screen/row-titles.js',
  'screen/screen-state.js',
  'screen/window-range.js',
  'styles/base.css',
  'styles/chrome.css',
  'styles/dialog.css',
  'styles/list.css',
  'styles/row.css',
  'views/add-row-view.js',
  'views/announcer.js',
  'views/avatars-view.js',
  'views/delete-where-dialog.js',
  'views/dialog-frame.js',
  'views/dom.js',
  'views/drag-gesture.js',
  'views/drop-place.js',
  'views/edge-scroll.js',
  'views/elsewhere-notes.js',
  'views/first-hint.js',
  'views/flip.js',
  'views/held-rows.js',
  'views/history-page.js',
  'views/icons.js',
  'views/list-body.js',
  'views/list-commands.js',
  'views/list-follower.js',
  'views/list-keys.js',
  'views/list-page.js',
  'views/lists-page.js',
  'views/nav-view.js',
  'views/overview-row.js',
  'views/peer-colour.js',
  'views/pull-gesture.js',
  'views/row-fields.js',
  'views/row-heights.js',
  'views/row-look.js',
  'views/row-view.js',
  'views/section-dialog.js',
  'views/section-view.js',
  'views/sign-in-dialog.js',
  'views/status-view.js',
  'views/swipe-gesture.js',
  'views/text-dialog.js',
  'views/toast-view.js',
  'views/toolbar-view.js',
];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** What is newest; what is kept where the network says nothing for `PATIENCE`. */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => { setTimeout(() => resolve(kept), PATIENCE); });
  return Promise.race([asked.catch(() => kept), late]);
}

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const shell = event.request.method === 'GET' && origin === self.location.origin
    && !/^\/(api|ws|metrics|healthz|readyz)(\/|$)/u.test(pathname);
  if (shell) event.respondWith(fresh(event.request));
});
