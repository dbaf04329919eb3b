/** The view of one row: its texts, its controls, and the marks of what others do with it. */

import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { questionsView } from '../elements/lazy-items.js';
import { TextField } from '../elements/text-field.js';
import {
  deleteTitle, handlesOf, isChecklist, mayDelete, mayMove, mayUpdate, textOf,
} from '../package/list-model.js';
import { RowMarks } from '../rules/row-marks.js';
import { linkParts } from '../screen/links.js';
import { nameOf } from '../screen/row-texts.js';
import { inControl, rowTexts } from '../screen/text-changes.js';
import { translate } from '../texts/texts.js';
import { ChipsView } from './chips-view.js';
import { indentOf } from './field-chips.js';

/**
 * What a row looks like, from the list, the state of the screen and the peers: all that `RowView`
 * draws. `active` is the row that the Tab key reaches. Pure.
 */
export function rowProps({ list, section, row, position, total, state, active, peers }) {
  const always = handlesOf(list, section) === 'always';
  const revealed = state.revealed === row.id;
  const mayEdit = state.role !== 'viewer';
  return {
    row,
    position,
    total,
    editing: state.editing,
    checkbox: isChecklist(list),
    selecting: state.selecting,
    canDelete: mayEdit && mayDelete(list, section, row),
    canRename: mayEdit && mayUpdate(list, section, row),
    handle: mayEdit && mayMove(list, section, row) && (state.editing || always),
    revealed,
    deleteTitle: revealed ? deleteTitle(list, section, row, translate('row.delete')) : '',
    renaming: state.renaming?.row === row.id && !state.renaming.sheet ? state.renaming : null,
    isForm: state.editing && !state.selecting && list.rules?.editFields === true
      && mayUpdate(list, section, row),
    selected: state.selected.has(row.id),
    tapSelects: always && !state.editing,
    active: active === row.id,
    dragged: state.drag?.keyboard === true && state.drag.places.has(row.id),
    peers,
    conflicts: conflictsOf(state, row.id),
  };
}

const NO_CONFLICTS = [];

/** The undecided conflicts of a row; always the same array where there are none. */
function conflictsOf({ conflicts }, id) {
  if (conflicts.length === 0) return NO_CONFLICTS;
  const own = conflicts.filter(({ row }) => row === id);
  return own.length === 0 ? NO_CONFLICTS : own;
}

const CONTROLS = 'button, input, a';

/** The elements of one row. Drawn from `rowProps`; nothing is done where they have not changed. */
export class RowView {
  #props = {};
  #inputs = null;

  constructor(id) {
    this.lead = h('span', { class: 'lead' });
    this.tick = h('label', { class: 'tick' });
    this.title = h('span', { class: 'title', dir: 'auto' });
    this.detail = h('span', { class: 'detail', dir: 'auto' });
    this.marks = new RowMarks();
    this.chips = new ChipsView();
    this.words = h('div', { class: 'words' }, this.marks.element, this.title, this.detail);
    this.peers = h('span', { class: 'peers' });
    this.more = moreButton('row-more');
    this.trail = h('span', { class: 'trail' });
    this.confirm = h('span', { class: 'confirm' });
    this.face = h('div', { class: 'face' },
      this.lead, this.tick, this.words, this.peers, this.more, this.trail);
    this.questions = questionsView();
    this.element = h('li', { class: 'row', 'data-row': id },
      this.face, this.questions.element, this.confirm);
  }

  /** Whether nothing of the row is under way: its elements may be given to another row. */
  get isPlain() {
    const { revealed, renaming, conflicts } = this.#props;
    return !revealed && !renaming && conflicts?.length === 0
      && !this.element.classList.contains('lifted')
      && !this.element.contains(document.activeElement);
  }

  /** Gives the elements to the row `id`, which `update` has to draw. */
  renamed(id) {
    this.element.dataset.row = id;
    this.#props = {};
    return this;
  }

  update(props) {
    const before = this.#props;
    const differs = Object.keys(props).some((key) => props[key] !== before[key]);
    if (!differs) return;
    this.#props = props;
    this.#drawState(props);
    this.#drawTick(props);
    this.#drawLead(props);
    this.#drawTrail(props);
    this.#drawMore(this.more, !props.selecting && !props.renaming);
    this.#drawConfirm(props);
    this.#drawWords(props);
    this.marks.update(props.row);
    this.#drawPeers(props.peers);
    this.questions.update(props.conflicts);
    for (const control of this.element.querySelectorAll(CONTROLS)) {
      // Tab goes from field to field.
      const reached = props.renaming ? !props.isForm : props.active || props.revealed;
      control.tabIndex = reached ? 0 : -1;
    }
  }

  #drawState(props) {
    const { element } = this;
    for (const name of ['revealed', 'selected', 'dragged', 'renaming']) {
      element.classList.toggle(name, Boolean(props[name]));
    }
    element.classList.toggle('form', props.isForm);
    element.classList.toggle('done', props.checkbox && props.row.fields.done === true);
    element.tabIndex = props.active ? 0 : -1;
    attribute(element, 'aria-setsize', props.total);
    attribute(element, 'aria-posinset', props.position);
    attribute(element, 'data-pinned', props.row.pinned);
    this.#drawIndent(indentOf(props.row.fields));
    attribute(element, 'aria-roledescription', props.handle ? translate('row.movable') : null);
  }

  #drawIndent(indent) {
    const { element } = this;
    attribute(element, 'aria-level', indent > 0 ? indent + 1 : null);
    attribute(element, 'data-indent', indent || null);
    if (indent > 0) element.style.setProperty('--indent', indent);
  }

  #name() { return nameOf(this.#props.row.fields.title); }

  #drawTick({ row, checkbox, canRename }) {
    this.tick.hidden = !checkbox;
    if (!checkbox) {
      this.tick.replaceChildren();
      return;
    }
    if (!this.tick.firstChild) {
      this.tick.append(h('input', { type: 'checkbox', 'data-action': 'done' }), icon('check'));
    }
    const box = this.tick.firstChild;
    box.checked = row.fields.done === true;
    box.disabled = !canRename;
    attribute(box, 'aria-label', translate('row.done', { title: this.#name() }));
  }

  #drawLead({ editing, selecting, selected, canDelete, revealed }) {
    const kind = selecting ? 'select' : !editing ? '' : canDelete ? 'delete' : 'none';
    if (this.lead.dataset.kind !== kind) {
      this.lead.dataset.kind = kind;
      this.lead.replaceChildren(...LEADS[kind]());
    }
    const control = this.lead.firstChild;
    if (kind === 'select') {
      control.checked = selected;
      attribute(control, 'aria-label', translate('row.select', { title: this.#name() }));
    } else if (kind === 'delete') {
      attribute(control, 'aria-label', translate('row.deleteOne', { title: this.#name() }));
      attribute(control, 'aria-expanded', revealed ? 'true' : 'false');
    }
  }

  #drawTrail({ handle }) {
    if (!handle) {
      this.trail.replaceChildren();
      return;
    }
    if (!this.trail.firstChild) {
      this.trail.append(h('button', {
        type: 'button', class: 'handle', 'data-action': 'handle',
        'aria-describedby': 'how-to-move',
      }, icon('handle')));
    }
    attribute(this.trail.firstChild, 'aria-label',
      translate('row.reorder', { title: this.#name() }));
  }

  #drawConfirm({ revealed, deleteTitle, canDelete, editing }) {
    if (!revealed) {
      this.confirm.replaceChildren();
      return;
    }
    if (!this.confirm.firstChild) {
      this.confirm.append(moreButton('confirm-more'),
        h('button', { type: 'button', class: 'confirm-delete', 'data-action': 'confirm-delete' }));
    }
    const [more, remove] = this.confirm.children;
    this.#drawMore(more, !editing);
    remove.hidden = !canDelete;
    text(remove, deleteTitle);
    attribute(remove, 'aria-description', translate('row.deletes', { title: this.#name() }));
    requestAnimationFrame(() => {
      this.element.style.setProperty('--reveal', `${this.confirm.offsetWidth}px`);
    });
  }

  #drawMore(button, shown) {
    button.hidden = !shown;
    attribute(button, 'aria-label', translate('row.more', { title: this.#name() }));
  }

  #drawWords(props) {
    if (props.renaming || props.isForm) {
      this.#inputs ??= new RowInputs(props.row.id);
      if (!this.words.contains(this.#inputs.element)) {
        this.words.replaceChildren(this.#inputs.element);
      }
      this.#inputs.update(props.row, props.renaming, !props.editing);
      return;
    }
    if (this.#inputs) {
      this.#inputs = null;
      this.words.replaceChildren(this.marks.element, this.title, this.detail);
    }
    const { fields } = props.row;
    const title = textOf(fields.title);
    const isBlank = title.trim() === '';
    linkedText(this.title, isBlank ? '' : title);
    linkedText(this.detail, textOf(fields.detail));
    this.detail.hidden = fields.detail === undefined;
    if (!this.chips.update(fields)) this.chips.element?.remove();
    else if (!this.chips.element.isConnected) this.words.append(this.chips.element);
    // A note alone stands for itself.
    const isEmpty = isBlank && textOf(fields.detail).trim() === '';
    attribute(this.title, 'data-untitled', isEmpty ? translate('page.untitled') : null);
    const action = props.tapSelects || props.selecting ? 'toggle-selected'
      : props.canRename ? 'rename' : null;
    attribute(this.words, 'data-action', action);
  }

  #drawPeers(peers) {
    const [first] = peers;
    this.element.classList.toggle('with-peer', Boolean(first));
    if (first) this.element.style.setProperty('--peer', first.colour);
    this.peers.replaceChildren(...peers.filter((peer) => peer.doing).map((peer) => {
      const tag = h('span', { class: 'peer-tag', 'data-peer': peer.client }, peer.doing);
      tag.style.setProperty('--peer', peer.colour);
      return tag;
    }));
  }
}

/** A button that opens the menu of the row. */
const moreButton = (name) => h('button', {
  type: 'button', class: name, 'data-action': 'row-menu', 'aria-haspopup': 'dialog',
}, icon('more'));

/** The control at the start of a row, by kind. */
const LEADS = {
  '': () => [],
  none: () => [],
  delete: () => [h('button', {
    type: 'button', class: 'minus', 'data-action': 'delete',
  }, icon('minus'))],
  select: () => [h('input', { type: 'checkbox', class: 'select', 'data-action': 'select' })],
};

/** The fields of a row that its form has, each with the key of its label. */
const FIELD_LABELS = { title: 'row.title', detail: 'row.addNote' };

/**
 * The inputs of a row whose texts are edited. While one of them has the caret they keep what is
 * typed; changes by others do not change them.
 */
class RowInputs {
  #renaming = null;

  constructor(id) {
    this.fields = Object.entries(FIELD_LABELS).map(([name, label]) => new TextField(`field-${name}`, {
      name, 'data-field': name, 'data-line': name === 'title', 'aria-label': translate(label),
      placeholder: translate(label),
    }));
    this.info = h('button', { type: 'button', class: 'row-info', 'data-action': 'details' },
      icon('info'));
    this.element = h('form', { class: 'fields', 'data-fields': id },
      this.fields.map(({ element }) => element), this.info);
  }

  /**
   * Shows the texts of `row`, or those of its form, `renaming`, which then has the focus; whether it
   * `goesOn` with a new row below.
   */
  update(row, renaming, goesOn) {
    for (const { input } of this.fields) {
      attribute(input, 'enterkeyhint', goesOn && input.name === 'title' ? 'next' : 'done');
    }
    const opens = renaming !== null && this.#renaming === null;
    this.#renaming = renaming;
    this.info.hidden = !renaming;
    attribute(this.info, 'aria-label',
      translate('row.details', { title: renaming?.opened.title ?? '' }));
    if (opens || !renaming) this.#show(renaming?.texts ?? rowTexts(row));
    if (opens) this.#focus(renaming);
  }

  #show(texts) {
    for (const field of this.fields) field.text = inControl(texts[field.input.name]);
  }

  #focus({ field, caret }) {
    const { input } = this.fields.find((one) => one.input.name === field) ?? this.fields[0];
    if (input === document.activeElement) return;
    // Only an element in the document can get the focus: this one is inserted in this turn.
    queueMicrotask(() => {
      input.focus({ preventScroll: true });
      const at = caret === 'end' ? input.value.length : caret;
      if (at === undefined) input.select();
      else input.setSelectionRange(at, at);
    });
  }
}

/** Sets the text of an element, links in it as links that open beside the page. */
function linkedText(element, value) {
  if (element.textContent === value) return;
  element.replaceChildren(...linkParts(value).map(({ text, href }) => (href === undefined ? text
    : h('a', { href, target: '_blank', rel: 'noopener noreferrer', draggable: 'false' }, text))));
}
