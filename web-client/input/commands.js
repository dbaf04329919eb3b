/**
 * The commands of a list page, by the `data-action` of its controls, and the listeners that run
 * them.
 */

import { insertBelow, listenForPastes } from '../changing/adding.js';
import { takeStep } from '../changing/undoing.js';
import { announce } from '../elements/notices.js';
import { onDemand } from '../elements/on-demand.js';
import { clickedText } from '../elements/text-field.js';
import { keepClear } from '../elements/visible-area.js';
import { findRow, mayDelete } from '../package/list-model.js';
import { partsOf } from '../screen/edit-parts.js';
import { neighbourOf } from '../screen/screen-state.js';
import { holdsBetween, selectAll, selectRange, selectRows, tickable, tickParts, tickSentence } from '../screen/selection.js';
import { deleteRows, deleteSelected, toggleDone } from '../screen/user-edits.js';
import { sectionCommands } from '../sections/section-commands.js';
import { translate } from '../texts/texts.js';
import { listenForClipboard } from './clipboard.js';
import { listenForContextMenu } from './context-menu.js';

/** Milliseconds that the controls of edit mode take to appear or to go. */
const CONTROLS_ANIMATION = 300;

/** Animates the controls of the rows: edit mode begins or ends. */
function animateControls({ main }) {
  main.classList.add('turning');
  setTimeout(() => main.classList.remove('turning'), CONTROLS_ANIMATION);
}

/** A command takes the id of the row or section of its control. */
class ListCommands {
  constructor(page) {
    this.page = page;
  }

  mayDelete(id) {
    const { shown, state } = this.page;
    const found = state.role === 'viewer' ? null : findRow(shown, id);
    return found !== null && mayDelete(shown, found.section, found.row);
  }

  edit() {
    const { state, swipeGesture, dragGesture } = this.page;
    // Some browsers do not give the focus to a button that is clicked.
    if (!this.page.forms.commit() || !this.page.sectionForm.save()) return;
    swipeGesture.cancel();
    dragGesture.cancel();
    state.toggleEditing();
    animateControls(this.page);
    this.page.draw({ moving: true });
    announce(translate(state.editing ? 'list.editing' : 'list.doneEditing'));
  }

  search() { this.page.search.open(); }

  filters() { this.page.filter.toggle(); }

  filter(_, { dataset }) { this.page.filter.choose(dataset.filter); }

  'toggle-completed'() { this.page.filter.toggleCompleted(); }

  'show-completed'() { this.page.filter.toggleCompleted(); }

  undo() { takeStep(this.page, 'undo'); }

  redo() { takeStep(this.page, 'redo'); }

  refresh() { this.page.refresh(); }

  delete(row) {
    if (!this.mayDelete(row)) return;
    const { state } = this.page;
    state.revealed = state.revealed === row ? null : row;
    state.active = row;
    this.page.draw();
    const button = this.page.body.rowElement(row)?.querySelector('[data-action="confirm-delete"]');
    button?.focus({ preventScroll: true });
  }

  'confirm-delete'(row) {
    this.#focusNeighbour(row);
    this.page.state.revealed = null;
    this.page.edit(deleteRows(this.page.shown, [row]));
  }

  done(row) {
    this.page.edit(toggleDone(findRow(this.page.shown, row).row));
  }

  /** By an `event` with the caret where that is, by a key at the end, or in edit mode with all selected. */
  rename(row, words, event) {
    const [element, at] = event ? clickedText(event, words.querySelectorAll('.title, .detail')) : [];
    const caret = at ?? (this.page.state.editing ? undefined : 'end');
    this.page.forms.openRow(row, { field: element?.matches('.detail') ? 'detail' : 'title', caret });
  }

  select(row) {
    this.page.state.toggleSelected(row);
    this.page.update({ active: row });
  }

  'toggle-selected'(row) { this.select(row); }

  /** Selects the rows up to `row`, from the one that was selected or focused before. */
  async 'select-range'(row, from = this.page.state.active) {
    const { state } = this.page;
    const anchor = state.range?.anchor ?? from ?? row;
    if (!holdsBetween(this.page.visible, anchor, row) && !await this.page.long.whole()) return;
    selectRange(this.page.visible, state, from, row);
    this.page.update({ active: row });
    announce(translate('selecting.selected', { count: state.selected.size }));
  }

  async 'select-all'() {
    const { visible, long, state } = this.page;
    if (visible.partial) {
      const ids = await long.ids();
      if (!ids) return;
      selectRows(ids, state);
    } else selectAll(visible, state);
    this.page.update();
    announce(translate('selecting.selected', { count: this.page.state.selected.size }));
  }

  async 'tick-selected'() {
    const { state, client, long } = this.page;
    if (!long.holds(state.selected) && !await long.whole()) return;
    const ticked = tickable(this.page.shown, state.selected);
    // Where the rows are hidden then, the offer to undo it says more.
    announce(tickSentence(ticked.done, ticked.rows.length, ticked.rows[0]));
    this.page.editAll(tickParts(ticked, client.limits));
  }

  'toggle-selecting'() {
    this.page.state.toggleSelecting();
    this.page.update();
  }

  /** Deletes those of the rows `ids` that may be. */
  'delete-these'(ids) { this.#deleteAll(ids, []); }

  'delete-selected'() {
    const { state } = this.page;
    this.#deleteAll([...state.selected], [...state.selectedSections]);
  }

  #deleteAll(ids, sections) {
    const { shown, state, client } = this.page;
    const going = new Set(ids);
    for (const section of shown.sections.filter((one) => sections.includes(one.id))) {
      for (const row of section.rows) going.add(row.id);
    }
    const parts = sections.length > 0 ? [deleteSelected(shown, sections, ids)]
      : partsOf(ids, client.limits).map((part) => deleteRows(shown, part));
    this.#focusNeighbour(ids[0], (id) => !going.has(id));
    state.clearSelection();
    this.page.editAll(parts);
    this.page.update();
  }

  'move-up'() { this.#moveSelected(-1); }

  'move-down'() { this.#moveSelected(1); }

  add(section) { this.page.forms.openNew(section); }

  'new-item'(section) { this.page.forms.openNew(section); }

  'insert-below'(row) { insertBelow(this.page, row); }

  'list-menu'() { onDemand(({ showListMenu }) => showListMenu(this.page)); }

  /** Where the pointer was in the `event`, if one asked for it. */
  'row-menu'(row, _, event) { onDemand(({ showRowMenu }) => showRowMenu(this.page, row, event)); }

  details(row) { onDemand(({ showDetails }) => showDetails(this.page, row)); }

  handle(row) { this.page.rowDrag.toggle(row); }

  'section-menu'(section) {
    onDemand(({ showSectionMenu }) => showSectionMenu(this.page, section));
  }

  async 'export-list'() {
    if (!await this.page.long.whole()) return;
    onDemand(({ exportOpenList }) => exportOpenList(this.page));
  }

  'import-list'() {
    const { client, list } = this.page;
    onDemand(({ importFile }) => importFile(client, { open: list }));
  }

  history() { location.hash = `#/list/${this.page.list.id}/history`; }

  #moveSelected(by) {
    const { shown, state } = this.page;
    const first = shown.sections.flatMap(({ rows }) => rows.filter((row) => state.selected.has(row.id)))
      .at(0);
    if (first) this.page.rowDrag.moveBy(first.id, by);
  }

  /** Moves the focus from a row that is about to be deleted to its nearest neighbour. */
  #focusNeighbour(row, exists = (id) => id !== row) {
    const { state } = this.page;
    state.active = neighbourOf(this.page.visible, row, exists);
    if (state.active) this.page.body.rowElement(state.active)?.focus({ preventScroll: true });
  }
}

/** The commands that `lazy.js` has. */
export const LAZY_COMMANDS = [
  'keep-mine', 'keep-theirs', 'add-section', 'clear-completed', 'delete-list', 'delete-where', 'rename-list',
  'keys', 'list-settings', 'print', 'settings',
  'copy-rows', 'cut-rows', 'paste-rows', 'copy-row-link', 'duplicate', 'move-to', 'move-selected', 'delete-rows',
  'lock', 'unlock', 'pin', 'unpin', 'row-rules',
  'go-to-peer', 'people', 'share', 'share-row',
];

const lazyCommands = (page) => Object.fromEntries(LAZY_COMMANDS.map((name) => [name,
  (id, control) => onDemand(({ lazyCommands: all }) => all(page)[name](id, control))]));

/** The id of the row or section that a control is in. */
const subjectOf = (element) => {
  const { dataset } = element.closest('[data-row],[data-add],[data-section]') ?? element;
  return dataset.row ?? dataset.add ?? dataset.section;
};

/** Whether a click selects a row: with ⌘ or Ctrl, in edit mode or not. */
function selectsWithMouse(event, row) {
  return row && (event.metaKey || event.ctrlKey) && !event.target.closest('button, input, a');
}

/** Whether a press or a click with Shift selects the rows up to the one below the pointer. */
function selectsRange({ shiftKey, metaKey, ctrlKey, button, target }) {
  return shiftKey && !metaKey && !ctrlKey && button === 0
    && target.closest('[data-row]') !== null && target.closest('button, input, a') === null;
}

/** Runs the commands of `page`, a `ListPage`, on its events until `signal` aborts; returns them. */
export function listenForCommands(page, signal) {
  const commands = Object.assign(new ListCommands(page), lazyCommands(page),
    sectionCommands(page));
  listenForContextMenu(page, signal);
  listenForClipboard(page, signal);
  const on = (type, listener) => page.element.addEventListener(type, listener, { signal });
  // Shift-click selects rows, not text.
  on('mousedown', (event) => { if (selectsRange(event)) event.preventDefault(); });
  on('click', (event) => {
    // A link opens beside the page, and nothing else; rows that are being selected have none.
    if (event.target.closest('[data-row] a')) {
      if (!page.state.selecting) return;
      event.preventDefault();
    }
    const row = event.target.closest('[data-row]')?.dataset.row;
    const { state } = page;
    if (selectsRange(event)) {
      commands['select-range'](row);
      page.body.rowElement(row)?.focus({ preventScroll: true });
      return;
    }
    if (row) state.active = row;
    page.keyRow = null;
    if (selectsWithMouse(event, row)) {
      commands.select(row);
      return;
    }
    const control = event.target.closest('[data-action]');
    if (!control) {
      page.conceal();
      return;
    }
    const { action } = control.dataset;
    // The mouse drags a handle; screen readers and keys press it.
    if (action === 'handle' && event.detail !== 0) return;
    const subject = subjectOf(control);
    if (state.revealed && action !== 'confirm-delete' && action !== 'delete') {
      page.conceal();
      // A tap beside the button of a row that was swiped open only closes it.
      if (action === 'rename') return;
    }
    if (typeof commands[action] === 'function') commands[action](subject, control, event);
  });
  on('focusin', ({ target }) => {
    page.keyRow = null;
    const row = target.closest('[data-row]')?.dataset.row;
    const { field } = target.dataset ?? {};
    if (field && row) page.forms.focused(row, target);
    if (field || target.dataset.new !== undefined) keepClear(target);
    if (!row || row === page.state.active) return;
    page.update({ active: row });
  });
  on('input', ({ target }) => page.forms.typed(target));
  listenForPastes(page, signal);
  on('focusout', ({ target, relatedTarget }) => {
    if (!target.isConnected) return;
    const fields = target.closest('[data-fields]');
    if (fields && !fields.contains(relatedTarget)) {
      queueMicrotask(() => {
        const isOpen = page.state.renaming?.row === fields.dataset.fields;
        if (!isOpen || !fields.isConnected) return;
        if (!fields.contains(document.activeElement)) page.forms.saveRow();
      });
    } else if (target.dataset.new !== undefined) {
      queueMicrotask(() => {
        if (target.isConnected && target !== document.activeElement) page.forms.saveNew(false);
      });
    }
  });
  return commands;
}
