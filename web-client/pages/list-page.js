/**
 * The page of one list: puts its views and its input together, and draws them when the list, the
 * state of the screen or the connection changes.
 */

import { ManyEdits } from '../changing/many-edits.js';
import { UndoOffers } from '../changing/undoing.js';
import { attribute, h, text } from '../elements/dom.js';
import { FrameDrawing } from '../elements/frame-drawing.js';
import { icon } from '../elements/icons.js';
import { recoveredDrafts, questionsView } from '../elements/lazy-items.js';
import { announce, FirstHint } from '../elements/notices.js';
import { onDemand, pageOnDemand } from '../elements/on-demand.js';
import { isSignedOut } from '../elements/status-view.js';
import { followKeyboard, keepingClear } from '../elements/visible-area.js';
import { opensWhole } from '../environment.js';
import { ListFilter } from '../finding/list-filter.js';
import { SearchOpener } from '../finding/search-opener.js';
import { listenForCommands } from '../input/commands.js';
import { DragGesture } from '../input/drag-gesture.js';
import { Forms } from '../input/forms.js';
import { listenForKeys } from '../input/keyboard.js';
import { listLayers } from '../input/list-layers.js';
import { Press } from '../input/press.js';
import { PullGesture } from '../input/pull-gesture.js';
import { RowDrag } from '../input/row-drag.js';
import { SwipeGesture } from '../input/swipe-gesture.js';
import { findRow, rowCount } from '../package/list-model.js';
import { followLayers } from '../layers.js';
import { RowVisit } from '../people/row-visit.js';
import { ListBody } from '../rows/list-body.js';
import { conflictDraft, dialogDraft } from '../screen/drafts.js';
import { ListView } from '../screen/list-view.js';
import { textsOfEdit, titleProblem } from '../screen/refusals.js';
import { nameOf } from '../screen/row-texts.js';
import { ScreenState } from '../screen/screen-state.js';
import { compareTitles, titleIn, withCurrentText } from '../screen/text-changes.js';
import { renameList, renameSection } from '../screen/user-edits.js';
import { WHOLE_LIST_ROWS } from '../screen/windowing.js';
import { SectionDrag } from '../sections/section-drag.js';
import { SectionForm } from '../sections/section-form.js';
import { translate } from '../texts/texts.js';
import { listenForFiles } from '../transfer/file-drop.js';
import { Toolbar, TopBar } from './list-bars.js';
import { ListEventHandler } from './list-events.js';
import { firstRow, LongList } from './long-list.js';

export class ListPage {
  body = new ListBody(() => this.#drawing.settle());
  #stop = new AbortController();
  press = new Press(window, this.#stop.signal);
  /** The functions that stop listening. */
  #stopListening = [];
  #drawing = new FrameDrawing({ all: () => this.draw(), rows: () => this.drawRows() });
  #sentPresence = '';
  /** The active row, while drawing has removed it from the document together with the focus. */
  keyRow = null;

  /** `row` is in the address, `arrived` tells whether by a link, `place` is where the page was left. */
  constructor({ client, preferences, drafts, id, row, arrived, place }) {
    preferences.dismiss('lists');
    Object.assign(this, { client, drafts, preferences });
    this.state = new ScreenState(new ListView(preferences.storage, id));
    const typed = drafts.of(id).filter(({ kind }) => kind === 'row').map((draft) => draft.id);
    const near = [row, place?.row, ...typed].filter(Boolean).map((one) => ({ row: one }));
    this.list = client.open(id, opensWhole(location.search) ? {} : { around: near });
    this.long = new LongList(this);
    this.forms = new Forms(this, drafts);
    this.many = new ManyEdits(this);
    this.offers = new UndoOffers(this);
    this.sectionForm = new SectionForm(this, drafts);
    this.questions = questionsView();
    this.recoveredDrafts = recoveredDrafts(({ kind, id: name }) => drafts.drop(id, kind, name));
    this.search = new SearchOpener(this);
    this.filter = new ListFilter(this);
    this.topBar = new TopBar(client);
    this.toolbar = new Toolbar();
    this.title = h('h1', { class: 'large-title', dir: 'auto' });
    this.renameButton = h('button', {
      type: 'button', class: 'retitle', 'data-action': 'rename-list',
      'aria-label': translate('lists.rename'), hidden: true,
    }, icon('pencil'));
    this.subtitle = h('p', { class: 'subtitle' });
    this.moveHint = h('p', { class: 'hint', id: 'how-to-move' },
      translate('list.howToMove'));
    this.firstHint = new FirstHint(preferences, 'editing', translate('list.hint'));
    this.visit = new RowVisit(this, row);
    this.message = h('p', { class: 'page-words' });
    this.back = h('a', { class: 'page-link', href: '#/', hidden: true },
      translate('list.showAll'));
    this.messages = h('div', { class: 'page-message' }, this.message, this.back);
    this.main = h('main', { class: 'page list-page', 'data-list': id },
      h('div', { class: 'heading' },
        h('div', { class: 'heading-line' }, this.title, this.renameButton),
        this.questions.element, this.subtitle, this.long.paperNote, this.filter.element),
      this.firstHint.element, this.messages,
      this.recoveredDrafts.element, this.body.element, this.moveHint);
    this.element = h('div', { class: 'screen' },
      this.topBar.element, this.main, this.toolbar.element);
    this.sectionDrag = new SectionDrag(this);
    this.rowDrag = new RowDrag(this);
    this.dragGesture = new DragGesture(this.body.element, this.rowDrag);
    this.swipeGesture = new SwipeGesture(this.body.element, this);
    this.#listen();
    this.draw();
    this.forms.restore();
    if (arrived) pageOnDemand(({ NameQuestion }) => this.#askName(NameQuestion));
  }

  #askName(NameQuestion) {
    this.nameQuestion = new NameQuestion(this.preferences, () => this.update());
    this.firstHint.element.before(this.nameQuestion.element);
    this.update();
  }

  /** The list as it is shown, or `null` before it has arrived. */
  get shown() { return this.list.list; }

  /** The functions that close what is open, the topmost last. */
  get layers() { return listLayers(this); }

  /** The list with those of its rows that are shown: others are filtered or in collapsed sections. */
  get visible() { return this.state.view.visible(this.shown); }

  /** Where the page is scrolled to; `undefined` while no row is in view. */
  get place() { return this.body.topRow; }

  /** Scrolls to `place`, as soon as the list is there. */
  returnTo(place) {
    const { shown, list } = this;
    if (shown && (!shown.partial || findRow(shown, place.row))) {
      this.bringIntoView(place.row);
      this.body.restore(place);
      this.drawRows();
    } else if (shown && list.status === 'live') {
      this.long.reach(place.row).then((is) => { if (is) this.returnTo(place); });
    } else {
      // What this browser keeps of a list need not have the row, and more is sent once the list is live.
      const stop = list.on(shown ? 'status' : 'change', () => {
        stop();
        this.returnTo(place);
      });
      this.#stopListening.push(stop);
    }
  }

  /**
   * Changes members of `state`, and draws once in the next frame; `options` are those of `ListBody.render`.
   */
  update(change = {}, options = {}) {
    Object.assign(this.state, change);
    this.#drawing.soon(options);
  }

  /** Draws at once, for what needs the rows as they are now, or after the press that is going on. */
  draw(more = {}) {
    this.#drawing.add(more);
    if (this.press.defers(() => this.draw())) return;
    const options = this.#drawing.take();
    const { shown, state } = this;
    const drafts = this.drafts.of(this.list.id);
    state.conflicts = drafts.filter(({ kind }) => kind === 'conflict')
      .map((draft) => (shown ? withCurrentText(draft, shown) : draft));
    this.recoveredDrafts.update(drafts.filter(({ kind }) => kind === 'kept'));
    this.questions.update(state.conflicts.filter(({ target }) => target === 'list'));
    const { others, waiting, delayed, overdue, status } = this.list;
    const editable = shown !== null && status !== 'gone';
    const unavailable = status === 'unavailable';
    const answers = { waiting, delayed, overdue, unavailable };
    this.topBar.update({
      state, others, answers, editable: editable && this.list.role !== 'viewer',
    });
    this.#drawMessage();
    this.toolbar.element.hidden = !editable;
    const title = shown ? nameOf(shown.title) : translate(status === 'gone' ? 'list.noSuchList' : 'list.list');
    text(this.title, title);
    document.title = translate('page.title', { name: title });
    this.renameButton.hidden = !state.editing;
    if (!shown) return;
    state.role = this.list.role;
    this.sectionForm.follow();
    this.sectionDrag.follow();
    const count = rowCount(shown);
    text(this.subtitle, translate(state.role === 'viewer' ? 'list.viewOnly' : 'page.items', { count }));
    this.main.classList.toggle('editing', state.editing);
    this.main.classList.toggle('selecting', state.selecting);
    state.active ??= firstRow(shown)?.id ?? null;
    if (state.editing) this.firstHint.dismiss();
    this.filter.follow();
    const { canUndo, canRedo } = this.list;
    this.toolbar.update({ state, list: shown, canUndo, canRedo });
    this.drawRows(options);
    this.search.follow();
    followLayers();
    this.#shareState();
  }

  /** Draws the rows alone: the page was scrolled, or a gap moved. */
  drawRows(options = {}) {
    const { shown, state, list } = this;
    if (!shown) return;
    keepingClear(() => {
      this.#restoringFocus(() => this.body.render(shown, state, list.others, options));
    });
    this.long.see();
  }

  /** Makes one edit of `actions`, if there are any; `note` says what they are about. */
  edit(actions, note) { this.editAll([actions], note); }

  /** Makes an edit of each of `all`, lists of actions, which are undone together. */
  editAll(all, note) {
    const parts = all.filter((actions) => actions.length > 0);
    if (parts.length === 0) return;
    if (this.list.status === 'gone') this.#keep(textsOfEdit({ actions: parts.flat(), note }));
    else if (!this.offers.take(parts, note)) this.many.make(parts, note);
  }

  /**
   * Changes the title of a section, or of the list where `section` is `undefined`, from `opened`;
   * where someone else has changed it meanwhile, the user is asked.
   */
  retitle(section, opened, title) {
    if (!this.shown || !title) return;
    const now = titleIn(this.shown, section);
    if (this.list.status === 'gone' || now === undefined) {
      this.#keep(title);
      return;
    }
    const { send, theirs } = compareTitles(opened, title, now);
    if (send) {
      this.list.edit(section === undefined ? renameList(title) : renameSection(section, title),
        { form: 'title', section, texts: { title } }, { section, title: opened });
    } else if (theirs !== undefined) {
      const target = section === undefined ? 'list' : 'section';
      this.drafts.put(conflictDraft(this.list.id,
        { target, section, field: 'title', mine: title, theirs }));
      announce(translate('typed.renamedChoose'));
    }
  }

  /** Offers a text for copying whose list or section was deleted while it was typed. */
  #keep(text) {
    const gone = this.list.status === 'gone';
    this.drafts.keep(this.list.id, text,
      translate(gone ? 'typed.listDeleted' : 'typed.sectionDeleted'), gone);
  }

  /** The options of `askText` for a title; `id` names the dialog. */
  titleForm(id) {
    const { limits } = this.client;
    return {
      maximum: limits.titleBytes ?? 120,
      check: (title) => titleProblem(title, limits),
      draft: dialogDraft(this.drafts, this.list.id, id),
    };
  }

  /** Takes a conflict out of those that are undecided; `undefined` where there is none. */
  decided(id) {
    const conflict = this.drafts.find(this.list.id, 'conflict', id);
    this.drafts.drop(this.list.id, 'conflict', id);
    return conflict;
  }

  /** Whether a move must name a neighbour instead of an index: see `moveRows`. */
  get movesByNeighbour() { return this.list.waiting > 0 || this.state.view.isFiltered; }

  /** Gives a row the focus, and scrolls there. */
  focusRow(row) {
    this.state.active = row;
    this.draw();
    this.bringIntoView(row);
    this.body.rowElement(row)?.focus({ preventScroll: true });
  }

  /**
   * Scrolls as far as needed to show a row, which need not be in the document yet, and may be
   * hidden.
   */
  bringIntoView(row) {
    this.state.view.reveal(this.shown, row);
    if (!this.body.rowElement(row)) {
      const found = findRow(this.visible, row);
      if (found) this.body.scrollTowards(this.visible, found.path);
      this.draw();
    }
    this.body.rowElement(row)?.scrollIntoView({ block: 'nearest' });
  }

  /** Whether swiping a row reveals its buttons now. */
  maySwipe(row) {
    return !this.state.editing && !this.dragGesture.active && findRow(this.shown, row) !== null;
  }

  /** Reveals the delete button of a row. */
  reveal(row) { this.update({ revealed: row }); }

  /** Hides the delete button. */
  conceal() {
    if (this.state.revealed) this.update({ revealed: null });
  }

  /** Stops the page; another one is shown. */
  leave() {
    this.forms.commit();
    this.sectionForm.save();
    this.search.stop();
    this.long.leave();
    this.#stop.abort();
    for (const stop of this.#stopListening) stop();
    this.#drawing.stop();
    this.topBar.leave();
    this.client.close(this.list.id);
  }

  #listen() {
    const { signal } = this.#stop;
    this.#stopListening.push(...this.filter.listen(), ...this.offers.listen(), ...this.many.listen(),
      ...new ListEventHandler(this).listen(), ...this.visit.listen(),
      this.client.on('state', () => this.update()), this.client.on('silent', () => this.update()),
      this.drafts.on('change', (list) => { if (list === this.list.id) this.update(); }),
      this.drafts.on('refused', (list) => { if (list === this.list.id) this.forms.restore(); }));
    followKeyboard(signal);
    this.commands = listenForCommands(this, signal);
    listenForKeys(this, signal);
    listenForFiles(this.element, (file) => onDemand(
      ({ importFile }) => importFile(this.client, { open: this.list, file })), signal);
    const pull = new PullGesture(this.element, () => this.refresh(),
      () => this.dragGesture.active);
    this.#stopListening.push(() => pull.stop());
    window.addEventListener('scroll', () => {
      this.swipeGesture.scrolled();
      const windowed = this.shown && rowCount(this.shown) > WHOLE_LIST_ROWS;
      if (windowed && !this.dragGesture.active && !this.body.covers()) this.#drawing.rowsSoon();
    }, { signal, passive: true });
    this.long.listen(signal);
    window.addEventListener('resize', () => {
      this.body.resetHeights();
      this.#drawing.rowsSoon();
    }, { signal });
  }

  /** Opens the list again, or connects. */
  refresh() {
    if (this.client.state === 'online') this.list.open();
    else this.client.reconnect();
    announce(translate('list.refreshing'));
  }

  /**
   * Runs `change`. If it removes the focused row, the active row gets the focus; if that is not in
   * the document either, because the page was scrolled, keys apply to it all the same (`keyRow`).
   */
  #restoringFocus(change) {
    const inside = this.body.element.contains(document.activeElement);
    change();
    if (!inside || document.activeElement !== document.body) return;
    this.keyRow = this.state.active;
    const row = this.keyRow && this.body.rowElement(this.keyRow);
    if (row) row.focus({ preventScroll: true });
    else if (!this.keyRow) this.topBar.focus();
  }

  #drawMessage() {
    const gone = this.list.status === 'gone';
    const message = this.#messageText(gone);
    text(this.message, message);
    this.messages.hidden = message === '';
    this.back.hidden = !gone;
    this.body.element.hidden = gone;
    const isThere = !gone && this.shown !== null;
    this.nameQuestion?.update(isThere);
    const mayEdit = isThere && this.list.role !== 'viewer';
    this.firstHint.update(mayEdit && this.nameQuestion?.element.hidden !== false);
    this.moveHint.hidden = gone || !this.shown || !this.state.editing;
    attribute(this.main, 'data-status', this.list.status);
    attribute(this.main, 'data-revision', this.list.revision);
  }

  #messageText(gone) {
    if (gone) return translate('list.gone');
    if (this.list.status === 'unavailable') {
      return translate(this.shown ? 'list.unreadableShown' : 'list.unreadable');
    }
    if (!this.shown) {
      if (isSignedOut(this.client)) return translate('list.signIn');
      return translate(this.client.offline ? 'list.notOpenedBefore' : 'page.opening');
    }
    return this.shown.sections.length > 0 ? '' : translate('list.empty');
  }

  /** Sends the state of the screen to the others as presence, if it has changed. */
  #shareState() {
    const json = JSON.stringify(this.state.presence);
    if (json === this.#sentPresence) return;
    this.#sentPresence = json;
    this.list.show(this.state.presence);
  }
}
