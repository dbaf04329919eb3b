/** The keyboard on a list page. */

const inField = (target) => target.matches('input[type="text"], textarea, select');

function fieldKey(page, event) {
  const { commands } = page;
  const fields = event.target.closest('[data-fields]');
  const adds = event.target.dataset.new !== undefined;
  if (event.isComposing || !(fields || adds)) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (fields) {
      const row = page.state.renaming?.row;
      commands.saveFields(fields);
      page.body.rowElement(row)?.focus({ preventScroll: true });
    } else commands.insert(event.target, true);
  } else if (event.key === 'Escape') {
    event.preventDefault();
    if (fields) {
      const row = page.state.renaming?.row;
      commands.discardFields();
      page.body.rowElement(row)?.focus({ preventScroll: true });
    } else {
      event.target.value = '';
      commands.insert(event.target, false);
    }
  }
}

/** The row `by` places from the active one, scrolled into view and focused. */
function walk(page, by) {
  const all = page.shown.sections.flatMap((section) => section.rows.map((row) => row.id));
  const at = all.indexOf(page.state.active);
  const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
  if (!next) return;
  page.state.active = next;
  page.draw();
  page.bringIntoView(next);
  page.body.rowElement(next)?.focus({ preventScroll: true });
}

const has = (page, row, action) => Boolean(
  page.body.rowElement(row)?.querySelector(`[data-action="${action}"]`));

const ROW_KEYS = {
  ' ': (page, row, event) => {
    if (event.shiftKey) page.commands.select(row);
    else if (page.state.drag || has(page, row, 'handle')) page.held.toggle(row);
    else if (has(page, row, 'done')) page.commands.done(row);
  },
  Enter: (page, row) => {
    if (page.state.drag) page.held.drop();
    else if (page.state.editing) page.commands.rename(row);
  },
  Delete: (page, row) => page.commands.delete(row),
  Backspace: (page, row) => page.commands.delete(row),
  ArrowDown: (page, row, event) => arrow(page, row, event, 1),
  ArrowUp: (page, row, event) => arrow(page, row, event, -1),
  Home: (page) => walk(page, -Infinity),
  End: (page) => walk(page, Infinity),
};

function arrow(page, row, event, by) {
  if (page.state.drag) page.held.step(by);
  else if (event.altKey) page.held.nudge(row, by);
  else walk(page, by);
}

function rowKey(page, event) {
  const { row: own, action } = event.target.dataset;
  const row = action === 'handle' ? event.target.closest('[data-row]').dataset.row
    : own ?? (event.target === document.body ? page.away : null);
  const act = ROW_KEYS[event.key];
  if (!row || !act || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  act(page, row, event);
}

function escape(page) {
  if (page.drag.active) page.drag.cancel();
  else if (page.state.drag) page.held.cancel();
  else if (page.state.revealed) {
    const row = page.state.revealed;
    page.conceal();
    page.body.rowElement(row)?.focus({ preventScroll: true });
  } else if (page.state.selected.size > 0) {
    page.state.selected.clear();
    page.draw();
  }
}

/** Listens until `signal` ends. */
export function listenForKeys(page, signal) {
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (inField(event.target)) {
      fieldKey(page, event);
      return;
    }
    const command = event.metaKey || event.ctrlKey;
    if (event.key === 'Escape') escape(page);
    else if (command && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      page.commands[event.shiftKey ? 'redo' : 'undo']();
    } else if (command && event.key.toLowerCase() === 'y') {
      event.preventDefault();
      page.commands.redo();
    } else if (page.shown) rowKey(page, event);
  }, { signal });
}
