/** The bars of a list page: the one at the top, and the toolbar at the bottom. */

import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { tellStop } from '../elements/on-demand.js';
import { AvatarsView } from '../elements/peers.js';
import { StatusView } from '../elements/status-view.js';
import { mayTick } from '../screen/selection.js';
import { translate } from '../texts/texts.js';

/** Begins and ends editing; where large texts have no room, its icon stands alone. */
export class EditButton {
  #words = h('span', {}, translate('page.edit'));
  element = h('button', {
    type: 'button', class: 'nav-button strong', 'data-action': 'edit', 'aria-pressed': 'false',
  }, icon('pencil'), this.#words);

  update(editing) {
    attribute(this.element, 'aria-pressed', String(editing));
    text(this.#words, translate(editing ? 'page.done' : 'page.edit'));
  }
}

/** The top bar: back, the status, the others, Edit. */
export class TopBar {
  #avatars = new AvatarsView();
  #editButton = new EditButton();
  #edit = this.#editButton.element;

  constructor(client) {
    this.status = new StatusView(client, tellStop);
    this.element = h('header', { class: 'nav' },
      h('a', {
        class: 'nav-button back', href: '#/', 'data-action': 'back',
        'aria-label': translate('page.lists'),
      }, icon('back'), h('span', { class: 'back-label' }, translate('page.lists'))),
      this.status.element, h('div', { class: 'nav-end' }, this.#avatars.element, this.#edit),
      this.status.notice);
  }

  /**
   * `editable` is whether the list can be edited; `answers` is what `StatusView` shows of its
   * edits.
   */
  update({ state, others, answers, editable }) {
    this.status.update(answers);
    this.#avatars.update(others);
    this.#editButton.update(state.editing);
    this.#edit.disabled = !editable;
    this.#edit.hidden = state.role === 'viewer';
  }

  /** Takes the focus when no row is left to have it. */
  focus() {
    const edit = !this.#edit.disabled && !this.#edit.hidden;
    (edit ? this.#edit : this.element.querySelector('a')).focus({ preventScroll: true });
  }

  leave() {
    this.element.remove();
  }
}

function button(action, image, name) {
  const label = translate(`toolbar.${name}`);
  return h('button', {
    type: 'button', class: 'tool', 'data-action': action, 'aria-label': label, title: label,
  }, icon(image), h('span', { class: 'tool-label', 'aria-hidden': 'true' }, label));
}

/** The bottom bar: undo and redo, commands for the selected rows, and those of edit mode. */
export class Toolbar {
  #undo = button('undo', 'undo', 'undo');
  #redo = button('redo', 'redo', 'redo');
  #up = button('move-up', 'up', 'moveUp');
  #down = button('move-down', 'down', 'moveDown');
  #moveTo = button('move-selected', 'move', 'moveTo');
  #share = button('share', 'share', 'share');
  #selecting = button('toggle-selecting', 'select', 'select');
  #all = button('select-all', 'all', 'selectAll');
  #tick = button('tick-selected', 'check', 'tick');
  #deleteWords = h('span', { class: 'tool-label' });
  #deleteSelected = h('button', {
    type: 'button', class: 'tool danger', 'data-action': 'delete-selected',
  }, icon('trash'), this.#deleteWords);
  #where = button('delete-where', 'filter', 'deleteWhere');
  #section = button('add-section', 'section', 'addSection');
  #history = button('history', 'history', 'history');
  #search = button('search', 'search', 'search');
  #more = button('list-menu', 'more', 'more');
  element = h('footer', { class: 'toolbar' },
    h('div', { class: 'tools steps' }, this.#undo, this.#redo),
    h('div', { class: 'tools' }, this.#deleteSelected, this.#tick, this.#up, this.#down,
      this.#moveTo, this.#all, this.#selecting,
      this.#where, this.#section, this.#search, this.#share, this.#history, this.#more));

  constructor() {
    for (const one of [this.#moveTo, this.#more]) attribute(one, 'aria-haspopup', 'dialog');
  }

  /**
   * Shows the commands that `state`, a `ScreenState`, and `list` allow. Undo and redo keep the focus
   * where there is nothing left: they say so.
   */
  update({ state, list, canUndo, canRedo }) {
    attribute(this.#undo, 'aria-disabled', canUndo ? null : 'true');
    attribute(this.#redo, 'aria-disabled', canRedo ? null : 'true');
    const mayEdit = state.role !== 'viewer';
    const rows = mayEdit ? state.selected.size : 0;
    const count = mayEdit ? rows + state.selectedSections.size : 0;
    this.#selecting.hidden = !state.editing && !state.selecting;
    this.#all.hidden = !state.selecting;
    attribute(this.#selecting, 'aria-pressed', state.selecting ? 'true' : 'false');
    this.#deleteSelected.hidden = count === 0;
    for (const step of [this.#undo, this.#redo]) step.hidden = !mayEdit;
    text(this.#deleteWords, translate('toolbar.deleteSelected', { count }));
    const any = list.sections.some((section) => section.rows.length > 0);
    this.#where.hidden = !state.editing || state.selecting || count > 0 || !any;
    this.#section.hidden = !state.editing || state.selecting || count > 0;
    this.#tick.hidden = rows === 0 || !mayTick(list, state.selected);
    for (const move of [this.#up, this.#down, this.#moveTo]) move.hidden = rows === 0;
    for (const other of [this.#search, this.#share, this.#history]) {
      other.hidden = state.editing || state.selecting || count > 0;
    }
    this.#more.hidden = state.selecting || count > 0;
    this.element.classList.toggle('chosen', count > 0);
    this.element.classList.toggle('many', state.editing || state.selecting || count > 0);
  }
}
