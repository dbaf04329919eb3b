/** Who did what to a list, and when: the newest first, a page at a time. */

import { decodeHistory } from '../messages.js';
import { describeChange } from '../screen/describe-change.js';
import { h, text } from './dom.js';
import { icon } from './icons.js';
import { initials, peerColour } from './peer-colour.js';

const PAGE = 30;
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export class HistoryPage {
  #names = {};
  #oldest;

  constructor({ client, id }) {
    Object.assign(this, { client, id });
    this.rows = h('ol', { class: 'rows history', 'aria-label': 'Changes, newest first' });
    this.note = h('p', { class: 'page-message', role: 'status' }, 'Loading…');
    this.more = h('button', {
      type: 'button', class: 'new-list', 'data-action': 'older', hidden: true,
      onclick: () => this.#load(),
    }, 'Show older changes');
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' },
        h('a', { class: 'nav-button back', href: `#/list/${id}` }, icon('back'), 'List')),
      h('main', { class: 'page' },
        h('div', { class: 'heading' }, h('h1', { class: 'large-title' }, 'History')),
        h('div', { class: 'section' }, this.rows), this.note, this.more));
    document.title = 'History – Lockstep';
    this.#load();
  }

  leave() {
    this.element.remove();
  }

  async #load() {
    const before = this.#oldest === undefined ? Number.MAX_SAFE_INTEGER : this.#oldest;
    const query = new URLSearchParams({ limit: PAGE, before });
    try {
      const answer = await fetch(`/api/lists/${encodeURIComponent(this.id)}/changes?${query}`);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      this.#show(decodeHistory(await answer.json()));
    } catch {
      text(this.note, 'The history cannot be read now.');
    }
  }

  #show({ sets, names }) {
    Object.assign(this.#names, names);
    const newest = [...sets].sort((a, b) => b.revision - a.revision);
    this.rows.append(...newest.map((set) => this.#entry(set)));
    this.#oldest = newest.at(-1)?.revision;
    this.more.hidden = newest.length < PAGE || this.#oldest <= 1;
    text(this.note, this.rows.children.length === 0 ? 'Nothing has happened yet.' : '');
    this.note.hidden = this.rows.children.length > 0;
  }

  #entry(set) {
    const own = set.client === this.client.me;
    const name = own ? 'You' : this.#names[set.client] || 'Someone';
    const avatar = h('span', { class: 'avatar', 'aria-hidden': 'true' }, initials(name));
    avatar.style.setProperty('--peer', peerColour(set.client ?? ''));
    return h('li', { class: 'row', 'data-revision': set.revision }, h('div', { class: 'face' },
      avatar, h('div', { class: 'words' },
        h('span', { class: 'title', dir: 'auto' }, `${name} ${describeChange(set)}`),
        h('time', { class: 'detail', datetime: new Date(set.at).toISOString() },
          WHEN.format(set.at)))));
  }
}
