/**
 * The detail sheet of a row: all of its fields, and who added and who changed it. It is a form of
 * the list page like the inline one: what is typed is a draft until it is saved, only what was
 * changed is sent, and conflicts are asked about in the list.
 */

import { askInDialog } from '../dialogs/dialog.js';
import { h } from '../elements/dom.js';
import { readHistory } from '../finding/history-reader.js';
import { findRow, isChecklist } from '../package/list-model.js';
import { mayRename } from '../screen/user-edits.js';
import { formatTime, translate } from '../texts/texts.js';
import { FieldEditor, labelOf, newField, shownField } from './field-editors.js';
import { formOf, kindOf, problemOf } from './field-kinds.js';
import { Attribution } from './attribution.js';
import { own, put } from '../package/model/records.js';

/** Change sets for each request, and the most requests for the story of a row. */
const PAGE_SIZE = 200;
const MOST_PAGES = 10;

/** Shows the details of the row `id` of a `ListPage`, to be edited where that is allowed. */
export async function showDetails(page, id) {
  if (!findRow(page.shown, id)) return;
  const editable = page.list.role !== 'viewer' && mayRename(page.shown, id);
  const begun = page.state.renaming?.sheet && page.state.renaming.row === id;
  if (editable && !begun && !page.forms.openSheet(id, formOf)) return;
  const sheet = new DetailsSheet(page, id, editable);
  const isLeft = await sheet.ask();
  if (page.state.renaming?.sheet && !isLeft) saveSheet(page);
  page.draw();
  page.body.rowElement(id)?.focus({ preventScroll: true });
}

/** Saves the form of the sheet, and offers to undo that where something was changed. */
function saveSheet({ forms, list, shown, state, offers }) {
  const { row } = state.renaming;
  const title = findRow(shown, row)?.row.fields.title || translate('page.untitled');
  const before = list.newestStep;
  forms.saveRow();
  if (list.newestStep === before) return;
  offers.offerUndo(translate('details.saved', { title }), list.newestStep);
}

class DetailsSheet {
  #page;
  #id;
  #editable;
  #editors = new Map();
  #fields = h('div', { class: 'dialog-fields' });
  #story = h('div', { class: 'attribution' });
  #history;
  /** The names of clients that the history has told. */
  #names = Object.create(null);
  #isUnread = false;
  /** What the story says. */
  #announced = '';

  constructor(page, id, editable) {
    this.#page = page;
    this.#id = id;
    this.#history = new Attribution(id);
    this.#editable = editable;
    const { texts, kinds } = this.#form;
    for (const [name, text] of Object.entries(texts)) this.#addEditor(name, own(kinds, name), text);
    const { fields } = this.#row;
    this.#fields.append(...Object.entries(fields)
      .filter(([name, value]) => kindOf(name, value) === 'data')
      .map(([name, value]) => shownField(name, value)));
  }

  /** Resolves once the sheet is closed, to whether the user has left the page instead. */
  async ask() {
    let left = false;
    const stops = ['change', 'gone'].map((event) => this.#page.list.on(event, () => this.#follow()));
    const content = h('div', { class: 'dialog-fields' }, this.#fields,
      this.#editable ? newField((name, kind) => this.#add(name, kind)) : null, this.#story);
    this.#tellStory();
    await askInDialog({
      title: translate('details.title'), content, answer: () => true,
      confirm: this.#editable ? translate('page.done') : undefined, saves: this.#editable,
      check: () => this.#problem(), left: () => { left = true; },
    });
    for (const stop of stops) stop();
    return left;
  }

  get #row() { return findRow(this.#page.shown, this.#id)?.row; }

  /** `{texts, kinds, opened}`: the form, or what it would be where it is only read. */
  get #form() {
    const { shown, state } = this.#page;
    return this.#editable ? state.renaming : formOf(this.#row, isChecklist(shown));
  }

  #addEditor(name, kind, text) {
    const fixed = name === 'title' || name === 'detail' || name === 'done';
    const editor = new FieldEditor({
      name, kind, text, editable: this.#editable,
      typed: (typed) => this.#page.forms.type(name, typed),
      opened: () => own(this.#form.opened, name) ?? '',
      removed: this.#editable && !fixed ? () => this.#remove(name) : null,
    });
    this.#editors.set(name, editor);
    this.#fields.append(editor.element);
    return editor;
  }

  #add(name, kind) {
    const { kinds, opened } = this.#form;
    // A field that was removed just now is there again.
    const removed = Object.hasOwn(opened, name) && !this.#editors.has(name);
    const isThere = this.#editors.has(name) || Object.hasOwn(this.#row.fields, name);
    if (!removed && isThere) return false;
    put(kinds, name, kind);
    put(opened, name, own(opened, name) ?? '');
    this.#page.forms.type(name, kind === 'yesNo' ? 'false' : '');
    this.#addEditor(name, kind, '').focus();
    return true;
  }

  #remove(name) {
    const editors = [...this.#editors.keys()];
    const at = editors.indexOf(name);
    this.#page.forms.type(name, '');
    this.#editors.get(name).element.remove();
    this.#editors.delete(name);
    this.#editors.get(editors[at + 1] ?? editors[at - 1]).focus();
  }

  /** Why the form cannot be saved: a sentence about the first field that is wrong. */
  #problem() {
    const { texts, kinds } = this.#form;
    for (const [name, editor] of this.#editors) {
      const problem = problemOf(own(texts, name), own(kinds, name));
      if (problem) {
        editor.focus();
        return translate('details.problem', { field: labelOf(name), problem: translate(problem) });
      }
    }
    return this.#page.forms.problem();
  }

  /** The list has changed, or is gone: shows what others wrote where the user has typed nothing. */
  #follow() {
    const { shown, state } = this.#page;
    if (!shown || !this.#row || (this.#editable && !state.renaming)) {
      this.#fields.closest('dialog')?.close();
      return;
    }
    this.#showStory();
    const now = formOf(this.#row, isChecklist(shown));
    const { texts, opened = texts, kinds } = this.#form;
    for (const [name, text] of Object.entries(now.texts)) {
      const editor = this.#editors.get(name);
      const typed = (own(texts, name) ?? '') !== (own(opened, name) ?? '') || editor?.hasFocus;
      if (this.#editable && typed) continue;
      if (this.#editable) {
        put(opened, name, text);
        put(texts, name, text);
        put(kinds, name, own(kinds, name) ?? own(now.kinds, name));
      }
      if (!editor) this.#addEditor(name, own(now.kinds, name), text);
      else if (editor.text !== text) editor.text = text;
    }
  }

  /**
   * Says who added the row and who changed it last: as the server keeps it beside the row, and where
   * it does not, as far as the history reaches.
   */
  async #tellStory() {
    this.#showStory();
    const { client, list } = this.#page;
    const authors = await list.authorsOf(this.#id);
    const isKnown = authors?.by !== undefined && authors.added !== undefined;
    const hasNames = [authors?.by, authors?.added].every((one) => one && this.#nameOf(one.client));
    if (isKnown && hasNames) return;
    // Any part of the history comes with the names of all who are known to the list.
    const [size, most] = isKnown ? [1, 1] : [PAGE_SIZE, MOST_PAGES];
    try {
      for (let pages = 0; this.#history.isOpen && pages < most; pages += 1) {
        const { sets, names } = await readHistory(client, list.id, size, this.#history.before);
        this.#names = names;
        if (!this.#history.take(sets)) break;
      }
    } catch {
      this.#isUnread = !isKnown;
    }
    this.#showStory();
  }

  /** The name of a client, `undefined` where it is not known. */
  #nameOf(client) {
    const { list, client: { me } } = this.#page;
    return client === me ? translate('history.you') : list.nameOf(client) || this.#names[client];
  }

  #showStory() {
    const added = this.#row?.added ?? this.#history.added;
    const changed = this.#row?.by ?? this.#history.changed;
    const story = { added, changed: changed?.revision === added?.revision ? undefined : changed };
    const lines = Object.entries(story).filter(([, stamp]) => stamp).map(([what, stamp]) => (
      h('p', { class: 'dialog-note', 'data-story': what }, translate(`details.${what}`, {
        name: this.#nameOf(stamp.client) || stamp.user || translate('page.someone'),
        time: formatTime(stamp.at),
      }))));
    if (lines.length === 0 && this.#isUnread) {
      lines.push(h('p', { class: 'dialog-note' }, translate('history.unreadable')));
    }
    const words = lines.map(({ textContent }) => textContent).join('\n');
    if (words === this.#announced) return;
    this.#announced = words;
    this.#story.replaceChildren(...lines);
  }
}
