/**
 * What a list page does on the events of its list: keeps its state valid, draws, notifies the user.
 */

import { anchorIn } from '../changing/new-rows.js';
import { tellNothing } from '../changing/undoing.js';
import { announce, lostEditsNote, toast } from '../elements/notices.js';
import { inBackground } from '../elements/on-demand.js';
import { findRow, findSection, heldOf, mayInsert } from '../package/list-model.js';
import { clampNote } from '../screen/descriptions.js';
import { textOf } from '../screen/drafts.js';
import { refusalSentence } from '../screen/refusals.js';
import { nameOf } from '../screen/row-texts.js';
import { neighbourOf } from '../screen/screen-state.js';
import { translate } from '../texts/texts.js';

const NOTHING_LEFT = {
  undo: 'edits.nothingLeftToUndo', redo: 'edits.nothingLeftToRedo', restore: 'restoring.alreadySo',
};
const KEPT = { undo: 'edits.notUndone', redo: 'edits.notRedone' };
/** Refusals of what is no step, or may be none. */
const TRANSIENT = new Set([
  'rateLimited', 'unavailable', 'staleBase', 'unknownList', 'notApplied', 'outcomeUnknown',
]);
const PARTLY = { undo: 'edits.partlyUndone', redo: 'edits.partlyRedone' };
/** Milliseconds between two toasts about delayed edits. */
const DELAY_TOAST_INTERVAL = 20_000;

export class ListEventHandler {
  #page;
  /** The list before the event that is being handled. */
  #before;
  #delayToastAt = -Infinity;

  constructor(page) {
    this.#page = page;
    this.#before = page.shown;
  }

  /** Listens to the list; returns the functions that stop listening. */
  listen() {
    const { list } = this.#page;
    const draw = () => this.#page.update();
    return [
      list.on('change', (cause) => this.#changed(cause)),
      list.on('presence', draw),
      list.on('status', () => {
        this.#page.forms.restore();
        draw();
      }),
      list.on('gone', (code, lost) => this.#gone(code, lost)),
      list.on('rejected', (edit, code) => this.#rejected(edit, code)),
      list.on('delayed', (code) => this.#delayed(code)),
      list.on('overdue', (overdue) => this.#overdue(overdue)),
      list.on('final', () => toast(translate('edits.final'))),
      list.on('partly', (kind) => toast(translate(PARTLY[kind]))),
      list.on('clamped', (clamps) => toast(clampNote(clamps[0]))),
      list.on('nothing', (kind) => toast(translate(NOTHING_LEFT[kind]))),
    ];
  }

  #changed(cause) {
    const { own, sets, whole } = cause;
    const { shown, state, list, dragGesture, rowDrag, body } = this.#page;
    const before = this.#before;
    this.#before = shown;
    if (shown && before) {
      if (sets && shown.partial) this.#page.search.drop(goneTest(before, { sets }));
      const held = heldOf(shown, state.selected);
      const isHeld = (id) => (
        state.selected.has(id) ? held.has(id) : findRow(shown, id) !== null);
      const isGone = shown.partial ? goneTest(before, cause) : () => true;
      const exists = (id) => isHeld(id) || !isGone(id);
      const focused = body.focusedRow;
      const next = state.active && !exists(state.active)
        ? neighbourOf(before, state.active, exists) : null;
      const { adding, draft } = state;
      const renamed = this.#renamedRow(before);
      const interrupted = state.keepOnly(
        exists, (section) => findSection(shown, section) >= 0, isHeld);
      state.active ??= next;
      if (state.addingBelow) {
        state.addingBelow = anchorIn(shown, before, state.adding, state.addingBelow);
      }
      if (interrupted.includes('drag')) dragGesture.cancel();
      this.#reportInterrupted(interrupted, renamed, { adding, draft });
      const unreported = interrupted.length === 0 && !own;
      if (focused && !exists(focused) && unreported) this.#announceDeletion(before, focused, sets);
    }
    this.#announceUndo(before, sets);
    if (shown && list.status === 'live') this.#dropConflicts();
    this.#page.forms.restore();
    rowDrag.followList();
    const moving = Boolean(own || sets || whole) && document.visibilityState === 'visible';
    this.#page.update({}, moving ? { moving } : {});
  }

  /**
   * The row whose texts are edited: `{name, title, text, section, row}`, `text` being all that was
   * typed; `null` where there is none.
   */
  #renamedRow(before) {
    const { renaming } = this.#page.state;
    const found = renaming && findRow(before, renaming.row);
    if (!found) return null;
    const { row, opened, texts } = renaming;
    const text = textOf({ kind: 'row', opened, texts });
    const title = texts.title.trim();
    return {
      row, name: opened.title, title: text === title ? title : '', text, section: found.section.id,
    };
  }

  #reportInterrupted(interrupted, renamed, { adding, draft }) {
    const { drafts, list } = this.#page;
    if (interrupted.includes('drag')) toast(translate('peers.deletedHolding'));
    if (interrupted.includes('adding')) {
      toast(translate('peers.deletedSection'));
      drafts.drop(list.id, 'new', adding);
      drafts.keep(list.id, draft, translate('peers.deletedSectionReason'));
    }
    if (!interrupted.includes('renaming') || !renamed) return;
    const { row, name: title, text } = renamed;
    drafts.drop(list.id, 'row', row);
    if (text === '') toast(translate('peers.deletedRenaming'));
    else if (this.#offerTyped(renamed)) {
      toast(translate('peers.deletedOffered', { title }));
    } else {
      toast(translate('peers.deletedKept', { title }));
      drafts.keep(list.id, text, translate('peers.deletedReason', { title }));
    }
  }

  /**
   * Offers a title that was typed for a deleted row as that of a new one; returns whether it could.
   */
  #offerTyped({ section, title }) {
    const { shown, state, drafts, list } = this.#page;
    const at = findSection(shown, section);
    const insertable = at >= 0 && mayInsert(shown, shown.sections[at]);
    if (title === '' || !insertable) return false;
    Object.assign(state, { adding: section, addingBelow: null, draft: title });
    drafts.put({ list: list.id, kind: 'new', id: section, text: title });
    return true;
  }

  /** Offers for copying what a conflict is about, where its row or section is gone. */
  #dropConflicts() {
    const { shown, drafts, list } = this.#page;
    for (const draft of drafts.of(list.id)) {
      const { kind, id, target, row, section, mine } = draft;
      const gone = (target === 'row' && !findRow(shown, row) && !shown.partial)
        || (target === 'section' && findSection(shown, section) < 0);
      if (kind !== 'conflict' || !gone) continue;
      drafts.drop(list.id, kind, id);
      drafts.keep(list.id, mine, translate('peers.deletedBoth'));
    }
  }

  /** Announces that others deleted the focused row, and which row has the focus now. */
  #announceDeletion(before, row, sets = []) {
    const { list, shown, state } = this.#page;
    const title = (at, id) => at && id && findRow(at, id) && nameOf(findRow(at, id).row.fields.title);
    const by = sets.findLast((set) => set.client !== this.#page.client.me)?.client;
    const next = title(shown, state.active);
    announce(translate(next ? 'peers.deletedNowOn' : 'peers.deleted', {
      name: list.nameOf(by) ?? translate('page.someone'),
      title: title(before, row) ?? translate('page.untitled'),
      next,
    }));
  }

  /** Announces what undo and redo did: nothing else tells it to a screen reader. */
  #announceUndo(before, sets = []) {
    const { shown, client } = this.#page;
    const set = sets.findLast((one) => one.client === client.me
      && (one.undoes !== undefined || one.redoes !== undefined));
    if (!set) return;
    const row = (id) => (shown && findRow(shown, id)) ?? (before && findRow(before, id));
    inBackground(({ changeSentence }) => announce(
      changeSentence(set, null, (id) => row(id)?.row.fields.title)));
  }

  #rejected(edit, code) {
    if (code === 'nothingToUndo' || code === 'nothingToRedo') tellNothing(this.#page, edit.kind);
    else if (code === 'conflict' && edit.note) announce(translate('typed.changed'));
    else if (KEPT[edit.kind] && !TRANSIENT.has(code)) this.#keptStep(edit, code);
    else toast(translate('edits.notDone', { reason: refusalSentence(code, edit) }), 'error');
  }

  /** An undo or redo is refused, and its step stays: it may be tried again, or left out. */
  #keptStep({ kind, part }, code) {
    // Of several that are taken together, the first tells it.
    if (part) return;
    const { list } = this.#page;
    const reason = refusalSentence(code, { kind });
    const dismiss = toast(translate(KEPT[kind], { reason }), 'error', {
      action: 'skip-step', label: translate('edits.skipStep'),
      then: () => {
        dismiss();
        list.skipStep(kind);
        this.#page.update();
      },
    });
  }

  #overdue(overdue) {
    if (overdue) toast(translate('edits.overdue'));
    this.#page.update();
  }

  /** One toast for many refusals: a burst of edits is refused one by one. */
  #delayed(code) {
    const now = performance.now();
    if (now - this.#delayToastAt > DELAY_TOAST_INTERVAL) {
      toast(translate(code === 'rateLimited' ? 'edits.rateLimited' : 'edits.unavailable'));
    }
    this.#delayToastAt = now;
  }

  #gone(code, lost) {
    const { state, dragGesture } = this.#page;
    dragGesture.cancel();
    state.reset();
    if (lost > 0) toast(lostEditsNote(lost), 'error');
    else announce(translate(code === 'deleted' ? 'list.wasDeleted' : 'list.isNotThere'));
    this.#page.update();
  }
}

/**
 * A function that tells whether the row of an id was deleted by what `cause`, of a change, names:
 * where only parts of a list are held, a row that is not may exist all the same.
 */
function goneTest(before, { own, sets = [] }) {
  const actions = own?.actions ?? [];
  const rows = [
    ...sets.flatMap(({ deletedRows = [] }) => deletedRows.map(({ row }) => row)),
    ...actions.flatMap((one) => (one.op === 'deleteRows' ? one.rows : [])),
  ];
  const sections = new Set([
    ...sets.flatMap(({ deletedSections = [] }) => deletedSections.map(({ section }) => section)),
    ...actions.flatMap((one) => (one.op === 'deleteSections' ? one.sections : [])),
  ]);
  const inside = before.sections.filter(({ id }) => sections.has(id))
    .flatMap((section) => section.rows.map(({ id }) => id));
  const gone = new Set([...rows, ...inside]);
  return (id) => gone.has(id);
}
