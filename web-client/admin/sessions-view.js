/** The sessions of a server as a table: who, from where, how far behind; and ending one. */

import { askInDialog } from '../dialogs/dialog.js';
import { attribute, h, text } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { translate } from '../texts/texts.js';
import { bytes, count, duration } from './quantities.js';
import { TableState } from './table-state.js';
import { TableView } from './table-view.js';

const ORDERS = {
  name: 'ascending', user: 'ascending', address: 'ascending', since: 'ascending',
  lists: 'descending', edits: 'descending', lag: 'descending',
};

/** The characters of a client's public name that tell it from others at a glance. */
const SHORT = 8;

/** How the session is called: by its name, its user, or its client. */
const callOf = ({ name, user, client }) => name || user || client.slice(0, SHORT);

/** The client where the session is called by something else, and what is special about it. */
const kindOf = ({ client, name, user, stream }, me) => [
  name || user ? client.slice(0, SHORT) : '',
  client === me ? translate('admin.thisPage') : '',
  stream ? translate('admin.stream') : '',
].filter(Boolean).join(' · ');

/** What was not sent yet: revisions, and bytes. */
const lagOf = ({ behind, queued }) => {
  if (behind === 0 && queued === 0) return '0';
  const revisions = translate('admin.behind', { count: behind });
  return queued === 0 ? revisions : `${revisions} · ${bytes(queued)}`;
};

const trafficOf = ({ received, sent }) => `${bytes(received)} / ${bytes(sent)}`;

/** The session in words, for the question before it is ended. */
const inWords = (session) => translate(session.user ? 'admin.sessionOfUser' : 'admin.session', {
  name: callOf(session), user: session.user, address: session.address,
});

/** Asks before a session is ended; resolves to whether it is wanted. */
const askEnd = (session) => askInDialog({
  title: translate('admin.askEnd'), confirm: translate('admin.end'), danger: true,
  answer: () => true,
  content: h('div', { class: 'dialog-fields' },
    h('p', { class: 'dialog-note session-words' }, inWords(session)),
    h('p', { class: 'dialog-note' }, translate('admin.endNote'))),
});

export class SessionsView {
  name = 'sessions';
  #state = new TableState({ get: 'sessions', orders: ORDERS, by: 'lag' });
  #table;
  /** The sessions shown, by client. */
  #sessions = new Map();

  /** `changed()` is called where other sessions are wanted, or one was ended. */
  constructor(connection, changed) {
    Object.assign(this, { connection, changed });
    this.#table = new TableView({
      state: this.#state, columns: this.#columns(), keyOf: ({ client }) => client, changed,
      title: translate('admin.sessions'), search: translate('admin.findSessions'),
      none: translate('admin.noSessions'),
    });
    this.element = this.#table.element;
    this.element.addEventListener('click', (event) => {
      const button = event.target.closest('[data-action="end-session"]');
      const session = this.#sessions.get(button?.closest('[data-key]').dataset.key);
      if (session) this.#end(session);
    });
  }

  /** What is asked for, beside the figures. */
  get question() { return this.#state.question; }

  /** What the table is of. */
  scope() { return translate('admin.thisServer'); }

  /** Shows an answer; returns whether another page must be asked for. */
  take({ sessions, total }, question) {
    if (!this.#state.isCurrent(question)) return true;
    if (!this.#state.took(total)) return true;
    this.#sessions = new Map(sessions.map((session) => [session.client, session]));
    this.#table.update(sessions, total);
    return false;
  }

  #columns() {
    return [
      {
        label: translate('dialog.name'),
        order: 'name',
        make: (cell) => this.#makeName(cell),
        show: (session, parts, row) => this.#showName(session, parts, row),
      },
      { label: translate('admin.user'), order: 'user', value: ({ user }) => user ?? '–' },
      { label: translate('admin.address'), order: 'address', value: ({ address }) => address },
      { label: translate('admin.lag'), order: 'lag', isNumber: true, value: lagOf },
      {
        label: translate('page.lists'), order: 'lists', isNumber: true,
        value: ({ lists }) => count(lists),
      },
      {
        label: translate('admin.edits'), order: 'edits', isNumber: true,
        value: ({ edits }) => count(edits),
      },
      {
        label: translate('admin.connectedFor'), order: 'since', isNumber: true,
        value: ({ since }) => duration((Date.now() - since) / 1000),
      },
      { label: translate('admin.traffic'), isNumber: true, value: trafficOf },
      {
        label: translate('admin.action'),
        make: (cell) => this.#makeEnd(cell),
        show: (session, button) => this.#showEnd(session, button),
      },
    ];
  }

  #makeName(cell) {
    const parts = {
      name: h('span', { class: 'session-name', dir: 'auto' }),
      kind: h('span', { class: 'cell-note' }),
    };
    cell.append(parts.name, parts.kind);
    return parts;
  }

  #showName(session, { name, kind }, row) {
    const { me } = this.connection;
    text(name, callOf(session));
    text(kind, kindOf(session, me));
    attribute(row, 'data-own', session.client === me);
  }

  #makeEnd(cell) {
    const button = h('button', {
      type: 'button', class: 'table-action danger', 'data-action': 'end-session',
    }, translate('admin.end'));
    cell.append(button);
    return button;
  }

  #showEnd(session, button) {
    // Whoever ends this page's own session sees nothing any more.
    button.hidden = session.client === this.connection.me;
    attribute(button, 'aria-label', translate('admin.endOne', { name: callOf(session) }));
  }

  async #end(session) {
    if (!await askEnd(session)) return;
    const name = callOf(session);
    try {
      const ended = await this.connection.end(session.client);
      toast(translate(ended ? 'admin.ended' : 'admin.notThere', { name }));
    } catch {
      toast(translate('admin.notEnded', { name }), 'error');
    }
    this.changed();
  }
}
