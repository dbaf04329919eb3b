/** The overview of lists: find, open, create, rename, delete, pin, export, import. */

import { mayCreate, roleOn } from '../package/client/credentials.js';
import { arrange, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { recoveredDrafts } from '../elements/lazy-items.js';
import { announce, FirstHint, toast } from '../elements/notices.js';
import { onDemand, tellStop } from '../elements/on-demand.js';
import { initials } from '../elements/peers.js';
import { isSignedOut, StatusView } from '../elements/status-view.js';
import { followLayers } from '../layers.js';
import { refusalSentence } from '../screen/refusals.js';
import { LOCAL } from '../storage/web-storage.js';
import { translate } from '../texts/texts.js';
import { listenForFiles } from '../transfer/file-drop.js';
import { EditButton } from './list-bars.js';
import { OverviewKeys } from './overview-keys.js';
import { OverviewRow } from './overview-row.js';
import { arrangeLists, OverviewSettings } from './overview-settings.js';

/** Milliseconds between two requests for the overview: the server does not push it. */
const POLL_INTERVAL = 2500;

export class ListsPage {
  #rows = new Map();
  /** The functions that stop listening. */
  #stopListening = [];
  /** The overview from the server, and the cached one until that has arrived. */
  #lists = null;
  #cached = [];
  #editing = false;
  #edit = new EditButton();
  #stop = new AbortController();

  constructor({ client, cache, preferences, drafts }) {
    Object.assign(this, { client, cache, preferences, drafts });
    this.recoveredDrafts = recoveredDrafts(({ list, kind, id }) => drafts.drop(list, kind, id));
    this.status = new StatusView(client, tellStop);
    this.nameButton = h('button', {
      type: 'button', class: 'nav-button me', 'data-action': 'name',
    });
    this.editButton = this.#edit.element;
    this.settings = new OverviewSettings(LOCAL);
    const more = h('button', {
      type: 'button', class: 'nav-button', 'data-action': 'overview-menu',
      'aria-haspopup': 'dialog', 'aria-label': translate('overview.menu'),
    }, icon('more'));
    this.search = h('input', {
      type: 'search', class: 'overview-search', autocomplete: 'off', hidden: true, dir: 'auto',
      enterkeyhint: 'go', 'aria-label': translate('overview.search'), placeholder: translate('overview.search'),
      oninput: () => this.#draw(),
    });
    this.rows = h('ul', { class: 'rows', role: 'list', 'aria-label': translate('page.lists') });
    this.message = h('p', { class: 'page-message' }, translate('page.opening'));
    this.firstHint = new FirstHint(preferences, 'lists', translate('lists.hint'));
    this.createButton = h('button', {
      type: 'button', class: 'new-list', 'data-action': 'new-list',
    }, icon('plus'), translate('lists.new'));
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' }, this.nameButton, this.status.element,
        h('div', { class: 'nav-end' }, more, this.editButton), this.status.notice),
      h('main', { class: 'page lists-page' },
        h('div', { class: 'heading' },
          h('h1', { class: 'large-title' }, translate('page.lists'))),
        this.firstHint.element, this.recoveredDrafts.element, h('form', {}, this.search),
        h('div', { class: 'section' }, this.rows), this.message, this.createButton));
    this.element.addEventListener('click', (event) => this.#click(event));
    this.#stopListening.push(client.on('lists', (lists) => this.#take(lists)),
      client.on('state', () => this.#ask()), client.on('silent', () => this.#draw()),
      client.on('problem', (code) => toast(refusalSentence(code), 'error')),
      drafts.on('change', () => this.#draw()));
    const timer = setInterval(() => this.#ask(), POLL_INTERVAL);
    this.#stopListening.push(() => clearInterval(timer));
    const { signal } = this.#stop;
    new OverviewKeys(this, signal);
    listenForFiles(this.element, (file) => this.import(file), signal);
    this.element.addEventListener('contextmenu', (event) => {
      const list = event.target.closest('[data-list-row]')?.dataset.listRow;
      if (list === undefined) return;
      event.preventDefault();
      this.rowMenu(list, event);
    });
    document.title = 'Lockstep';
    this.#ask();
  }

  /** The functions that close what is open, the topmost last. */
  get layers() {
    return [
      this.#editing && (() => this.#toggleEditing()),
      this.search.value !== '' && (() => this.#clearSearch()),
    ].filter(Boolean);
  }

  /** How far the page is scrolled, in pixels. */
  get place() { return { top: window.scrollY }; }

  /** Scrolls to `place`, as soon as the lists are there. */
  returnTo({ top }) {
    const stop = this.client.on('lists', () => {
      stop();
      window.scrollTo(0, top);
    });
    this.#stopListening.push(stop);
  }

  /** Stops the page; another one is shown. */
  leave() {
    this.#stop.abort();
    for (const stop of this.#stopListening) stop();
  }

  #ask() {
    this.#draw();
    if (this.client.state === 'online') this.client.askForLists();
    if (!this.#lists) this.#readCache();
  }

  /** Read each time: a list may have been cached only just now. */
  async #readCache() {
    this.#cached = await this.cache.lists();
    this.#draw();
  }

  #take(lists) {
    this.#lists = lists;
    this.#draw();
  }

  #draw() {
    this.status.update(this.client);
    this.recoveredDrafts.update(this.drafts.ofGoneLists);
    this.nameButton.replaceChildren(
      h('span', { class: 'avatar own', 'aria-hidden': 'true' },
        initials(this.preferences.shownName)),
      h('span', {}, this.preferences.shownName));
    const known = this.#lists ?? (this.client.offline ? this.#cached : []);
    const settings = this.settings.all;
    this.search.hidden = known.length === 0;
    const shown = arrangeLists(known, settings, this.search.value);
    const focused = this.rows.contains(document.activeElement);
    arrange(this.rows, shown.map((entry) => this.#row(entry, settings.pinned)));
    if (focused && document.activeElement === document.body) this.editButton.focus();
    this.firstHint.update(this.#lists?.length > 0);
    this.createButton.hidden = !this.mayCreate;
    this.editButton.hidden = known.length > 0 && known.every((one) => this.roleOn(one) === 'viewer');
    const message = known.length > 0 && shown.length === 0
      ? translate('overview.noMatch') : this.#messageText(known.length);
    text(this.message, message);
    this.message.hidden = message === '';
    followLayers();
  }

  #messageText(count) {
    if (isSignedOut(this.client)) return translate('lists.signIn');
    if (this.client.offline) {
      return translate(count > 0 ? 'lists.offlineKnown' : 'lists.offline');
    }
    if (!this.#lists) return translate('page.opening');
    return count > 0 ? '' : translate('lists.none');
  }

  #row(entry, pinned) {
    const row = this.#rows.get(entry.list) ?? new OverviewRow(entry.list);
    this.#rows.set(entry.list, row);
    row.update(entry, {
      editing: this.#editing, pinned: pinned.includes(entry.list), role: this.roleOn(entry),
    });
    return row.element;
  }

  #toggleEditing() {
    this.#editing = !this.#editing;
    this.#edit.update(this.#editing);
    this.#draw();
  }

  /** Shows all lists again. */
  #clearSearch() {
    this.search.value = '';
    this.#draw();
  }

  async #click(event) {
    const control = event.target.closest('[data-action]');
    const list = control?.closest('[data-list-row]')?.dataset.listRow;
    switch (control?.dataset.action) {
      case 'edit':
        this.#toggleEditing();
        break;
      case 'name': await this.#renameUser(); break;
      case 'new-list': this.#create(); break;
      case 'delete-list': this.delete(list); break;
      case 'retitle-list': this.rename(list); break;
      case 'overview-menu':
        onDemand(({ showOverviewMenu }) => showOverviewMenu(this));
        break;
      case 'overview-row-menu': this.rowMenu(list); break;
      default:
    }
  }

  /** The role of the user on the list of an `entry`, `undefined` where nothing tells. */
  roleOn({ list, role }) { return role ?? roleOn(this.client.token, list); }

  get mayCreate() { return mayCreate(this.client.token); }

  /** Runs a command that a shortcut names. */
  run(command) {
    if (!this.mayCreate) toast(refusalSentence('forbidden'), 'error');
    else if (command === 'import-list') this.import();
    else this.#create();
  }

  /** Shows the menu of one list, where the pointer was in the event `at`, if one asked for it. */
  rowMenu(list, at) {
    onDemand(({ showOverviewRowMenu }) => showOverviewRowMenu(this, this.find(list), at));
  }

  /** Sorts by `order`, one of `ORDERS`. */
  sort(order) {
    this.settings.setOrder(order);
    this.#draw();
  }

  togglePinned(list) {
    this.settings.togglePinned(list);
    this.#draw();
    announce(translate(this.settings.isPinned(list) ? 'overview.pinned' : 'overview.unpinned'));
  }

  async export(list) {
    const cached = await this.cache.read(list);
    onDemand(({ exportList }) => exportList(this.client, list, cached));
  }

  import(file) { onDemand(({ importFile }) => importFile(this.client, { file })); }

  askSettings() {
    onDemand(({ askSettings }) => askSettings(this.preferences, this.client.waiting));
  }

  /** The entry of a list in the `lists` message, `undefined` where there is none. */
  find(list) {
    return (this.#lists ?? this.#cached).find((entry) => entry.list === list);
  }

  async #renameUser() {
    // A name that came with signing in is shown beside the way to sign out.
    if (this.preferences.given()) return this.askSettings();
    await onDemand(({ askUserName }) => askUserName(this));
    return this.#ask();
  }

  #create() { onDemand(({ createList }) => createList(this)); }

  rename(list) { onDemand(({ retitleList }) => retitleList(this, list)); }

  /** Shows the new `title` of a list, and asks for the lists again once the edit through `open` is answered. */
  follow(open, { list, title }) {
    const entry = this.find(list);
    if (entry) entry.title = title;
    this.#draw();
    this.#stopListening.push(open.on('answered', () => this.#ask()));
  }

  async delete(list) {
    await onDemand(({ deleteList }) => deleteList(this, list));
    this.#ask();
  }
}
