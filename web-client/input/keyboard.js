/** The keyboard of a list page: keys in inputs, keys on rows, and shortcuts. */

import { addAtEnd, enterTitle, insertBelow, isEmptyNew, leaveBackwards } from '../changing/adding.js';
import { composes, listenForEnter } from '../elements/entering.js';
import { closeLayer } from '../layers.js';
import { findRow } from '../package/list-model.js';
import { pathFrom } from '../screen/list-view.js';

/** Handles the keys for `page`, a `ListPage`, until `signal` aborts. */
export function listenForKeys(page, signal) {
  document.addEventListener('keydown', (event) => {
    if (composes(event) || document.querySelector('dialog[open]')) return;
    if (isSearchKey(event)) {
      event.preventDefault();
      page.search.open();
      return;
    }
    if (isPrintKey(event) && page.shown?.partial) {
      event.preventDefault();
      page.commands.print();
      return;
    }
    if (isInput(event.target)) {
      inputKey(page, event);
      return;
    }
    if (event.key === 'Escape') escape(page);
    else if (shortcut(page, event) || !page.shown) return;
    else if (event.key === 'n' && !page.state.drag && !event.metaKey && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      addAtEnd(page);
    } else rowKey(page, event);
  }, { signal });
  document.addEventListener('keyup', (event) => {
    // Firefox would press the handle of which Space was heard already.
    if (event.key === ' ' && isHandle(event.target)) event.preventDefault();
  }, { signal });
  listenForEnter(document, (field) => enter(page, field), { signal });
  selectByTab(signal);
}

/** The Tab key selects what is in a field of one line, as browsers do where such a field does not wrap. */
function selectByTab(signal) {
  let isTab = false;
  const on = (type, listener) => document.addEventListener(type, listener, { signal, capture: true });
  // GTK has another name for Tab with Shift.
  on('keydown', ({ key, code }) => { isTab = key === 'Tab' || code === 'Tab'; });
  on('pointerdown', () => { isTab = false; });
  on('focusin', ({ target }) => {
    const selects = isTab && target.dataset.line !== undefined;
    isTab = false;
    if (!selects) return;
    const { value } = target;
    target.select();
    // WebKit sets the caret once all have heard of the focus.
    setTimeout(() => { if (target.value === value) target.select(); });
  });
}

/** ⌘ or Ctrl with Z or Y (undo, redo) or A (select all); returns whether it was one. */
function shortcut(page, event) {
  if (!event.metaKey && !event.ctrlKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'a' && page.shown && !isInput(event.target)) {
    event.preventDefault();
    page.commands['select-all']();
    return true;
  }
  if (key !== 'z' && key !== 'y') return false;
  event.preventDefault();
  page.commands[key === 'y' || event.shiftKey ? 'redo' : 'undo']();
  return true;
}

/** Whether an element is the handle of a row or of a section. */
const isHandle = (target) => target.matches('[data-action="handle"], [data-action="section-handle"]');

const isInput = (target) => target.matches('input[type="text"], textarea, select');

/** Whether a key opens the search: `/` outside of inputs, Ctrl-F or ⌘F anywhere. */
function isSearchKey({ key, metaKey, ctrlKey, altKey, shiftKey, target }) {
  if (metaKey || ctrlKey) return key.toLowerCase() === 'f' && !altKey && !shiftKey;
  return key === '/' && !isInput(target);
}

/** Whether a key prints: the browser would print a long list before all of its rows are there. */
const isPrintKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }) => (metaKey || ctrlKey)
  && !altKey && !shiftKey && key.toLowerCase() === 'p';

/** Enter in an input of a row, or in the one for a new row; returns whether `field` is one. */
function enter(page, field) {
  if (!field || document.querySelector('dialog[open]')) return false;
  if (field.closest('[data-fields]') && isInput(field)) enterTitle(page, field);
  else if (field.dataset.new !== undefined) page.forms.saveNew(true);
  else return false;
  return true;
}

/** Escape and Backspace in the inputs of a row, or in the one for a new row. */
function inputKey(page, event) {
  const { forms } = page;
  const fields = event.target.closest('[data-fields]');
  const adds = event.target.dataset.new !== undefined;
  if (!fields && !adds) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    if (fields) {
      const row = page.state.renaming?.row;
      if (forms.dropField()) page.body.rowElement(row)?.focus({ preventScroll: true });
    } else forms.closeNew();
  } else if (event.key === 'Backspace' && !event.repeat && isEmptyNew(event.target)) {
    event.preventDefault();
    leaveBackwards(page);
  } else if (isEmptyNew(event.target)) shortcut(page, event);
}

/** Moves the focus by so many rows and scrolls there; `selecting` selects the rows on the way. */
function moveFocus(page, by, selecting) {
  const { visible, state: { active: from } } = page;
  const path = pathFrom(visible, (from && findRow(visible, from)?.path) ?? [0, -1], by);
  const next = path && visible.sections[path[0]].rows.at(path[1]);
  if (next && !next.absent) {
    if (selecting) page.commands['select-range'](next.id, from);
    page.focusRow(next.id);
  } else if (path && !selecting) page.long.focusPlace(path);
  else if (path) selectThrough(page, path, from);
}

/** Selects the rows up to a path of a long list, of which not all are held yet. */
async function selectThrough(page, path, from) {
  if (!await page.long.whole()) return;
  const next = page.visible.sections[path[0]]?.rows[path[1]];
  if (!next) return;
  page.commands['select-range'](next.id, from);
  page.focusRow(next.id);
}

/** Whether the row has the control for `action`, and it can be used. */
const has = (page, row, action) => Boolean(
  page.body.rowElement(row)?.querySelector(`[data-action="${action}"]:enabled`));

const ROW_KEYS = {
  ' ': (page, row, event) => {
    if (event.shiftKey) page.commands.select(row);
    else if (page.state.drag || has(page, row, 'handle')) page.rowDrag.toggle(row);
    else if (has(page, row, 'done')) page.commands.done(row);
  },
  Enter: (page, row, event) => {
    if (page.state.drag) page.rowDrag.drop();
    else if (event.altKey) page.commands.details(row);
    else if (event.shiftKey) insertBelow(page, row);
    else page.commands.rename(row);
  },
  i: (page, row) => page.commands.details(row),
  ContextMenu: (page, row) => page.commands['row-menu'](row),
  'Shift+F10': (page, row) => page.commands['row-menu'](row),
  Delete: (page, row) => page.commands.delete(row),
  Backspace: (page, row) => page.commands.delete(row),
  ArrowDown: (page, row, event) => arrow(page, row, event, 1),
  ArrowUp: (page, row, event) => arrow(page, row, event, -1),
  Home: (page, row, event) => end(page, event, -1),
  End: (page, row, event) => end(page, event, 1),
};

/** The keys that mean something on a row that the keyboard holds, and otherwise scroll. */
const HELD_KEYS = {
  PageDown: (page) => page.rowDrag.step(page.body.pageRows),
  PageUp: (page) => page.rowDrag.step(-page.body.pageRows),
};

/** Home and End move what is dragged, otherwise the focus. */
function end(page, event, by) {
  if (page.state.drag) page.rowDrag.stepToEnd(by);
  else moveFocus(page, by * Infinity, event.shiftKey);
}

/** The arrow keys move what is dragged, with Alt the row, otherwise the focus. */
function arrow(page, row, event, by) {
  if (page.state.drag) page.rowDrag.step(by);
  else if (event.altKey) page.rowDrag.moveBy(row, by);
  else moveFocus(page, by, event.shiftKey);
}

/** A key on a row, on its handle, or on the page while the active row is not in the document. */
function rowKey(page, event) {
  const { row: own, action } = event.target.dataset;
  const row = action === 'handle' ? event.target.closest('[data-row]').dataset.row
    : own ?? (event.target === document.body ? page.keyRow : null);
  const key = event.key === 'F10' && event.shiftKey ? 'Shift+F10' : event.key;
  const act = ROW_KEYS[action === 'handle' && key === 'Enter' ? ' ' : key]
    ?? (page.state.drag?.keyboard ? HELD_KEYS[key] : undefined);
  if (!row || !act || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  act(page, row, event);
}

/** Cancels the drag, or closes the topmost layer. */
function escape(page) {
  if (page.dragGesture.active) page.dragGesture.cancel();
  else if (page.state.drag) page.rowDrag.cancel();
  else closeLayer();
}
