/**
 * The history of a list: who changed what and when, newest first; loaded in pages, updated live.
 */

import { changeSentence } from '../changing/change-sentences.js';
import { h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { tellStop } from '../elements/on-demand.js';
import { initials, peerColour } from '../elements/peers.js';
import { isSignedOut, StatusView } from '../elements/status-view.js';
import { readHistory } from '../finding/history-reader.js';
import { RowTitles } from '../finding/row-titles.js';
import { formatTime, translate } from '../texts/texts.js';
import { EarlierView } from './earlier-view.js';
import { Restoring } from './restoring.js';

/** Change sets for each request. */
const PAGE_SIZE = 30;

export class HistoryPage {
  #names = Object.create(null);
  /** Whether the last request for a part of it failed. */
  #isUnread = false;
  #titles = new RowTitles();
  /** The times of the revisions that are shown, in Unix milliseconds. */
  #times = new Map();
  /** What tells that an earlier state was restored: `[set, element]`. */
  #restores = [];
  #oldest;
  #newest = 0;
  /** The functions that stop listening. */
  #stopListening = [];

  constructor({ client, id }) {
    Object.assign(this, { client, id });
    this.list = client.open(id);
    this.restoring = new Restoring(client, this.list, () => this.#drawStatus());
    this.earlier = new EarlierView({
      client, list: this.list, restoring: this.restoring, nameOf: (set) => this.#nameOf(set),
      moved: (revision) => this.#mark(revision),
    });
    this.status = new StatusView(client, tellStop);
    this.rows = h('ol', {
      class: 'rows history', role: 'list', 'aria-label': translate('history.label'),
    });
    this.note = h('p', { class: 'page-message', role: 'status' },
      translate('history.loading'));
    this.more = h('button', {
      type: 'button', class: 'new-list', 'data-action': 'older', hidden: true,
      onclick: () => this.#load(),
    }, translate('history.older'));
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' },
        h('a', { class: 'nav-button back', href: `#/list/${id}`, 'data-action': 'back' },
          icon('back'), translate('history.back')), this.status.element,
        h('div', { class: 'nav-end' }), this.status.notice),
      h('main', { class: 'page' },
        h('div', { class: 'heading' },
          h('h1', { class: 'large-title' }, translate('history.title'))),
        this.earlier.element, h('div', { class: 'section' }, this.rows), this.note, this.more));
    this.#stopListening.push(...this.restoring.listen(),
      this.list.on('change', ({ sets }) => this.#add(sets ?? [])),
      ...['state', 'silent'].map((name) => client.on(name, () => this.#drawStatus())),
      ...['answered', 'overdue', 'status'].map(
        (name) => this.list.on(name, () => this.#drawStatus())),
      client.on('state', () => this.earlier.draw()),
      this.list.on('status', () => this.earlier.draw()));
    this.#drawStatus();
    document.title = translate('page.title', { name: translate('history.title') });
    this.#load();
  }

  /** Stops the page; another one is shown. */
  leave() {
    for (const stop of this.#stopListening) stop();
    this.earlier.leave();
    this.client.close(this.id);
    this.element.remove();
  }

  #drawStatus() {
    const { waiting, overdue } = this.client;
    this.status.update({ waiting, overdue, unavailable: this.list.status === 'unavailable' });
    if (this.#isUnread) this.#drawNote();
  }

  async #load() {
    try {
      this.#show(await readHistory(this.client, this.id, PAGE_SIZE, this.#oldest));
    } catch {
      this.#isUnread = true;
      text(this.more, translate('history.tryAgain'));
      this.more.hidden = false;
      this.#drawNote();
    }
  }

  #show({ sets, names }) {
    this.#isUnread = false;
    Object.assign(this.#names, names);
    this.rows.append(...this.#entries(sets));
    this.earlier.take(sets);
    if (sets.length > 0) {
      const revisions = sets.map((set) => set.revision);
      this.#oldest = Math.min(...revisions);
      this.#newest = Math.max(this.#newest, ...revisions);
    }
    text(this.more, translate('history.older'));
    this.more.hidden = sets.length < PAGE_SIZE || this.#oldest <= 1;
    this.#drawNote();
    this.restoring.draw();
  }

  /** Adds the sets that arrive while the page is open. */
  #add(sets) {
    this.restoring.draw();
    const newer = sets.filter((set) => set.revision > this.#newest);
    if (this.#oldest === undefined && this.rows.children.length === 0) return;
    if (newer.length === 0) return;
    for (const { client } of newer) this.#names[client] ??= this.list.nameOf(client);
    this.#newest = Math.max(...newer.map((set) => set.revision));
    this.rows.prepend(...this.#entries(newer));
    this.earlier.take(newer);
    this.#drawNote();
    this.restoring.draw();
  }

  /** The name of who made a set, `null` for this user. */
  #nameOf(set) {
    return set.client === this.client.me ? null
      : this.#names[set.client] || set.user || translate('page.someone');
  }

  /** Marks the entries of what happened after `revision`. */
  #mark(revision) {
    for (const entry of this.rows.children) {
      entry.classList.toggle('since', Number(entry.dataset.revision) > revision);
    }
  }

  #drawNote() {
    const isEmpty = this.rows.children.length === 0;
    this.note.hidden = !isEmpty && !this.#isUnread;
    text(this.note, this.note.hidden ? '' : translate(!this.#isUnread ? 'history.empty'
      : isSignedOut(this.client) ? 'list.signIn' : 'history.unreadable'));
  }

  /** The elements of `sets`, newest first. */
  #entries(sets) {
    const newest = [...sets].sort((a, b) => b.revision - a.revision);
    if (this.list.list) this.#titles.takeList(this.list.list);
    this.#titles.takeSets(newest);
    for (const { revision, at } of newest) this.#times.set(revision, at);
    const entries = newest.map((set) => this.#entry(set));
    for (const [set, element] of this.#restores) text(element, this.#sentence(set));
    return entries;
  }

  #sentence(set) {
    const name = set.client === this.client.me ? null
      : this.#names[set.client] || translate('page.someone');
    return changeSentence(set, name, (row) => this.#titles.of(row), (revision) => {
      const at = this.#times.get(revision);
      return at === undefined ? undefined : formatTime(at);
    });
  }

  #entry(set) {
    const own = set.client === this.client.me;
    const name = this.#names[set.client] || translate('page.someone');
    const avatar = h('span', { class: 'avatar', 'aria-hidden': 'true' },
      initials(own ? translate('history.you') : name));
    avatar.style.setProperty('--peer', peerColour(set.client ?? ''));
    const words = h('span', { class: 'title', dir: 'auto' }, this.#sentence(set));
    // The restored revision may be among those that are loaded later.
    if (set.restores !== undefined) this.#restores.push([set, words]);
    return h('li', { class: 'row', 'data-revision': set.revision }, h('div', { class: 'face' },
      avatar, h('div', { class: 'words' },
        words,
        h('time', { class: 'detail', datetime: new Date(set.at).toISOString() },
          formatTime(set.at))), this.restoring.button(set)));
  }
}
