/** The page of one list: puts its parts together and draws them when something changes. */

import { findRow, findSection, rowCount } from '../list-model.js';
import { clampNote } from '../screen/clamp-notes.js';
import { ScreenState } from '../screen/screen-state.js';
import { WHOLE } from '../screen/window-range.js';
import { announce } from './announcer.js';
import { attribute, h, text } from './dom.js';
import { DragGesture } from './drag-gesture.js';
import { listenForCommands } from './list-commands.js';
import { HeldRows } from './held-rows.js';
import { icon } from './icons.js';
import { ListBody } from './list-body.js';
import { listenForKeys } from './list-keys.js';
import { NavView } from './nav-view.js';
import { PullGesture } from './pull-gesture.js';
import { SwipeGesture } from './swipe-gesture.js';
import { toast } from './toast-view.js';
import { ToolbarView } from './toolbar-view.js';

const NOTHING = { undo: 'Nothing left to undo', redo: 'Nothing left to redo' };

export class ListPage {
  state = new ScreenState();
  body = new ListBody();
  #stop = new AbortController();
  #ends = [];
  #frame = 0;
  #told = '';

  constructor({ client, id }) {
    this.client = client;
    this.list = client.open(id);
    this.nav = new NavView(client);
    this.toolbar = new ToolbarView();
    this.title = h('h1', { class: 'large-title', dir: 'auto' });
    this.retitle = h('button', {
      type: 'button', class: 'retitle', 'data-action': 'rename-list', 'aria-label': 'Rename list',
      hidden: true,
    }, icon('pencil'));
    this.subtitle = h('p', { class: 'subtitle' });
    this.hint = h('p', { class: 'hint', id: 'how-to-move' },
      'Drag the handle to reorder, or press Space on an item and use the arrow keys.');
    this.message = h('div', { class: 'page-message' });
    this.main = h('main', { class: 'page list-page', 'data-list': id },
      h('div', { class: 'heading' },
        h('div', { class: 'heading-line' }, this.title, this.retitle), this.subtitle), this.message,
      this.body.element, this.hint);
    this.element = h('div', { class: 'screen' }, this.nav.element, this.main, this.toolbar.element);
    this.held = new HeldRows(this);
    this.drag = new DragGesture(this.body.element, this.held);
    this.swipe = new SwipeGesture(this.body.element, this);
    this.#listen();
    this.draw();
  }

  /** The list as it is to be seen, or `null` before it came. */
  get shown() { return this.list.list; }

  /** Draws at once; `moving` lets what changes its place slide. */
  draw(options = {}) {
    const { shown, state } = this;
    this.nav.update({ state, others: this.list.others, waiting: this.list.waiting, there: shown });
    this.#drawMessage();
    if (!shown) return;
    text(this.title, shown.title || 'Untitled');
    this.retitle.hidden = !state.editing;
    document.title = `${shown.title} – Lockstep`;
    const count = rowCount(shown);
    text(this.subtitle, count === 1 ? '1 item' : `${count} items`);
    this.main.classList.toggle('editing', state.editing);
    state.active ??= shown.sections.find((section) => section.rows.length > 0)?.rows[0].id ?? null;
    this.body.render(shown, state, this.list.others, options);
    this.toolbar.update({ state, list: shown });
    this.#tell();
  }

  /** Sends `actions` as one edit, where there are any. */
  edit(actions) {
    if (actions.length > 0) this.list.edit(actions);
  }

  /** Whether a neighbour must be named instead of an index. */
  get named() { return this.list.waiting > 0; }

  maySwipe(row) {
    return !this.state.editing && !this.drag.active && findRow(this.shown, row) !== null
      && this.rowMayGo(row);
  }

  rowMayGo(row) {
    return this.commands.mayDelete(row);
  }

  reveal(row) {
    this.state.revealed = row;
    this.draw();
  }

  conceal() {
    if (!this.state.revealed) return;
    this.state.revealed = null;
    this.draw();
  }

  leave() {
    this.#stop.abort();
    for (const end of this.#ends) end();
    cancelAnimationFrame(this.#frame);
    this.nav.leave();
    this.client.close(this.list.id);
  }

  #listen() {
    const { signal } = this.#stop;
    const on = (name, then) => this.#ends.push(this.list.on(name, then));
    on('change', (cause) => this.#changed(cause));
    on('presence', () => this.draw());
    on('status', () => this.draw());
    on('gone', () => this.draw());
    on('rejected', (entry, code, message) => this.#refused(entry, code, message));
    on('clamped', (entries) => this.#note(clampNote(entries[0])));
    on('nothing', (kind) => this.#note(`${NOTHING[kind]}: others changed it since`));
    this.#ends.push(this.client.on('state', () => this.draw()));
    this.commands = listenForCommands(this, signal);
    listenForKeys(this, signal);
    const pull = new PullGesture(this.element, () => this.refresh());
    this.#ends.push(() => pull.stop());
    window.addEventListener('scroll', () => {
      if (this.shown && rowCount(this.shown) > WHOLE) this.#later();
    }, { signal, passive: true });
    window.addEventListener('resize', () => {
      this.body.forgetHeights();
      this.#later();
    }, { signal });
  }

  /** Opens the list again, or connects where there is no connection. */
  refresh() {
    if (this.client.state === 'online') this.list.open();
    else this.client.reconnect();
    announce('Refreshing');
  }

  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  #changed({ own, sets, whole }) {
    const { shown, state } = this;
    const interrupted = shown && state.keepOnly(
      (row) => findRow(shown, row) !== null, (section) => findSection(shown, section) >= 0);
    if (interrupted?.length > 0) {
      this.drag.cancel();
      this.#note('Someone deleted what you were holding');
    }
    this.held.followList();
    this.draw({ moving: Boolean(own || sets || whole) && document.visibilityState === 'visible' });
  }

  #refused(entry, code, message) {
    const nothing = code === 'nothingToUndo' || code === 'nothingToRedo';
    if (nothing) this.#note(NOTHING[entry.kind]);
    else this.#note(`Not done: ${message}`, 'error');
  }

  #note(message, kind = 'note') {
    toast(message, kind);
    announce(message);
  }

  #drawMessage() {
    const { status } = this.list;
    const gone = status === 'gone';
    const words = gone ? 'This list is not there. It may have been deleted.'
      : !this.shown ? 'Opening…'
        : this.shown.sections.length > 0 ? ''
          : 'Nothing here yet. Tap Edit, then “Add section”.';
    text(this.message, words);
    this.message.hidden = words === '';
    this.body.element.hidden = gone;
    this.hint.hidden = gone || !this.shown || !this.state.editing;
    attribute(this.main, 'data-status', status);
    attribute(this.main, 'data-revision', this.list.revision);
  }

  /** Tells the others what changed about what one does here. */
  #tell() {
    const said = JSON.stringify(this.state.presence);
    if (said === this.#told) return;
    this.#told = said;
    this.list.show(this.state.presence);
  }
}
