/** One section: its header, its rows in a card, and its "(add new)" row. */

import { AddRowView } from './add-row-view.js';
import { arrange, attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';

export class SectionView {
  constructor(id) {
    this.heading = h('h2', { class: 'section-title', dir: 'auto' });
    this.menu = h('button', {
      type: 'button', class: 'section-menu', 'data-action': 'section-menu',
      'aria-haspopup': 'dialog',
    }, icon('more'));
    this.above = h('li', { class: 'space', role: 'presentation' });
    this.below = h('li', { class: 'space', role: 'presentation' });
    this.rows = h('ul', { class: 'rows', role: 'list' });
    this.empty = h('p', { class: 'empty-section' }, 'Nothing here yet');
    this.adding = new AddRowView(id);
    this.element = h('section', { class: 'section', 'data-section': id },
      h('header', { class: 'section-header' }, this.heading, this.menu), this.rows, this.empty);
  }

  /**
   * `look` is `{section, editing, insertable, adding, count, range}`; `rows` are the elements of
   * the rows in view, in order.
   */
  update(look, rows) {
    const { section, editing, insertable, range } = look;
    const name = section.title || 'Untitled section';
    text(this.heading, section.title);
    this.heading.hidden = section.title === '' && !editing;
    attribute(this.rows, 'aria-label', name);
    this.menu.hidden = !editing;
    attribute(this.menu, 'aria-label', `Section ${name}: options`);
    this.empty.hidden = rows.length > 0 || look.count > 0 || (editing && insertable);
    this.adding.update(look);
    this.above.style.height = `${range.above}px`;
    this.below.style.height = `${range.below}px`;
    arrange(this.rows, [
      ...(range.above > 0 ? [this.above] : []), ...rows,
      ...(range.below > 0 ? [this.below] : []),
      ...(editing && insertable ? [this.adding.element] : []),
    ]);
  }
}
