/** One list of the overview: its link, how many items are open, and the controls of edit mode or its menu. */

import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { isOwner } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { formatNumber, translate } from '../texts/texts.js';

const control = (action, name, image) => h('button', {
  type: 'button', class: name, 'data-action': action,
}, icon(image));

export class OverviewRow {
  #remove = control('delete-list', 'minus', 'minus');
  #rename = control('retitle-list', 'retitle', 'pencil');
  #more = control('overview-row-menu', 'overview-more', 'more');
  #pin = icon('pin');
  #title = h('span', { class: 'title', dir: 'auto' });
  #here = h('span', { class: 'here' });
  #count = h('span', { class: 'count', role: 'img' });

  constructor(list) {
    this.element = h('li', { class: 'row', 'data-list-row': list }, this.#remove,
      h('a', { class: 'list-link', href: `#/list/${list}`, 'data-list-link': list },
        this.#title, this.#pin, this.#here, this.#count, icon('chevron')),
      this.#rename, this.#more);
    attribute(this.#more, 'aria-haspopup', 'dialog');
  }

  /**
   * The first argument is an entry of the `lists` message; `editing` is whether edit mode is on,
   * `pinned` whether the list stands on top, `role` that of the user, as far as it is known.
   */
  update({ title, rows, done = 0, clients }, { editing, pinned, role }) {
    const name = nameOf(title);
    this.#remove.hidden = !editing || !isOwner(role);
    this.#rename.hidden = !editing || role === 'viewer';
    this.#more.hidden = editing;
    attribute(this.#pin, 'class', pinned ? 'icon icon-pin' : 'icon icon-pin unpinned');
    attribute(this.#more, 'aria-label', translate('overview.options', { title: name }));
    attribute(this.#remove, 'aria-label', translate('lists.deleteOne', { title: name }));
    attribute(this.#rename, 'aria-label', translate('lists.renameOne', { title: name }));
    text(this.#title, name);
    attribute(this.#title, 'aria-description', pinned ? translate('overview.pinned') : null);
    text(this.#here, clients > 0 ? translate('lists.here', { count: clients }) : '');
    const words = done > 0 ? translate('overview.open', { open: rows - done, total: rows })
      : translate('page.items', { count: rows });
    text(this.#count, formatNumber(rows - done));
    attribute(this.#count, 'aria-label', words);
    attribute(this.#count, 'title', words);
  }
}
