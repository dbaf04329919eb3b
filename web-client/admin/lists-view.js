/** The lists of a server as a table: size, sessions, rate, history, memory. */

import { attribute, h, text } from '../elements/dom.js';
import { fragmentOf } from '../environment.js';
import { translate } from '../texts/texts.js';
import { bytes, count, rate } from './quantities.js';
import { TableState } from './table-state.js';
import { TableView } from './table-view.js';

const ORDERS = {
  title: 'ascending', list: 'ascending', rows: 'descending', clients: 'descending',
  rate: 'descending', revision: 'descending',
};

/** The change sets that are kept: those since the revision that history reaches back to. */
const kept = ({ revision, history }) => count(history && Math.max(0, revision - history.from));

const columns = () => [
  {
    label: translate('admin.title'),
    order: 'title',
    make(cell) {
      const link = h('a', { class: 'table-link', dir: 'auto' });
      cell.append(link);
      return link;
    },
    show({ list, title }, link) {
      text(link, title.trim() || translate('page.untitled'));
      attribute(link, 'href', `/${fragmentOf(list)}`);
    },
  },
  {
    label: translate('admin.items'), order: 'rows', isNumber: true,
    value: ({ rows }) => count(rows),
  },
  {
    label: translate('admin.sessions'), order: 'clients', isNumber: true,
    value: ({ clients }) => count(clients),
  },
  {
    label: translate('admin.figure.edits'), order: 'rate', isNumber: true,
    value: (one) => rate(one.rate),
  },
  {
    label: translate('admin.revision'), order: 'revision', isNumber: true,
    value: ({ revision }) => count(revision),
  },
  { label: translate('admin.kept'), isNumber: true, value: kept },
  { label: translate('admin.memory'), isNumber: true, value: (one) => bytes(one.bytes) },
  { label: translate('admin.id'), order: 'list', value: ({ list }) => list },
];

export class ListsView {
  name = 'lists';
  #state = new TableState({ get: 'lists', orders: ORDERS, by: 'rate' });
  #table;

  /** `changed()` is called where other lists are wanted. */
  constructor(changed) {
    this.#table = new TableView({
      state: this.#state, columns: columns(), keyOf: ({ list }) => list, changed,
      title: translate('page.lists'), search: translate('admin.findLists'),
      none: translate('admin.noLists'),
    });
    this.element = this.#table.element;
  }

  /** What is asked for, beside the figures. */
  get question() { return this.#state.question; }

  /** What the table is of. */
  scope(servers) {
    return translate(servers > 1 ? 'admin.allServersButMemory' : 'admin.thisServer');
  }

  /** Shows an answer; returns whether another page must be asked for. */
  take({ lists, total }, question) {
    if (!this.#state.isCurrent(question)) return true;
    if (!this.#state.took(total)) return true;
    this.#table.update(lists, total);
    return false;
  }
}
