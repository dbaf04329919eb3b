/**
 * The commands of a list page, by the `data-action` of its controls, and the listeners that run
 * them.
 */

import { randomId } from '../client.js';
import { askDeleteWhere } from '../dialogs/delete-where.js';
import { askText } from '../dialogs/dialog.js';
import { showSectionMenu } from '../dialogs/section-menu.js';
import { announce, toast } from '../elements/notices.js';
import { findRow, mayDelete } from '../list-model.js';
import { textsOf } from '../rows/row-view.js';
import { neighbourOf } from '../screen/screen-state.js';
import {
  addRow, addSection, changeFields, deleteRows, mayRename, renameList, toggleDone,
} from '../screen/user-edits.js';

/** A command takes the id of the row or section of its control. */
class ListCommands {
  constructor(page) {
    this.page = page;
  }

  mayDelete(id) {
    const { shown } = this.page;
    const found = findRow(shown, id);
    return found !== null && mayDelete(shown, found.section, found.row);
  }

  edit() {
    const { state, swipeGesture, dragGesture } = this.page;
    swipeGesture.cancel();
    dragGesture.cancel();
    state.toggleEditing();
    this.page.animateControls();
    this.page.draw({ moving: true });
    announce(state.editing ? 'Editing' : 'Done editing');
  }

  undo() { this.page.list.undo(); }

  redo() { this.page.list.redo(); }

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
    announce('Deleted');
  }

  done(row) {
    this.page.edit(toggleDone(findRow(this.page.shown, row).row));
  }

  rename(row, field = 'title') {
    if (!mayRename(this.page.shown, row)) return;
    Object.assign(this.page.state, { renaming: { row, field }, revealed: null, active: row });
    this.page.draw();
  }

  select(row) {
    this.page.state.toggleSelected(row);
    this.page.state.active = row;
    this.page.draw();
  }

  'toggle-selected'(row) { this.select(row); }

  'toggle-selecting'() {
    this.page.state.toggleSelecting();
    this.page.draw();
  }

  'delete-selected'() {
    const ids = [...this.page.state.selected];
    const actions = deleteRows(this.page.shown, ids);
    this.#focusNeighbour(ids[0], (id) => !ids.includes(id));
    this.page.state.selected.clear();
    this.page.edit(actions);
    this.page.draw();
    announce(`Deleted ${actions[0]?.rows.length ?? 0} items`);
  }

  'move-up'() { this.#moveSelected(-1); }

  'move-down'() { this.#moveSelected(1); }

  async 'copy-link'() {
    const { href } = location;
    try {
      await navigator.clipboard.writeText(href);
      toast('The link to this list is copied');
    } catch {
      // Browsers allow the clipboard on https pages only, and not always there.
      await askText({ title: 'Link to this list', label: 'Link', value: href, maximum: 999 });
    }
  }

  async 'delete-where'() {
    const rows = await askDeleteWhere(this.page.list);
    if (rows) this.page.edit(deleteRows(this.page.shown, rows));
  }

  add(section) {
    Object.assign(this.page.state, { adding: section, draft: '' });
    this.page.draw();
  }

  async 'add-section'() {
    const title = await askText({ title: 'New section', label: 'Name', button: 'Add' });
    if (title) this.page.edit(addSection(`s${randomId(12)}`, title));
  }

  'section-menu'(section) { showSectionMenu(this.page, section); }

  async 'rename-list'() {
    const { title } = this.page.shown;
    const next = await askText({
      title: 'Rename list', label: 'Name', button: 'Save', value: title,
    });
    if (next && next !== title) this.page.edit(renameList(next));
  }

  history() { location.hash = `#/list/${this.page.list.id}/history`; }

  /** Saves the inputs of a row: Enter, or the focus has left them. */
  saveFields(fields) {
    const { state, shown } = this.page;
    if (state.renaming?.row !== fields.dataset.fields) return;
    const found = findRow(shown, state.renaming.row);
    state.renaming = null;
    if (found) this.page.edit(changeFields(found.row, textsOf(fields)));
    this.page.draw();
  }

  /** Discards the inputs of a row: Escape. */
  discardFields() {
    this.page.state.renaming = null;
    this.page.draw();
  }

  /**
   * Inserts a row from the input for a new one: Enter (then `next` keeps the input), or focus lost.
   */
  insert(input, next) {
    const { state, shown } = this.page;
    const section = input.dataset.new;
    const title = input.value.trim();
    input.value = '';
    if (state.adding !== section) return;
    state.draft = '';
    if (!next || title === '') state.adding = null;
    if (title === '') this.page.draw();
    else this.page.edit(addRow(shown, section, `r${randomId(12)}`, title));
  }

  #moveSelected(by) {
    const { shown, state } = this.page;
    const first = shown.sections.flatMap((section) => section.rows)
      .find((row) => state.selected.has(row.id));
    if (first) this.page.rowDrag.moveBy(first.id, by);
  }

  /** Moves the focus from a row that is about to be deleted to its nearest neighbour. */
  #focusNeighbour(row, exists = (id) => id !== row) {
    const { shown, state } = this.page;
    state.active = neighbourOf(shown, row, exists);
    if (state.active) this.page.body.rowElement(state.active)?.focus({ preventScroll: true });
  }
}

/** The id of the row or section that a control is in. */
const subjectOf = (element) => {
  const { dataset } = element.closest('[data-row],[data-add],[data-section]') ?? element;
  return dataset.row ?? dataset.add ?? dataset.section;
};

/** Whether a click selects a row: with ⌘ or Ctrl, in edit mode or not. */
function selectsWithMouse(event, row) {
  return row && (event.metaKey || event.ctrlKey) && !event.target.closest('button, input');
}

/** Runs the commands of `page`, a `ListPage`, on its events until `signal` aborts; returns them. */
export function listenForCommands(page, signal) {
  const commands = new ListCommands(page);
  const on = (type, listener) => page.element.addEventListener(type, listener, { signal });
  on('click', (event) => {
    const row = event.target.closest('[data-row]')?.dataset.row;
    const { state } = page;
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
    if (state.revealed && action !== 'confirm-delete' && action !== 'delete') page.conceal();
    if (typeof commands[action] === 'function') commands[action](subjectOf(control));
  });
  on('focusin', ({ target }) => {
    page.keyRow = null;
    const row = target.closest('[data-row]')?.dataset.row;
    const { field } = target.dataset ?? {};
    if (page.state.renaming && field) page.state.renaming.field = field;
    if (!row || row === page.state.active) return;
    page.state.active = row;
    page.draw();
  });
  on('focusout', ({ target, relatedTarget }) => {
    if (!target.isConnected) return;
    const fields = target.closest('[data-fields]');
    if (fields && !fields.contains(relatedTarget)) {
      queueMicrotask(() => {
        if (fields.isConnected && !fields.contains(document.activeElement)) {
          commands.saveFields(fields);
        }
      });
    } else if (target.dataset.new !== undefined) {
      queueMicrotask(() => {
        if (target.isConnected && target !== document.activeElement) commands.insert(target, false);
      });
    }
  });
  return commands;
}
