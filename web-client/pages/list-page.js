/** The page of one list: puts its parts together and draws them when something changes. */

import { findRow, rowCount } from '../list-model.js';
import { ScreenState } from '../screen/screen-state.js';
import { WHOLE } from '../screen/windowing.js';
import { announce } from '../elements/announcer.js';
import { attribute, h, text } from '../elements/dom.js';
import { DragGesture } from '../input/drag-gesture.js';
import { FirstHint } from '../elements/first-hint.js';
import { listenForCommands } from '../input/commands.js';
import { ListFollower } from './list-events.js';
import { HeldRows } from '../input/row-drag.js';
import { icon } from '../elements/icons.js';
import { ListBody } from '../rows/list-body.js';
import { listenForKeys } from '../input/keyboard.js';
import { NavView } from './list-bars.js';
import { PullGesture } from '../input/pull-gesture.js';
import { SwipeGesture } from '../input/swipe-gesture.js';
import { ToolbarView } from './toolbar-view.js';

const NEWS = 'Tap Edit to add, rename, reorder and delete; swiping a row deletes it too. Others see '
  + 'every change at once.';

const TURN = 300;

export class ListPage {
  state = new ScreenState();
  body = new ListBody();
  #stop = new AbortController();
  #ends = [];
  #frame = 0;
  #told = '';

  constructor({ client, person, id }) {
    person.learns('lists');
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
    this.news = new FirstHint(person, 'editing', NEWS);
    this.message = h('p', { class: 'page-words' });
    this.back = h('a', { class: 'page-link', href: '#/', hidden: true }, 'Show all lists');
    this.messages = h('div', { class: 'page-message' }, this.message, this.back);
    this.main = h('main', { class: 'page list-page', 'data-list': id },
      h('div', { class: 'heading' },
        h('div', { class: 'heading-line' }, this.title, this.retitle), this.subtitle),
      this.news.element, this.messages, this.body.element, this.hint);
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
    const { others, waiting, delayed, overdue, status } = this.list;
    const there = shown !== null && status !== 'gone';
    const unavailable = status === 'unavailable';
    this.nav.update({ state, others, there, answers: { waiting, delayed, overdue, unavailable } });
    this.#drawMessage();
    this.toolbar.element.hidden = !there;
    const title = shown ? shown.title || 'Untitled' : status === 'gone' ? 'No such list' : 'List';
    text(this.title, title);
    document.title = `${title} – Lockstep`;
    this.retitle.hidden = !state.editing;
    if (!shown) return;
    const count = rowCount(shown);
    text(this.subtitle, count === 1 ? '1 item' : `${count} items`);
    this.main.classList.toggle('editing', state.editing);
    this.main.classList.toggle('selecting', state.selecting);
    state.active ??= shown.sections.find((section) => section.rows.length > 0)?.rows[0].id ?? null;
    if (state.editing) this.news.done();
    this.#keepingFocus(() => this.body.render(shown, state, others, options));
    this.toolbar.update({ state, list: shown });
    this.#tell();
  }

  /** The controls of the rows come or go: for a moment they grow in. */
  turn() {
    this.main.classList.add('turning');
    setTimeout(() => this.main.classList.remove('turning'), TURN);
  }

  /** Sends `actions` as one edit, where there are any. */
  edit(actions) {
    if (actions.length > 0) this.list.edit(actions);
  }

  /** Whether a neighbour must be named instead of an index. */
  get named() { return this.list.waiting > 0; }

  /** Scrolls as little as shows a row, also one that is not in the document yet. */
  bringIntoView(row) {
    if (!this.body.rowElement(row)) {
      this.body.scrollTowards(this.shown, row);
      this.draw();
    }
    this.body.rowElement(row)?.scrollIntoView({ block: 'nearest' });
  }

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
    this.#ends.push(...new ListFollower(this).listen(),
      this.client.on('state', () => this.draw()));
    this.commands = listenForCommands(this, signal);
    listenForKeys(this, signal);
    const pull = new PullGesture(this.element, () => this.refresh());
    this.#ends.push(() => pull.stop());
    window.addEventListener('scroll', () => {
      if (this.shown && rowCount(this.shown) > WHOLE && !this.body.covers()) this.#later();
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

  /**
   * Where drawing takes the focused row away, the focus goes to the active row; where that is out
   * of view (the page scrolled on), the keys still mean it.
   */
  #keepingFocus(change) {
    const inside = this.body.element.contains(document.activeElement);
    change();
    if (!inside || document.activeElement !== document.body) return;
    this.away = this.state.active;
    const row = this.away && this.body.rowElement(this.away);
    if (row) row.focus({ preventScroll: true });
    else if (!this.away) this.nav.focus();
  }

  #drawMessage() {
    const { status } = this.list;
    const gone = status === 'gone';
    const words = this.#words(gone);
    text(this.message, words);
    this.messages.hidden = words === '';
    this.back.hidden = !gone;
    this.body.element.hidden = gone;
    this.news.update(!gone && this.shown !== null);
    this.hint.hidden = gone || !this.shown || !this.state.editing;
    attribute(this.main, 'data-status', status);
    attribute(this.main, 'data-revision', this.list.revision);
  }

  #words(gone) {
    if (gone) return 'This list is not there. It may have been deleted.';
    if (this.list.status === 'unavailable') {
      return this.shown ? 'This list can’t be read now, trying again. You see it as it was; what you '
        + 'change is kept and sent later.' : 'This list can’t be read now, trying again…';
    }
    if (!this.shown) {
      return this.client.offline
        ? 'There is no connection, and this list was not opened in this browser before.' : 'Opening…';
    }
    return this.shown.sections.length > 0 ? '' : 'Nothing here yet. Tap Edit, then “Add section”.';
  }

  /** Tells the others what changed about what one does here. */
  #tell() {
    const said = JSON.stringify(this.state.presence);
    if (said === this.#told) return;
    this.#told = said;
    this.list.show(this.state.presence);
  }
}
