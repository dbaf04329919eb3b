/** The overview of lists: open, create, rename, delete. */

import { randomId } from '../client.js';
import { askInDialog, askText, dialogDraft } from '../dialogs/dialog.js';
import { askSettings } from '../dialogs/settings.js';
import { arrange, attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { KeptTexts } from '../elements/kept-texts.js';
import { FirstHint, toast } from '../elements/notices.js';
import { initials } from '../elements/peers.js';
import { StatusView } from '../elements/status-view.js';
import { refusalSentence, titleProblem } from '../screen/refusals.js';
import { compareTitles } from '../screen/text-changes.js';
import { renameList } from '../screen/user-edits.js';
import { formatNumber, translate } from '../texts/texts.js';

/** Milliseconds between two requests for the overview: the server does not push it. */
const POLL_INTERVAL = 2500;

/** A readable id for a list of that title, made unique by a random part. */
const idFor = (title) => {
  const words = title.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/gu, '-');
  return `${words.replace(/^-+|-+$/gu, '').slice(0, 40) || 'list'}-${randomId(6)}`;
};

export class ListsPage {
  #rows = new Map();
  /** The functions that stop listening. */
  #stopListening = [];
  /** The overview from the server, and the cached one until that has arrived. */
  #lists = null;
  #cached = [];
  #editing = false;

  constructor({ client, cache, preferences, drafts }) {
    Object.assign(this, { client, cache, preferences, drafts });
    this.keptTexts = new KeptTexts(({ list, kind, id }) => drafts.drop(list, kind, id));
    this.status = new StatusView(client);
    this.nameButton = h('button', {
      type: 'button', class: 'nav-button me', 'data-action': 'name',
    });
    this.editButton = h('button', {
      type: 'button', class: 'nav-button strong', 'data-action': 'edit', 'aria-pressed': 'false',
    }, translate('page.edit'));
    this.settingsButton = h('button', {
      type: 'button', class: 'nav-button', 'data-action': 'settings',
      'aria-label': translate('settings.title'), title: translate('settings.title'),
    }, icon('settings'));
    this.rows = h('ul', { class: 'rows', role: 'list', 'aria-label': translate('page.lists') });
    this.message = h('p', { class: 'page-message' }, translate('page.opening'));
    this.firstHint = new FirstHint(preferences, 'lists', translate('lists.hint'));
    this.createButton = h('button', {
      type: 'button', class: 'new-list', 'data-action': 'new-list',
    }, icon('plus'), translate('lists.new'));
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' }, this.nameButton, this.status.element,
        h('div', { class: 'nav-end' }, this.settingsButton, this.editButton), this.status.notice),
      h('main', { class: 'page lists-page' },
        h('div', { class: 'heading' },
          h('h1', { class: 'large-title' }, translate('page.lists'))),
        this.firstHint.element, this.keptTexts.element,
        h('div', { class: 'section' }, this.rows), this.message, this.createButton));
    this.element.addEventListener('click', (event) => this.#click(event));
    this.#stopListening.push(client.on('lists', (lists) => this.#take(lists)),
      client.on('state', () => this.#ask()),
      client.on('created', (list) => this.#created(list)),
      client.on('problem', (code) => toast(refusalSentence(code), 'error')),
      drafts.on('change', () => this.#draw()));
    const timer = setInterval(() => this.#ask(), POLL_INTERVAL);
    this.#stopListening.push(() => clearInterval(timer));
    document.title = 'Lockstep';
    this.#ask();
  }

  /** Stops the page; another one is shown. */
  leave() {
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
    this.keptTexts.update(this.drafts.ofGoneLists);
    this.nameButton.replaceChildren(
      h('span', { class: 'avatar own', 'aria-hidden': 'true' }, initials(this.preferences.shownName)),
      h('span', {}, this.preferences.shownName));
    const shown = this.#lists ?? (this.client.offline ? this.#cached : []);
    const focused = this.rows.contains(document.activeElement);
    arrange(this.rows, shown.map((entry) => this.#row(entry)));
    if (focused && document.activeElement === document.body) this.editButton.focus();
    this.firstHint.update(this.#lists?.length > 0);
    const message = this.#messageText(shown.length);
    text(this.message, message);
    this.message.hidden = message === '';
  }

  #messageText(count) {
    if (this.client.offline) {
      return translate(count > 0 ? 'lists.offlineKnown' : 'lists.offline');
    }
    if (!this.#lists) return translate('page.opening');
    return count > 0 ? '' : translate('lists.none');
  }

  #row(entry) {
    const row = this.#rows.get(entry.list) ?? new OverviewRow(entry.list);
    this.#rows.set(entry.list, row);
    row.update(entry, this.#editing);
    return row.element;
  }

  async #click(event) {
    const control = event.target.closest('[data-action]');
    const list = control?.closest('[data-list-row]')?.dataset.listRow;
    switch (control?.dataset.action) {
      case 'edit':
        this.#editing = !this.#editing;
        attribute(this.editButton, 'aria-pressed', String(this.#editing));
        text(this.editButton, translate(this.#editing ? 'page.done' : 'page.edit'));
        this.#draw();
        break;
      case 'settings': await askSettings(this.preferences); break;
      case 'name': await this.#renameUser(); break;
      case 'new-list': await this.#create(); break;
      case 'delete-list': await this.#delete(list); break;
      case 'retitle-list': await this.#renameList(list); break;
      default:
    }
  }

  #find(list) {
    return (this.#lists ?? this.#cached).find((entry) => entry.list === list);
  }

  async #renameUser() {
    const name = await askText({
      title: translate('lists.yourName'), label: translate('lists.othersSeeYouAs'),
      button: translate('dialog.save'), value: this.preferences.name, maximum: 40,
    });
    if (name) this.preferences.rename(name);
    this.#ask();
  }

  async #create() {
    const draft = dialogDraft(this.drafts, '', 'new list');
    const title = await askText({
      title: translate('lists.new'), label: translate('dialog.name'),
      button: translate('lists.create'), ...this.#titleForm(draft),
    });
    if (!title) return;
    const sent = this.client.create({
      list: idFor(title), title, rules: {}, sections: [{ id: 'items', title: '', rows: [] }],
    });
    // The name is there again in the next dialog, until there is a list of that name.
    draft.save(title);
    if (!sent) toast(translate('lists.createOnline'), 'error');
  }

  #created(list) {
    this.drafts.drop('', 'dialog', 'new list');
    location.hash = `#/list/${list}`;
  }

  #titleForm(draft) {
    const { limits } = this.client;
    return {
      maximum: limits.titleBytes ?? 120, check: (title) => titleProblem(title, limits), draft,
    };
  }

  async #renameList(list) {
    const { title } = this.#find(list);
    const next = await askText({
      title: translate('lists.rename'), label: translate('dialog.name'),
      button: translate('dialog.save'), value: title,
      ...this.#titleForm(dialogDraft(this.drafts, list, 'rename list')),
    });
    const now = this.#find(list)?.title;
    if (next && now === undefined) {
      this.drafts.keep(list, next, translate('lists.deletedBeforeSaved', { title }), true);
    }
    const { send, theirs } = compareTitles(title, next, now);
    if (!send && (theirs === undefined || !await this.#keepsMine(next, theirs))) return;
    const open = this.client.editBriefly(list, renameList(next),
      { form: 'title', texts: { title: next } }, { title: now });
    const entry = this.#find(list);
    if (entry) entry.title = next;
    this.#draw();
    this.#stopListening.push(open.on('answered', () => this.#ask()));
  }

  /** Someone else has renamed the list meanwhile: asks whose name is kept. */
  #keepsMine(mine, theirs) {
    return askInDialog({
      title: translate('typed.renamedMeanwhile', { theirs }), answer: () => true,
      confirm: translate('typed.keepMine'), dismiss: translate('typed.keepTheirs'),
      content: h('p', { class: 'dialog-note' }, translate('typed.yours', { mine })),
    });
  }

  async #delete(list) {
    const { title } = this.#find(list);
    const sure = await askInDialog({
      title: translate('lists.askDelete', { title }), confirm: translate('lists.delete'),
      danger: true, answer: () => true,
      content: h('p', { class: 'dialog-note' }, translate('lists.deleteNote')),
    });
    if (!sure) return;
    if (!this.client.delete(list)) {
      toast(translate('lists.deleteOnline'), 'error');
    }
    this.#ask();
  }
}

const control = (action, name, image) => h('button', {
  type: 'button', class: name, 'data-action': action,
}, icon(image));

/** One list of the overview, with the controls of edit mode. */
class OverviewRow {
  #remove = control('delete-list', 'minus', 'minus');
  #rename = control('retitle-list', 'retitle', 'pencil');
  #title = h('span', { class: 'title', dir: 'auto' });
  #here = h('span', { class: 'here' });
  #count = h('span', { class: 'count', role: 'img' });

  constructor(list) {
    this.element = h('li', { class: 'row', 'data-list-row': list }, this.#remove,
      h('a', { class: 'list-link', href: `#/list/${list}`, 'data-list-link': list },
        this.#title, this.#here, this.#count, icon('chevron')), this.#rename);
  }

  /** The first argument is an entry of the `lists` message. */
  update({ title, rows, clients }, editing) {
    const name = title || translate('page.untitled');
    for (const button of [this.#remove, this.#rename]) button.hidden = !editing;
    attribute(this.#remove, 'aria-label', translate('lists.deleteOne', { title: name }));
    attribute(this.#rename, 'aria-label', translate('lists.renameOne', { title: name }));
    text(this.#title, name);
    text(this.#here, clients > 0 ? translate('lists.here', { count: clients }) : '');
    text(this.#count, formatNumber(rows));
    attribute(this.#count, 'aria-label', translate('page.items', { count: rows }));
  }
}
