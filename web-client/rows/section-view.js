/** The view of one section: its header, its rows, and its "(add new)" row in edit mode. */

import { arrange, attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { QuestionsView } from '../elements/questions.js';
import { translate } from '../texts/texts.js';

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
    this.empty = h('p', { class: 'empty-section' }, translate('section.empty'));
    this.adding = new AddRowView(id);
    this.questions = new QuestionsView();
    this.element = h('section', { class: 'section', 'data-section': id },
      h('header', { class: 'section-header' }, this.heading, this.menu),
      this.questions.element, this.rows, this.empty);
  }

  /**
   * Draws `props`, `{section, editing, insertable, adding, draft, conflicts, count, range}`; `rows`
   * are the elements of the rows in `range`, in order.
   */
  update(props, rows) {
    const { section, editing, insertable, range } = props;
    const name = section.title || translate('section.untitled');
    text(this.heading, section.title);
    this.heading.hidden = section.title === '' && !editing;
    attribute(this.rows, 'aria-label', name);
    this.menu.hidden = !editing;
    attribute(this.menu, 'aria-label', translate('section.options', { title: name }));
    this.empty.hidden = rows.length > 0 || props.count > 0 || (editing && insertable);
    this.questions.update(props.conflicts);
    this.adding.update(props);
    this.above.style.height = `${range.above}px`;
    this.below.style.height = `${range.below}px`;
    arrange(this.rows, [
      ...(range.above > 0 ? [this.above] : []), ...rows,
      ...(range.below > 0 ? [this.below] : []),
      ...(editing && insertable ? [this.adding.element] : []),
    ]);
  }
}

/** The "(add new)" row of a section: a button that becomes an input. */
class AddRowView {
  #adding = null;

  constructor(section) {
    this.section = section;
    this.element = h('li', { class: 'row add', 'data-add': section });
  }

  /** Shows an input that starts with `draft` while `adding`, a button otherwise. */
  update({ adding, section, draft }) {
    if (this.#adding === adding) {
      const input = adding && this.element.querySelector('input');
      // Saved, and ready for the next one; or refused, and put back.
      if (input && input.value !== draft) input.value = draft;
      return;
    }
    this.#adding = adding;
    this.element.replaceChildren(adding ? this.#input(section, draft) : this.#button(section));
  }

  #button({ title }) {
    return h('button', {
      type: 'button', class: 'add-button', 'data-action': 'add',
      'aria-label': translate(title ? 'section.addNewIn' : 'section.addNew', { title }),
    }, h('span', { class: 'plus' }, icon('plus')), h('span', {}, translate('section.addNew')));
  }

  #input({ title }, draft) {
    const input = h('input', {
      type: 'text', class: 'field field-title', name: 'new-title', 'data-new': this.section,
      'aria-label': translate(title ? 'section.newItemIn' : 'section.newItem', { title }),
      placeholder: translate('section.newItem'),
      autocomplete: 'off', enterkeyhint: 'enter', dir: 'auto',
      value: draft,
    });
    queueMicrotask(() => input.focus({ preventScroll: true }));
    return h('div', { class: 'face' }, h('span', { class: 'plus' }, icon('plus')), input);
  }
}
