/** The list of lists. */

import { randomId } from '../client/random-id.js';
import { arrange, attribute, h, text } from './dom.js';
import { icon } from './icons.js';
import { askInDialog } from './dialog-frame.js';
import { initials } from './peer-colour.js';
import { StatusView } from './status-view.js';
import { askText } from './text-dialog.js';
import { toast } from './toast-view.js';

const EVERY = 4000;

/** An id that says what the list is about, and that nobody else has. */
const idFor = (title) => {
  const words = title.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/gu, '-');
  return `${words.replace(/^-+|-+$/gu, '').slice(0, 40) || 'list'}-${randomId(6)}`;
};

export class ListsPage {
  #links = new Map();
  #ends = [];
  #lists = null;
  #editing = false;

  constructor({ client, person }) {
    Object.assign(this, { client, person });
    this.status = new StatusView(client);
    this.me = h('button', { type: 'button', class: 'nav-button me', 'data-action': 'name' });
    this.toggle = h('button', {
      type: 'button', class: 'nav-button strong', 'data-action': 'edit', 'aria-pressed': 'false',
    }, 'Edit');
    this.rows = h('ul', { class: 'rows', role: 'list', 'aria-label': 'Lists' });
    this.empty = h('div', { class: 'page-message' }, 'Opening…');
    this.hint = h('p', { class: 'hint', hidden: !person.isNew },
      'Open a list here and on another device: every change shows up on both at once.');
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' }, this.me, this.status.element,
        h('div', { class: 'nav-end' }, this.toggle)),
      h('main', { class: 'page lists-page' },
        h('div', { class: 'heading' }, h('h1', { class: 'large-title' }, 'Lists')),
        h('div', { class: 'section' }, this.rows), this.empty, this.hint,
        h('button', { type: 'button', class: 'new-list', 'data-action': 'new-list' },
          icon('plus'), 'New list')));
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
    this.status.update();
    this.me.replaceChildren(
      h('span', { class: 'avatar own', 'aria-hidden': 'true' }, initials(this.person.name)),
      h('span', {}, this.person.name || 'Your name'));
    if (this.client.state === 'online') this.client.askForLists();
  }

  #take(lists) {
    this.#lists = lists;
    const rows = lists.map((entry) => this.#row(entry));
    arrange(this.rows, rows);
    this.empty.hidden = lists.length > 0;
    text(this.empty, 'No lists yet. Make the first one.');
  }

  #row({ list, title, rows, clients }) {
    let row = this.#links.get(list);
    if (!row) {
      row = h('li', { class: 'row', 'data-list-row': list },
        h('button', { type: 'button', class: 'minus', 'data-action': 'delete-list' },
          icon('minus')),
        h('a', { class: 'list-link', href: `#/list/${list}`, 'data-list-link': list },
          h('span', { class: 'title', dir: 'auto' }), h('span', { class: 'here' }),
          h('span', { class: 'count' }), icon('chevron')));
      this.#links.set(list, row);
    }
    const [remove, link] = row.children;
    const [name, here, count] = link.children;
    remove.hidden = !this.#editing;
    attribute(remove, 'aria-label', `Delete ${title}`);
    text(name, title || 'Untitled');
    text(here, clients > 0 ? `${clients} here` : '');
    text(count, String(rows));
    attribute(count, 'aria-label', rows === 1 ? '1 item' : `${rows} items`);
    count.setAttribute('role', 'img');
    return row;
  }

  async #click(event) {
    const control = event.target.closest('[data-action]');
    switch (control?.dataset.action) {
      case 'edit':
        this.#editing = !this.#editing;
        attribute(this.toggle, 'aria-pressed', String(this.#editing));
        text(this.toggle, this.#editing ? 'Done' : 'Edit');
        if (this.#lists) this.#take(this.#lists);
        break;
      case 'name': await this.#rename(); break;
      case 'new-list': await this.#create(); break;
      case 'delete-list':
        await this.#delete(control.closest('[data-list-row]').dataset.listRow);
        break;
      default:
    }
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

  async #delete(list) {
    const { title } = this.#lists.find((entry) => entry.list === list);
    const sure = await askInDialog({
      title: `Delete “${title}”?`, confirm: 'Delete', danger: true, answer: () => true,
      content: h('p', { class: 'dialog-note' }, 'It is deleted for everyone and cannot come back.'),
    });
    if (!sure) return;
    this.client.delete(list);
    this.#ask();
  }
}
