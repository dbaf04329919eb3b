/** The view of one section: its header, its rows, and its row that adds one. */

import { arrange, attribute, h } from '../elements/dom.js';
import { questionsView } from '../elements/lazy-items.js';
import { nameOf } from '../screen/row-texts.js';
import { SectionHeader } from '../sections/section-header.js';
import { translate } from '../texts/texts.js';
import { NewRowView } from './new-row-view.js';

export class SectionView {
  constructor(id) {
    this.header = new SectionHeader(id);
    this.above = h('li', { class: 'space', role: 'presentation' });
    this.below = h('li', { class: 'space', role: 'presentation' });
    this.rows = h('ul', { class: 'rows', role: 'list' });
    this.empty = h('p', { class: 'empty-section' }, translate('section.empty'));
    /** At the end of the section, and between its rows. */
    this.adding = new NewRowView(id);
    this.inserting = new NewRowView(id);
    this.questions = questionsView();
    this.element = h('section', { class: 'section', 'data-section': id },
      this.header.element, this.questions.element, this.rows, this.empty);
  }

  /**
   * Draws `props`, `{section, header, editing, insertable, adding, addingBelow, draft, conflicts,
   * count, range, folded, held, target}`: `header` is for the `SectionHeader`, a `folded` section
   * shows no rows, a `held` one is dragged, a `target` is where rows would go. `rows` are the elements of the rows in `range`, in order. `addingBelow` is the element
   * of the row below which the form of a new one stands; `null` for the end of the section.
   */
  update(props, rows) {
    const { section, editing, insertable, adding, addingBelow, draft, range, folded } = props;
    const { title } = section;
    const name = nameOf(title, 'section.untitled');
    this.header.update(props.header);
    this.element.classList.toggle('held', props.held);
    this.element.classList.toggle('target', props.target);
    this.rows.hidden = folded;
    attribute(this.rows, 'aria-label', name);
    this.empty.hidden = rows.length > 0 || props.count > 0 || insertable || folded;
    this.questions.update(props.conflicts);
    const atEnd = adding && addingBelow === null;
    this.adding.update({ adding: atEnd, editing, title, draft });
    this.inserting.update({ adding: adding && !atEnd, editing, title, draft });
    this.above.style.height = `${range.above}px`;
    this.below.style.height = `${range.below}px`;
    arrange(this.rows, [
      ...(range.above > 0 ? [this.above] : []),
      ...rows.flatMap((row) => (row === addingBelow ? [row, this.inserting.element] : [row])),
      ...(range.below > 0 ? [this.below] : []),
      ...(insertable ? [this.adding.element] : []),
    ]);
  }
}
