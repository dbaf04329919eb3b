/**
 * The forms of a list page: that of a row, and that of a new one. What is typed is stored as a
 * draft until it is saved, and saved when the form is left.
 */

import { addRows, inEdits, rowAbove } from '../changing/new-rows.js';
import { typedItems } from '../changing/pasted-lines.js';
import { randomId } from '../package/client.js';
import { announce, toast } from '../elements/notices.js';
import { findRow, findSection, isChecklist, mayAdd, mayInsert } from '../package/list-model.js';
import { conflictDraft, textOf } from '../screen/drafts.js';
import { fieldsProblem, refusalSentence } from '../screen/refusals.js';
import { compareTexts, rowNote, rowTexts } from '../screen/text-changes.js';
import { mayRename, setTexts } from '../screen/user-edits.js';
import { valueOf } from '../texts/field-values.js';
import { translate } from '../texts/texts.js';
import { own, put } from '../package/model/records.js';

const withIds = (items) => items.map((item) => ({ ...item, id: `r${randomId(12)}` }));

export class Forms {
  #page;
  #drafts;
  #list;

  /** `page` is a `ListPage`, `drafts` its `Drafts`. */
  constructor(page, drafts) {
    this.#page = page;
    this.#drafts = drafts;
    this.#list = page.list.id;
  }

  /** Opens the form of a row; `caret` is `end`, an offset, or else all of the text is selected. */
  openRow(row, { field = 'title', caret } = {}) {
    const { shown, state } = this.#page;
    // A click into the form that is open already.
    if (state.renaming?.row === row) return;
    if (state.role === 'viewer' || !mayRename(shown, row) || !this.commit()) return;
    const { row: found, section } = findRow(this.#page.shown, row);
    const opened = rowTexts(found);
    this.#open({ row, field, caret, section: section.id, opened, texts: { ...opened } });
  }

  /**
   * Opens the form that the detail sheet of a row shows; returns whether it could. `formOf(row,
   * checkbox)` gives its `{texts, kinds}`.
   */
  openSheet(row, formOf) {
    const { shown } = this.#page;
    if (!mayRename(shown, row) || !this.commit()) return false;
    const { row: found, section } = findRow(this.#page.shown, row);
    const { texts, kinds } = formOf(found, isChecklist(shown));
    const opened = { ...texts };
    this.#open({ row, field: 'title', section: section.id, opened, texts, kinds, sheet: true });
    return true;
  }

  #open(renaming) {
    Object.assign(this.#page.state, { revealed: null, active: renaming.row, renaming });
    this.#page.draw();
  }

  /** Opens the form of a new row in a section: below the row `above`, or at its end. */
  openNew(section, above = null) {
    if (this.#page.state.role === 'viewer' || !this.commit()) return;
    const { state, shown } = this.#page;
    const holder = shown.sections[findSection(shown, section)];
    if (!holder) return;
    Object.assign(state, {
      revealed: null, adding: section, addingBelow: rowAbove(holder, above), draft: '',
    });
    this.#page.draw();
  }

  /** The field `input` of the row `row` has got the focus: its form opens, if it is not open. */
  focused(row, input) {
    const { state } = this.#page;
    const { field } = input.dataset;
    if (state.renaming?.row !== row) this.openRow(row, { field });
    else if (state.renaming.field !== field) {
      this.#saveTyped();
      state.renaming.field = field;
    }
    const { renaming } = state;
    if (!renaming || renaming.row === row) return;
    // The form before stays open, as it cannot be saved.
    this.#page.body.rowElement(renaming.row)
      ?.querySelector(`[data-field="${renaming.field}"]`)?.focus();
  }

  /** Takes what was typed into `input`, and stores it. */
  typed(input) {
    const { state } = this.#page;
    const { renaming } = state;
    const { field, new: section } = input.dataset;
    if (field && renaming && input.closest('[data-fields]')?.dataset.fields === renaming.row) {
      this.type(field, input.value);
    } else if (section !== undefined && state.adding === section) {
      state.draft = input.value;
      const { addingBelow: below } = state;
      this.#drafts.put({ list: this.#list, kind: 'new', id: section, text: input.value, below });
    }
  }

  /** Takes the text of a field of the row whose form is open, and stores it. */
  type(field, text) {
    const { renaming } = this.#page.state;
    put(renaming.texts, field, text);
    const { row: id, ...rest } = renaming;
    this.#drafts.put({ list: this.#list, kind: 'row', id, ...rest });
  }

  /** Why the form of a row cannot be saved, as a sentence; empty where it can. */
  problem() {
    const { state, shown, client } = this.#page;
    const { row, texts } = state.renaming ?? {};
    const fields = findRow(shown, row)?.row.fields;
    return fields ? fieldsProblem({ ...fields, ...texts }, client.limits) : '';
  }

  /**
   * Saves and closes the form of a row, in one edit with the actions `more`; returns `false` where
   * it stays open, with a toast.
   */
  saveRow(more = []) {
    const { renaming } = this.#page.state;
    const found = renaming && findRow(this.#page.shown, renaming.row);
    if (!found) return true;
    const now = rowTexts(found.row, Object.keys(renaming.texts));
    const compared = compareTexts(renaming.opened, renaming.texts, now);
    if (!this.#fits({ ...found.row.fields, ...compared.texts })) return false;
    this.closeRow();
    this.#keepNoNumbers(renaming.kinds, compared.texts);
    this.#send(renaming, compared, more);
    return true;
  }

  /** Saves what is typed, where it can be; the form stays open. */
  #saveTyped() {
    const { renaming } = this.#page.state;
    const found = findRow(this.#page.shown, renaming.row);
    if (!found || this.problem()) return;
    const compared = compareTexts(renaming.opened, renaming.texts, rowTexts(found.row));
    const { texts, conflicts } = compared;
    this.#send(renaming, compared);
    for (const { field, mine } of conflicts) put(texts, field, mine);
    renaming.opened = { ...renaming.opened, ...texts };
    this.#drafts.drop(this.#list, 'row', renaming.row);
  }

  /** Makes an edit of what the form of a row, `renaming`, has changed, and asks about what others have. */
  #send({ row, opened, section, kinds }, { texts, conflicts }, more = []) {
    const { list } = this.#page;
    const confirmed = list.confirmed && findRow(list.confirmed, row)?.row;
    const changes = setTexts(row, texts, list.revision, kinds);
    this.#editInSteps([...changes, ...more],
      changes.length > 0 ? rowNote(row, texts, opened, confirmed, section, kinds) : undefined);
    this.#ask(conflicts.map((one) => (
      { target: 'row', row, valueKind: own(kinds, one.field), ...one })));
    this.#page.draw();
  }

  /** Takes those of `texts` away that are no numbers, where they are to be, and offers them for copying. */
  #keepNoNumbers(kinds, texts) {
    for (const [field, text] of Object.entries(texts)) {
      if (text === '' || !Number.isNaN(valueOf(text, own(kinds, field)))) continue;
      delete texts[field];
      this.#drafts.keep(this.#list, text, translate('typed.notNumber', { field }));
    }
  }

  /** Drops what is typed in the field that has the caret, and saves the others; returns as `saveRow`. */
  dropField() {
    const { renaming } = this.#page.state;
    if (renaming) put(renaming.texts, renaming.field, own(renaming.opened, renaming.field));
    return this.saveRow();
  }

  /** Sets one text of a row, of a field of `kind`, to what the user has decided on. */
  setText(row, field, text, kind) {
    const { shown, body, list } = this.#page;
    const found = findRow(shown, row);
    body.rowElement(row)?.focus({ preventScroll: true });
    const now = found && rowTexts(found.row, [field]);
    if (!found || own(now, field) === text) return;
    const texts = { [field]: text };
    const kinds = kind && { [field]: kind };
    const confirmed = list.confirmed && findRow(list.confirmed, row)?.row;
    this.#page.edit(setTexts(row, texts, list.revision, kinds),
      rowNote(row, texts, now, confirmed, found.section.id, kinds));
  }

  /** Closes the form of a row; what was typed is dropped. */
  closeRow() {
    const { state } = this.#page;
    if (!state.renaming) return;
    this.#drafts.drop(this.#list, 'row', state.renaming.row);
    state.renaming = null;
  }

  /**
   * Inserts a row with the text of the form for a new one, and closes the form, unless `next`: then
   * the form is ready for another. Returns `false` where it stays as it is, with a toast.
   */
  saveNew(next) {
    const { state, shown } = this.#page;
    const { adding: section, addingBelow: below } = state;
    if (section === null) return true;
    const title = state.draft.trim();
    if (!this.#fits({ title })) return false;
    const id = `r${randomId(12)}`;
    state.draft = '';
    this.#drafts.drop(this.#list, 'new', section);
    if (!next || title === '') Object.assign(state, { adding: null, addingBelow: null });
    else if (below !== null) state.addingBelow = id;
    if (title !== '') {
      this.#page.edit(addRows(shown, section, [{ id, title }], below),
        { form: 'new', section, below, texts: { title } });
      this.#closeFull(section);
    }
    // What is typed next goes to the empty form.
    this.#page.draw();
    return true;
  }

  /**
   * Inserts `items`, `[{title, done}]`, where the form for a new row is, which is then ready for
   * another; a toast where one is too long. Returns whether they were inserted.
   */
  pasteNew(items) {
    const { state, shown } = this.#page;
    const { adding: section, addingBelow: below } = state;
    if (!this.#allFit(items)) return false;
    const rows = withIds(items);
    state.draft = '';
    this.#drafts.drop(this.#list, 'new', section);
    if (below !== null) state.addingBelow = rows.at(-1).id;
    this.#editInSteps(addRows(shown, section, rows, below));
    announce(translate('adding.added', { count: rows.length }));
    return true;
  }

  /**
   * Gives the first of `items` to the row whose form is open, and inserts the others below it, in
   * `section`; a toast where one is too long.
   */
  pasteBelow([first, ...others], section) {
    const { state, shown } = this.#page;
    const { row } = state.renaming;
    if (!this.#allFit([first, ...others])) return;
    const rows = withIds(others);
    state.renaming.texts.title = first.title;
    if (!this.saveRow(addRows(shown, section, rows, row))) return;
    announce(translate('adding.added', { count: rows.length }));
    if (state.editing) this.#page.body.rowElement(row)?.focus({ preventScroll: true });
    else this.openNew(section, rows.at(-1).id);
  }

  /** Makes an edit of `actions`, or several where the limits of the server need them. */
  #editInSteps(actions, note) {
    const edits = inEdits(actions, this.#page.client.limits);
    edits.forEach((edit, at) => this.#page.edit(edit, at === 0 ? note : undefined));
    if (edits.length < 2) return;
    toast(translate('adding.inSteps', { items: actions.length, count: edits.length }));
  }

  #allFit(items) {
    const { limits } = this.#page.client;
    const fit = items.every(({ title }) => !fieldsProblem({ title, done: false }, limits));
    if (!fit) toast(translate('adding.tooLong'), 'error');
    return fit;
  }

  /** Closes the form for a new row where its section has no room for another. */
  #closeFull(section) {
    const { state, shown } = this.#page;
    const at = findSection(shown, section);
    if (state.adding === section && at >= 0 && !mayAdd(shown, shown.sections[at])) this.closeNew();
  }

  /** Closes the form for a new row; what was typed is dropped. */
  closeNew() {
    const { state } = this.#page;
    if (state.adding === null) return;
    this.#drafts.drop(this.#list, 'new', state.adding);
    Object.assign(state, { adding: null, addingBelow: null, draft: '' });
    this.#page.draw();
  }

  /** Saves what is typed: the form is left. Returns `false` where a form stays open. */
  commit() {
    if (!this.#page.shown || this.#page.list.status === 'gone') return true;
    return this.saveRow() && this.saveNew(false);
  }

  /**
   * Opens the forms of stored drafts again: after a reload, or where the server refused the text.
   * What has no form any more is offered for copying.
   */
  restore() {
    const { shown, list } = this.#page;
    if (!shown || list.status === 'gone') return;
    let opened = false;
    for (const draft of this.#drafts.of(this.#list)) {
      if (draft.kind === 'row') opened = this.#restoreRow(draft) || opened;
      else if (draft.kind === 'new') opened = this.#restoreNew(draft) || opened;
    }
    if (opened) this.#page.update();
  }

  #restoreRow(draft) {
    const { state, shown, list } = this.#page;
    const { id: row, section, field, opened, texts, kinds, sheet } = draft;
    if (state.renaming?.row === row) {
      // What it shows was refused: it is compared with what stood there before.
      if (draft.reason) state.renaming.opened = opened;
      return false;
    }
    const free = !state.renaming && state.adding === null;
    const views = list.role === 'viewer';
    if (!free || views || !mayRename(shown, row)) {
      if (!free || views || (this.#hasArrived && !shown.partial)) this.#keep(draft);
      return false;
    }
    Object.assign(state, {
      active: row,
      renaming: { row, section, field, opened, texts, kinds, sheet, caret: 'end' },
    });
    if (sheet) queueMicrotask(() => this.#page.commands.details(row));
    return true;
  }

  #restoreNew(draft) {
    const { state, shown, list } = this.#page;
    const { id: section, text, below = null } = draft;
    if (state.adding === section && state.draft === text) return false;
    const at = findSection(shown, section);
    const free = !state.renaming && (state.adding === null || state.draft === '');
    const views = list.role === 'viewer';
    if (!free || views || at < 0 || !mayInsert(shown, shown.sections[at])) {
      if (!free || views || this.#hasArrived) this.#keep(draft);
      return false;
    }
    const { rows } = shown.sections[at];
    const addingBelow = rows.some((row) => row.id === below) ? below : null;
    Object.assign(state, { adding: section, addingBelow, draft: text });
    if (draft.lines) this.#addLines(draft);
    return true;
  }

  /** Makes rows of what was typed before this form was there, but of the last line, which stands in it. */
  #addLines(draft) {
    const { items, last: text } = typedItems(draft.text, draft.lines);
    if (items.length > 0 && !this.pasteNew(items)) return;
    this.#page.state.draft = text;
    this.#drafts.put({ list: this.#list, kind: 'new', id: draft.id, text });
  }

  /** Whether the list is as the server has it: what is not in it is gone. */
  get #hasArrived() { return this.#page.list.status === 'live'; }

  #keep(draft) {
    this.#drafts.drop(this.#list, draft.kind, draft.id);
    const reason = draft.reason ?? (this.#page.list.role === 'viewer' ? refusalSentence('forbidden')
      : translate('typed.deletedBeforeSaved'));
    this.#drafts.keep(this.#list, textOf(draft), reason);
  }

  #fits(fields) {
    const problem = fieldsProblem(fields, this.#page.client.limits);
    if (problem) toast(translate('typed.staysInField', { reason: problem }), 'error');
    return !problem;
  }

  #ask(conflicts) {
    for (const one of conflicts) this.#drafts.put(conflictDraft(this.#list, one));
    if (conflicts.length > 0) announce(translate('typed.changedChoose'));
  }
}
