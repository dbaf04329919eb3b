/**
 * The service worker: serves the files of the web client when the network fails or is slow. A
 * response of the server is preferred, and replaces the cached file.
 *
 * The server's page names one script and one style sheet, `assets/app.HASH.js` and
 * `assets/style.HASH.css`, and what the script loads later. These files never change and are served
 * from the cache. They are cached before the page that names them, so that a cached page finds
 * them. Where the server could not bundle the modules, the page needs each file of `SHELL`.
 */

const CACHE = 'lockstep-shell-2';
/** Milliseconds after which the cached file is served instead of waiting for the network. */
const NETWORK_TIMEOUT = 3000;
/** Every file of the client; a test compares this list with the folder. */
const SHELL = [
  './',
  'app.js',
  'changing/adding.js',
  'changing/change-sentences.js',
  'changing/conflict-commands.js',
  'changing/deletions.js',
  'changing/duplicating.js',
  'changing/list-commands.js',
  'changing/list-menu.js',
  'changing/many-edits.js',
  'changing/new-rows.js',
  'changing/nothing-to-undo.js',
  'changing/pasted-lines.js',
  'changing/row-pasting.js',
  'changing/rule-commands.js',
  'changing/typed-ahead.js',
  'changing/undoing.js',
  'details/attribution.js',
  'details/details-sheet.js',
  'details/field-editors.js',
  'details/field-kinds.js',
  'dialogs/account.js',
  'dialogs/copy.js',
  'dialogs/delete-much.js',
  'dialogs/delete-where.js',
  'dialogs/dialog.js',
  'dialogs/keys.js',
  'dialogs/kind-picker.js',
  'dialogs/list-settings.js',
  'dialogs/menu.js',
  'dialogs/move-to.js',
  'dialogs/row-menu.js',
  'dialogs/rule-dialogs.js',
  'dialogs/section-menu.js',
  'dialogs/settings.js',
  'dialogs/sign-in.js',
  'elements/dom.js',
  'elements/entering.js',
  'elements/frame-drawing.js',
  'elements/icons.js',
  'elements/lazy-icons.js',
  'elements/lazy-items.js',
  'elements/notices.js',
  'elements/on-demand.js',
  'elements/peers.js',
  'elements/progress-note.js',
  'elements/status-view.js',
  'elements/text-field.js',
  'elements/update-offer.js',
  'elements/visible-area.js',
  'elements/waking.js',
  'environment.js',
  'favicon.ico',
  'files/csv.js',
  'files/list-json.js',
  'files/outline.js',
  'files/row-table.js',
  'files/slices.js',
  'finding/earlier-states.js',
  'finding/filter-bar.js',
  'finding/history-reader.js',
  'finding/list-filter.js',
  'finding/list-search.js',
  'finding/named-versions.js',
  'finding/remote-search.js',
  'finding/row-titles.js',
  'finding/search-bar.js',
  'finding/search-marks.js',
  'finding/search-opener.js',
  'finding/text-search.js',
  'icon.svg',
  'icons/192.png',
  'icons/512.png',
  'icons/apple-touch-icon.png',
  'icons/maskable-512.png',
  'input/clicks.js',
  'input/clipboard.js',
  'input/commands.js',
  'input/context-menu.js',
  'input/drag-gesture.js',
  'input/edge-scroller.js',
  'input/forms.js',
  'input/keyboard.js',
  'input/list-layers.js',
  'input/page-keys.js',
  'input/press.js',
  'input/pull-gesture.js',
  'input/row-commands.js',
  'input/row-drag.js',
  'input/swipe-gesture.js',
  'layers.js',
  'lazy.js',
  'manifest.webmanifest',
  'package/client.js',
  'package/client/answers.js',
  'package/client/connection.js',
  'package/client/credentials.js',
  'package/client/emitter.js',
  'package/client/list-requests.js',
  'package/client/list-window.js',
  'package/client/open-list.js',
  'package/client/outbox.js',
  'package/client/overtaken.js',
  'package/client/pending-edits.js',
  'package/client/replica.js',
  'package/client/retry.js',
  'package/client/roster.js',
  'package/client/shown-list.js',
  'package/client/undo-steps.js',
  'package/list-model.js',
  'package/messages.js',
  'package/model/apply-actions.js',
  'package/model/apply-change-set.js',
  'package/model/authors.js',
  'package/model/clamp.js',
  'package/model/destinations.js',
  'package/model/insert-rows.js',
  'package/model/list-state.js',
  'package/model/records.js',
  'package/model/row-sequences.js',
  'package/model/row-values.js',
  'package/model/rules.js',
  'package/model/sparse-list.js',
  'package/model/sparse-rows.js',
  'package/model/targets.js',
  'package/model/update-rows.js',
  'pages/earlier-view.js',
  'pages/history-page.js',
  'pages/list-bars.js',
  'pages/list-events.js',
  'pages/list-page.js',
  'pages/lists-page.js',
  'pages/long-list.js',
  'pages/overview-dialogs.js',
  'pages/overview-keys.js',
  'pages/overview-row.js',
  'pages/overview-settings.js',
  'pages/refused-edits.js',
  'pages/restoring.js',
  'pages/unknown-page.js',
  'pages/visits.js',
  'people/made-up-names.js',
  'people/name-question.js',
  'people/people-commands.js',
  'people/people-menu.js',
  'people/qr-code.js',
  'people/qr-picture.js',
  'people/row-visit.js',
  'people/share-sheet.js',
  'rows/absent-rows.js',
  'rows/animation.js',
  'rows/body-layout.js',
  'rows/chips-view.js',
  'rows/field-chips.js',
  'rows/list-body.js',
  'rows/new-row-view.js',
  'rows/question.js',
  'rows/recovered-draft.js',
  'rows/row-view.js',
  'rows/section-view.js',
  'rules/row-marks.js',
  'rules/rule-changes.js',
  'rules/rule-edits.js',
  'rules/rule-entries.js',
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
  'screen/selection.js',
  'screen/sparse-heights.js',
  'screen/text-changes.js',
  'screen/user-edits.js',
  'screen/windowing.js',
  'sections/all-sections.js',
  'sections/section-commands.js',
  'sections/section-drag.js',
  'sections/section-form.js',
  'sections/section-header.js',
  'sections/section-props.js',
  'storage/account.js',
  'storage/database.js',
  'storage/left-queues.js',
  'storage/list-cache.js',
  'storage/queue-store.js',
  'storage/tab-keys.js',
  'storage/tab-leases.js',
  'storage/web-storage.js',
  'styles/base.css',
  'styles/chrome.css',
  'styles/details.css',
  'styles/dialog.css',
  'styles/finding.css',
  'styles/forced.css',
  'styles/list.css',
  'styles/print.css',
  'styles/row.css',
  'styles/sections.css',
  'texts/de.js',
  'texts/de/changes.js',
  'texts/de/changing.js',
  'texts/de/dialogs.js',
  'texts/de/earlier.js',
  'texts/de/events.js',
  'texts/de/finding.js',
  'texts/de/keys.js',
  'texts/de/people.js',
  'texts/de/rows.js',
  'texts/de/rules.js',
  'texts/de/sign-in.js',
  'texts/de/transfer.js',
  'texts/en.js',
  'texts/en/changes.js',
  'texts/en/changing.js',
  'texts/en/dialogs.js',
  'texts/en/earlier.js',
  'texts/en/events.js',
  'texts/en/finding.js',
  'texts/en/keys.js',
  'texts/en/people.js',
  'texts/en/rows.js',
  'texts/en/rules.js',
  'texts/en/sign-in.js',
  'texts/en/transfer.js',
  'texts/field-values.js',
  'texts/folding.js',
  'texts/languages.js',
  'texts/lazy.js',
  'texts/stop-sentences.js',
  'texts/texts.js',
  'theme.js',
  'transfer/addition-plan.js',
  'transfer/export-dialog.js',
  'transfer/file-drop.js',
  'transfer/file-reading.js',
  'transfer/import-dialog.js',
  'transfer/import-preview.js',
  'transfer/import-run.js',
  'transfer/import-words.js',
  'transfer/list-transfer.js',
  'transfer/new-list-id.js',
];

/** The page about the server, and the files that it alone needs: the server alone serves them. */
const ADMIN = /\/admin(?:[./]|$)/u;

const isAsset = (file) => /^\/?assets\//u.test(file);

/** The files that the text of a page names. */
const namedBy = (page) => [...page.matchAll(/\b(?:src|href|name="lazy" content)="([^"]+)"/gu)]
  .map(([, file]) => file);

/** The files that a page needs besides itself: what it names, or every module. */
function neededBy(page) {
  const named = namedBy(page);
  const alone = SHELL.filter((file) => file !== './');
  if (!named.some(isAsset)) return alone;
  return [...new Set([...named, ...alone.filter((file) => !/\.(?:js|css)$/u.test(file))])];
}

/** Caches the response to a request for a file. */
async function cacheFile(response, request) {
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
}

/** Caches a page of the server, after the files that it needs and that are not cached yet. */
async function cachePage(response) {
  const cache = await caches.open(CACHE);
  const needed = neededBy(await response.clone().text());
  const found = await Promise.all(needed.map((file) => cache.match(file)));
  await cache.addAll(needed.filter((file, index) => !found[index]));
  await cache.put('./', response);
  const wanted = new Set(needed.map((file) => new URL(file, self.location).href));
  for (const { url } of await cache.keys()) {
    if (isAsset(new URL(url).pathname) && !wanted.has(url)) await cache.delete(url);
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(fetch('./').then((response) => cachePage(response)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const dropOthers = async () => {
    const others = (await caches.keys()).filter((name) => name !== CACHE);
    await Promise.all(others.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(dropOthers());
});

/**
 * The server's response; the cached one where it fails or takes longer than `NETWORK_TIMEOUT`.
 * `keep` caches the response to a request.
 */
async function networkFirst(event, keep) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request) ?? await cache.match(request, { ignoreSearch: true });
  const fetched = fetch(request);
  event.waitUntil(fetched.then((response) => response.ok && keep(response.clone(), request)).catch(() => {}));
  if (!cached) return fetched;
  const timeout = new Promise((resolve) => { setTimeout(() => resolve(cached), NETWORK_TIMEOUT); });
  return Promise.race([fetched.catch(() => cached), timeout]);
}

/**
 * A file that is named by its content: the cached one, or the server's. A page from before an
 * upgrade names a script that the server has no more: it is loaded again if the page has changed.
 */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  if (response.status !== 404 || request.destination !== 'script') return response;
  const page = await fetch('./', { cache: 'reload' });
  const named = namedBy(await page.clone().text()).map((file) => new URL(file, self.location).href);
  if (!page.ok || named.includes(request.url)) return response;
  await cachePage(page);
  return new Response('location.reload();', { headers: { 'Content-Type': 'text/javascript' } });
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { pathname, search, origin } = new URL(url);
  const shell = method === 'GET' && origin === self.location.origin
    && !/^\/(api|ws|metrics|healthz|readyz)(\/|$)/u.test(pathname) && !ADMIN.test(pathname);
  if (!shell) return;
  const isPage = /^\/(index\.html)?$/u.test(pathname) && !/^\?modules\b/u.test(search);
  if (isAsset(pathname)) event.respondWith(asset(event.request));
  else event.respondWith(networkFirst(event, isPage ? cachePage : cacheFile));
});
