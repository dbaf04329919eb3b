/**
 * The service worker: serves the files of the web client when the network fails or is slow. A
 * response of the server is preferred, and replaces the cached file.
 */

const CACHE = 'lockstep-shell-1';
/** Milliseconds after which the cached file is served instead of waiting for the network. */
const NETWORK_TIMEOUT = 3000;
/** Every file of the client; a test compares this list with the folder. */
const SHELL = [
  './',
  'app.js',
  'changing/adding.js',
  'changing/deletions.js',
  'changing/new-rows.js',
  'changing/pasted-lines.js',
  'changing/undoing.js',
  'client.js',
  'client/connection.js',
  'client/credentials.js',
  'client/database.js',
  'client/emitter.js',
  'client/list-cache.js',
  'client/list-requests.js',
  'client/open-list.js',
  'client/outbox.js',
  'client/pending-edits.js',
  'client/queue-store.js',
  'client/replica.js',
  'client/retry.js',
  'client/undo-steps.js',
  'dialogs/clear-completed.js',
  'dialogs/copy.js',
  'dialogs/delete-list.js',
  'dialogs/delete-where.js',
  'dialogs/dialog.js',
  'dialogs/keys.js',
  'dialogs/list-menu.js',
  'dialogs/list-settings.js',
  'dialogs/menu.js',
  'dialogs/move-to.js',
  'dialogs/row-menu.js',
  'dialogs/section-menu.js',
  'dialogs/settings.js',
  'dialogs/sign-in.js',
  'elements/dom.js',
  'elements/icons.js',
  'elements/kept-texts.js',
  'elements/linked-text.js',
  'elements/notices.js',
  'elements/peers.js',
  'elements/questions.js',
  'elements/status-view.js',
  'elements/update-offer.js',
  'elements/visible-area.js',
  'environment.js',
  'favicon.ico',
  'files/columns.js',
  'files/csv.js',
  'files/import-plan.js',
  'files/list-json.js',
  'files/outline.js',
  'files/read-list.js',
  'files/row-table.js',
  'files/slices.js',
  'finding/filter-bar.js',
  'finding/list-filter.js',
  'finding/list-search.js',
  'finding/search-bar.js',
  'finding/search-marks.js',
  'finding/text-search.js',
  'icon.svg',
  'icons/192.png',
  'icons/512.png',
  'icons/apple-touch-icon.png',
  'icons/maskable-512.png',
  'input/clicks.js',
  'input/commands.js',
  'input/drag-gesture.js',
  'input/edge-scroller.js',
  'input/forms.js',
  'input/keyboard.js',
  'input/pull-gesture.js',
  'input/row-commands.js',
  'input/row-drag.js',
  'input/swipe-gesture.js',
  'list-model.js',
  'manifest.webmanifest',
  'messages.js',
  'model/apply-actions.js',
  'model/apply-change-set.js',
  'model/clamp.js',
  'model/destinations.js',
  'model/insert-rows.js',
  'model/list-state.js',
  'model/rules.js',
  'model/targets.js',
  'pages/history-page.js',
  'pages/list-bars.js',
  'pages/list-events.js',
  'pages/list-page.js',
  'pages/lists-page.js',
  'pages/overview-keys.js',
  'pages/overview-menus.js',
  'pages/overview-row.js',
  'pages/overview-settings.js',
  'pages/refused-edits.js',
  'people/name-question.js',
  'people/people-commands.js',
  'people/people-sheet.js',
  'people/qr-code.js',
  'people/qr-picture.js',
  'people/row-visit.js',
  'people/share-sheet.js',
  'rows/animation.js',
  'rows/body-layout.js',
  'rows/list-body.js',
  'rows/new-row-view.js',
  'rows/row-view.js',
  'rows/section-view.js',
  'rules/row-marks.js',
  'rules/rule-commands.js',
  'rules/rule-dialogs.js',
  'rules/rule-edits.js',
  'screen/descriptions.js',
  'screen/drafts.js',
  'screen/drag-places.js',
  'screen/edit-parts.js',
  'screen/keys.js',
  'screen/links.js',
  'screen/list-view.js',
  'screen/refusals.js',
  'screen/row-texts.js',
  'screen/screen-state.js',
  'screen/text-changes.js',
  'screen/user-edits.js',
  'screen/windowing.js',
  'sections/section-commands.js',
  'sections/section-drag.js',
  'sections/section-form.js',
  'sections/section-header.js',
  'sections/section-props.js',
  'styles/base.css',
  'styles/chrome.css',
  'styles/dialog.css',
  'styles/finding.css',
  'styles/forced.css',
  'styles/list.css',
  'styles/print.css',
  'styles/row.css',
  'styles/sections.css',
  'texts/changing-de.js',
  'texts/changing-en.js',
  'texts/de.js',
  'texts/en.js',
  'texts/files-de.js',
  'texts/files-en.js',
  'texts/finding-de.js',
  'texts/finding-en.js',
  'texts/languages.js',
  'texts/made-up-name.js',
  'texts/rules-de.js',
  'texts/rules-en.js',
  'texts/texts.js',
  'theme.js',
  'transfer/export-dialog.js',
  'transfer/file-drop.js',
  'transfer/import-dialog.js',
  'transfer/import-preview.js',
  'transfer/import-run.js',
  'transfer/list-transfer.js',
];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** The server's response; the cached one where it fails or takes longer than `NETWORK_TIMEOUT`. */
async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request, { ignoreSearch: true });
  const fetched = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request, response.clone());
    return response;
  });
  if (!cached) return fetched;
  const timeout = new Promise((resolve) => { setTimeout(() => resolve(cached), NETWORK_TIMEOUT); });
  return Promise.race([fetched.catch(() => cached), timeout]);
}

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const shell = event.request.method === 'GET' && origin === self.location.origin
    && !/^\/(api|ws|metrics|healthz|readyz)(\/|$)/u.test(pathname);
  if (shell) event.respondWith(networkFirst(event.request));
});
