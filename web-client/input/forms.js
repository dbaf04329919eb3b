/**
 * The forms of a list page: that of a row, and that of a new one. What is typed is stored as a
 * draft until it is saved, and saved when the form is left.
 */

import { randomId } from '../client.js';
import { announce, toast } from '../elements/notices.js';
import { findRow, findSection, mayInsert } from '../list-model.js';
import { conflictDraft, textOf } from '../screen/drafts.js';
import { fieldsProblem } from '../screen/refusals.js';
import { compareTexts, rowNote, rowTexts } from '../screen/text-changes.js';
import { addRow, mayRename, setTexts } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

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

  /** Opens the form of a row. */
  openRow(row, field = 'title') {
    const { shown, state } = this.#page;
    // A click into the form that is open already.
    if (state.renaming?.row === row) return;
    if (!mayRename(shown, row) || !this.commit()) return;
    const found = findRow(this.#page.shown, row);
    const opened = rowTexts(found.row);
    Object.assign(state, {
      revealed: null, active: row,
      renaming: { row, field, section: found.section.id, opened, texts: { ...opened } },
    });
    this.#page.draw();
  }

  /** Opens the form of a new row. */
  openNew(section) {
    if (!this.commit()) return;
    Object.assign(this.#page.state, { adding: section, draft: '' });
    this.#page.draw();
  }

  /** Takes what was typed into `input`, and stores it. */
  typed(input) {
    const { state } = this.#page;
    const { renaming } = state;
    const { field, new: section } = input.dataset;
    if (field && renaming) {
      renaming.texts[field] = input.value;
      const { row: id, ...rest } = renaming;
      this.#drafts.put({ list: this.#list, kind: 'row', id, ...rest });
    } else if (section !== undefined && state.adding === section) {
      state.draft = input.value;
      this.#drafts.put({ list: this.#list, kind: 'new', id: section, text: input.value });
    }
  }

  /** Saves and closes the form of a row; returns `false` where it stays open, with a toast. */
  saveRow() {
    const { state, shown, list } = this.#page;
    const { renaming } = state;
    if (!renaming) return true;
    const { row, opened, section } = renaming;
    const found = findRow(shown, row);
    if (!found) return true;
    const { texts, conflicts } = compareTexts(opened, renaming.texts, rowTexts(found.row));
    if (!this.#fits({ ...found.row.fields, ...texts })) return false;
    this.closeRow();
    const confirmed = list.confirmed && findRow(list.confirmed, row)?.row;
    this.#page.edit(setTexts(row, texts, list.revision),
      rowNote(row, texts, opened, confirmed, section));
    this.#ask(conflicts.map((one) => ({ target: 'row', row, ...one })));
    this.#page.draw();
    return true;
  }

  /** Sets one text of a row to what the user has decided on. */
  setText(row, field, text) {
    const { shown, body, list } = this.#page;
    const found = findRow(shown, row);
    body.rowElement(row)?.focus({ preventScroll: true });
    if (!found || rowTexts(found.row)[field] === text) return;
    const texts = { [field]: text };
    const confirmed = list.confirmed && findRow(list.confirmed, row)?.row;
    this.#page.edit(setTexts(row, texts, list.revision),
      rowNote(row, texts, rowTexts(found.row), confirmed, found.section.id));
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
    const { adding: section } = state;
    if (section === null) return true;
    const title = state.draft.trim();
    if (!this.#fits({ title })) return false;
    state.draft = '';
    this.#drafts.drop(this.#list, 'new', section);
    if (!next || title === '') state.adding = null;
    if (title === '') this.#page.draw();
    else {
      this.#page.edit(addRow(shown, section, `r${randomId(12)}`, title),
        { form: 'new', section, texts: { title } });
    }
    return true;
  }

  /** Closes the form for a new row; what was typed is dropped. */
  closeNew() {
    const { state } = this.#page;
    if (state.adding === null) return;
    this.#drafts.drop(this.#list, 'new', state.adding);
    Object.assign(state, { adding: null, draft: '' });
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
    if (opened) this.#page.draw();
  }

  #restoreRow(draft) {
    const { state, shown } = this.#page;
    const { id: row, section, field, opened, texts } = draft;
    if (state.renaming?.row === row) return false;
    const free = !state.renaming && state.adding === null;
    if (!free || !mayRename(shown, row)) {
      if (!free || this.#hasArrived) this.#keep(draft);
      return false;
    }
    state.editing = true;
    Object.assign(state, {
      active: row, renaming: { row, section, field, opened, texts, restored: true },
    });
    return true;
  }

  #restoreNew(draft) {
    const { state, shown } = this.#page;
    const { id: section, text } = draft;
    if (state.adding === section && state.draft === text) return false;
    const at = findSection(shown, section);
    const free = !state.renaming && (state.adding === null || state.draft === '');
    if (!free || at < 0 || !mayInsert(shown, shown.sections[at])) {
      if (!free || this.#hasArrived) this.#keep(draft);
      return false;
    }
    state.editing = true;
    Object.assign(state, { adding: section, draft: text });
    return true;
  }

  /** Whether the list is as the server has it: what is not in it is gone. */
  get #hasArrived() { return this.#page.list.status === 'live'; }

  #keep(draft) {
    this.#drafts.drop(this.#list, draft.kind, draft.id);
    const reason = draft.reason ?? translate('typed.deletedBeforeSaved');
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
