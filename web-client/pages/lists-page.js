/** The list of lists. */

import { randomId } from '../client/random-id.js';
import { renameList } from '../screen/user-edits.js';
import { arrange, attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { askInDialog } from '../dialogs/dialog.js';
import { FirstHint } from '../elements/first-hint.js';
import { OverviewRow } from './overview-row.js';
import { initials } from '../elements/peer-colour.js';
import { StatusView } from '../elements/status-view.js';
import { askText } from '../dialogs/text-dialog.js';
import { toast } from '../elements/notices.js';

/** Milliseconds between two looks at what lists there are: nobody is told of new ones. */
const EVERY = 2500;
const NEWS = 'Open a list here and on another device: every change shows up on both at once.';

/** An id that says what the list is about, and that nobody else has. */
const idFor = (title) => {
  const words = title.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/gu, '-');
  return `${words.replace(/^-+|-+$/gu, '').slice(0, 40) || 'list'}-${randomId(6)}`;
};

export class ListsPage {
  #rows = new Map();
  #ends = [];
  /** What the server said, and what was kept in this browser, until it said something. */
  #lists = null;
  #kept = [];
  #editing = false;

  constructor({ client, cache, person }) {
    Object.assign(this, { client, cache, person });
    this.status = new StatusView(client);
    this.me = h('button', { type: 'button', class: 'nav-button me', 'data-action': 'name' });
    this.toggle = h('button', {
      type: 'button', class: 'nav-button strong', 'data-action': 'edit', 'aria-pressed': 'false',
    }, 'Edit');
    this.rows = h('ul', { class: 'rows', role: 'list', 'aria-label': 'Lists' });
    this.message = h('p', { class: 'page-message' }, 'Opening…');
    this.news = new FirstHint(person, 'lists', NEWS);
    this.make = h('button', { type: 'button', class: 'new-list', 'data-action': 'new-list' },
      icon('plus'), 'New list');
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' }, this.me, this.status.element,
        h('div', { class: 'nav-end' }, this.toggle), this.status.notice),
      h('main', { class: 'page lists-page' },
        h('div', { class: 'heading' }, h('h1', { class: 'large-title' }, 'Lists')),
        this.news.element, h('div', { class: 'section' }, this.rows), this.message, this.make));
    this.element.addEventListener('click', (event) => this.#click(event));
    this.#ends.push(client.on('lists', (lists) => this.#take(lists)),
      client.on('state', () => this.#ask()),
      client.on('created', (list) => { location.hash = `#/list/${list}`; }),
      client.on('problem', (code, message) => toast(message, 'error')));
    const timer = setInterval(() => this.#ask(), EVERY);
    this.#ends.push(() => clearInterval(timer));
    document.title = 'Lockstep';
    this.#ask();
  }

  leave() {
    for (const end of this.#ends) end();
  }

  #ask() {
    this.#draw();
    if (this.client.state === 'online') this.client.askForLists();
    if (!this.#lists) this.#recall();
  }

  /** What is kept may still be on its way into the database. */
  async #recall() {
    this.#kept = await this.cache.lists();
    this.#draw();
  }

  #take(lists) {
    this.#lists = lists;
    this.#draw();
  }

  #draw() {
    this.status.update(this.client);
    this.me.replaceChildren(
      h('span', { class: 'avatar own', 'aria-hidden': 'true' }, initials(this.person.name)),
      h('span', {}, this.person.name || 'Your name'));
    const shown = this.#lists ?? (this.client.offline ? this.#kept : []);
    const focused = this.rows.contains(document.activeElement);
    arrange(this.rows, shown.map((entry) => this.#row(entry)));
    if (focused && document.activeElement === document.body) this.toggle.focus();
    this.news.update(this.#lists?.length > 0);
    const words = this.#words(shown.length);
    text(this.message, words);
    this.message.hidden = words === '';
  }

  #words(count) {
    if (this.client.offline) {
      return count > 0 ? 'You are offline. Lists that were opened in this browser can be read and '
        + 'edited; what you change is sent on return.' : 'There is no connection.';
    }
    if (!this.#lists) return 'Opening…';
    return count > 0 ? '' : 'No lists yet. Make the first one.';
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
        attribute(this.toggle, 'aria-pressed', String(this.#editing));
        text(this.toggle, this.#editing ? 'Done' : 'Edit');
        this.#draw();
        break;
      case 'name': await this.#rename(); break;
      case 'new-list': await this.#create(); break;
      case 'delete-list': await this.#delete(list); break;
      case 'retitle-list': await this.#retitle(list); break;
      default:
    }
  }

  #find(list) {
    return (this.#lists ?? this.#kept).find((entry) => entry.list === list);
  }

  async #rename() {
    const name = await askText({
      title: 'Your name', label: 'Others see you as', button: 'Save', value: this.person.name,
      maximum: 40,
    });
    if (name) this.person.rename(name);
    this.#ask();
  }

  async #create() {
    const title = await askText({ title: 'New list', label: 'Name', button: 'Create' });
    if (!title) return;
    const sent = this.client.create({
      list: idFor(title), title, rules: {}, sections: [{ id: 'items', title: '', rows: [] }],
    });
    if (!sent) toast('A list can only be made while you are connected.', 'error');
  }

  async #retitle(list) {
    const { title } = this.#find(list);
    const next = await askText({
      title: 'Rename list', label: 'Name', button: 'Save', value: title,
    });
    if (!next || next === title) return;
    const open = this.client.editBriefly(list, renameList(next));
    const entry = this.#find(list);
    if (entry) entry.title = next;
    this.#draw();
    this.#ends.push(open.on('answered', () => this.#ask()));
  }

  async #delete(list) {
    const { title } = this.#find(list);
    const sure = await askInDialog({
      title: `Delete “${title}”?`, confirm: 'Delete', danger: true, answer: () => true,
      content: h('p', { class: 'dialog-note' }, 'It is deleted for everyone and cannot come back.'),
    });
    if (!sure) return;
    if (!this.client.delete(list)) {
      toast('A list can only be deleted while you are connected.', 'error');
    }
    this.#ask();
  }
}
