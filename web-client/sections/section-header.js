/** The header of a section: its title, how many items are open, and its controls. */

import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { TextField } from '../elements/text-field.js';
import { nameOf } from '../screen/row-texts.js';
import { formatNumber, translate } from '../texts/texts.js';

const control = (action, image, attributes) => h('button', {
  type: 'button', class: action, 'data-action': action, ...attributes,
}, icon(image));

/** The id of the form that the input of a section's title belongs to. */
const formId = (section) => `retitle-${section}`;

export class SectionHeader {
  #form = null;

  constructor(id) {
    this.select = h('input', {
      type: 'checkbox', class: 'select', 'data-action': 'select-section', hidden: true,
    });
    this.name = h('button', { type: 'button', class: 'section-name', 'data-action': 'retitle' });
    this.heading = h('h2', { class: 'section-title', dir: 'auto' });
    this.number = h('span', { 'aria-hidden': 'true' });
    this.words = h('span', { class: 'unseen' });
    this.count = h('span', { class: 'section-count' }, this.number, this.words);
    // Of a section of which only parts are held, how many items are open is not known.
    this.ask = h('button', { type: 'button', class: 'section-ask', 'data-action': 'count-open' });
    this.fold = control('collapse', 'chevron');
    this.menu = control('section-menu', 'more', { 'aria-haspopup': 'dialog' });
    this.handle = control('section-handle', 'handle', { 'aria-describedby': 'how-to-move' });
    this.element = h('header', { class: 'section-header', 'data-header': id },
      this.select, this.heading, this.count, this.ask, this.fold, this.menu, this.handle,
      // A heading holds no form.
      h('form', { id: formId(id), hidden: true }));
  }

  /**
   * Draws `{section, editing, selecting, selected, canDelete, collapsed, canCollapse, canRename,
   * canMove, retitling, tally, total}`: `tally` counts completed rows among `total`, `retitling` is
   * what is typed for a title, `{text, caret}`.
   */
  update(props) {
    const { section, editing, collapsed } = props;
    const title = section.title.trim();
    const name = nameOf(title, 'section.untitled');
    this.#drawTitle(props, title || (editing ? name : ''));
    this.heading.hidden = title === '' && !editing;
    this.#drawCount(props);
    // Alone it would be a number without a meaning.
    if (this.heading.hidden) this.count.hidden = true;
    this.select.hidden = !props.selecting;
    this.select.checked = props.selected;
    this.select.disabled = !props.canDelete;
    attribute(this.select, 'aria-label', translate('sections.select', { title: name }));
    this.fold.hidden = !props.canCollapse && !collapsed;
    attribute(this.fold, 'aria-expanded', collapsed ? 'false' : 'true');
    attribute(this.fold, 'aria-label', translate('sections.items', { title: name }));
    this.menu.hidden = !editing;
    attribute(this.menu, 'aria-label', translate('section.options', { title: name }));
    this.handle.hidden = !editing || !props.canMove;
    attribute(this.handle, 'aria-label', translate('row.reorder', { title: name }));
  }

  #drawTitle({ section, retitling, canRename }, shown) {
    if (retitling !== null) {
      this.#form ??= titleForm(section.id, retitling);
      if (!this.#form.isConnected) this.heading.replaceChildren(this.#form);
      return;
    }
    this.#form = null;
    if (!canRename) text(this.heading, shown);
    else {
      text(this.name, shown);
      attribute(this.name, 'title', translate('section.rename'));
      if (this.heading.firstChild !== this.name) this.heading.replaceChildren(this.name);
    }
  }

  #drawCount({ tally, total, collapsed }) {
    const counts = tally.ticks && tally.done !== undefined;
    const count = counts ? total - tally.done : total;
    const isAsked = tally.ticks && !counts;
    this.ask.hidden = !isAsked;
    if (isAsked) {
      text(this.ask, translate('page.items', { count }));
      attribute(this.ask, 'aria-label', translate('sections.countOpen', { count }));
      attribute(this.ask, 'title', translate('sections.count'));
    }
    this.count.hidden = isAsked || (!counts && !collapsed);
    text(this.number, formatNumber(count));
    text(this.words, translate(counts ? 'sections.open' : 'page.items', { count }));
  }
}

/** The field for the title of a section, with the text that is typed already, and its caret. */
function titleForm(section, { text: typed, caret }) {
  const field = new TextField('section-field', {
    name: 'section-title', 'data-retitle': section, 'data-line': true, form: formId(section),
    'aria-label': translate('sections.title'), enterkeyhint: 'done',
  });
  const { element, input } = field;
  field.text = typed;
  // Only an element in the document can get the focus: this one is inserted in this turn.
  queueMicrotask(() => {
    input.focus({ preventScroll: true });
    if (caret === undefined) input.select();
    else input.setSelectionRange(caret, caret);
  });
  return element;
}
