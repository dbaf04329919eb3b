/**
 * What becomes of the texts of edits that were refused, of every list: they are sent again, asked
 * about, put back into their form, or offered for copying. None is dropped.
 */

import { toast, lostEditsNote } from '../elements/notices.js';
import { conflictDraft } from '../screen/drafts.js';
import { refusalSentence, textsOfEdit } from '../screen/refusals.js';
import { afterConflict, titleIn } from '../screen/text-changes.js';
import { setTexts } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

export class RefusedEdits {
  #client;
  #drafts;
  #isShown;

  /** `isShown` tells by its id whether a list is on screen. */
  constructor(client, drafts, isShown) {
    this.#client = client;
    this.#drafts = drafts;
    this.#isShown = isShown;
    client.on('rejected', (list, edit, code) => this.#rejected(list, edit, code));
    client.on('replaced', ({ id }, { note }, theirs) => {
      if (note?.form === 'title') this.#drafts.put(conflictDraft(id, titleDispute(note, theirs)));
    });
    client.on('gone', (list, code, lost, edits) => this.#gone(list, lost, edits));
  }

  #rejected(list, edit, code) {
    if (code === 'conflict' && this.#resolves(list, edit)) return;
    const sentence = refusalSentence(code, edit);
    if (!this.#isShown(list.id)) {
      toast(translate('edits.notDoneIn', { list: nameOf(list), reason: sentence }), 'error');
    }
    const { form, ...note } = edit.note ?? {};
    const reason = translate('typed.notSavedReason', { reason: sentence });
    if (form === 'row' && this.#drafts.find(list.id, 'row', note.row)) {
      // Its form is open again, with what was typed since.
      this.#drafts.keep(list.id, textsOfEdit(edit), reason);
    } else if (form === 'row') {
      const { row: id, section, opened, texts, kinds } = note;
      this.#drafts.put({
        list: list.id, kind: 'row', id, section, field: 'title', reason, opened,
        texts: { ...opened, ...texts }, kinds, sheet: kinds !== undefined,
      });
      this.#drafts.keep(list.id, textsOfEdit({ actions: insertions(edit) }), reason);
    } else if (form === 'new') {
      const { section: id, below, texts } = note;
      const before = this.#drafts.find(list.id, 'new', id)?.text ?? '';
      if (before === '') {
        this.#drafts.put({ list: list.id, kind: 'new', id, text: texts.title, below, reason });
      } else this.#drafts.keep(list.id, texts.title, reason);
    } else if (edit.kind === 'edit') this.#drafts.keep(list.id, textsOfEdit(edit), reason);
    this.#drafts.emit('refused', list.id);
  }

  /** Settles a conflict, or asks the user; returns `false` where what was edited is gone. */
  #resolves(list, edit) {
    const { note } = edit;
    const after = note?.form === 'row' ? afterConflict(note, list.confirmed, list.after(edit.step))
      : note?.form === 'title' ? titleConflict(note, list) : null;
    if (!after) return false;
    for (const one of after.conflicts) {
      const draft = conflictDraft(list.id, { ...one, step: edit.step });
      const asked = this.#drafts.find(list.id, draft.kind, draft.id);
      // One that was made later is asked about already.
      if (!(asked?.step > edit.step)) this.#drafts.put(draft);
    }
    if (after.conflicts.length > 0 && !this.#isShown(list.id)) {
      toast(translate('typed.openToChoose', { list: nameOf(list) }));
    }
    const changes = setTexts(note.row, after.texts, list.revision, note.kinds);
    const actions = [...changes, ...insertions(edit)];
    if (actions.length > 0) this.#client.editBriefly(list.id, actions, after.note);
    return true;
  }

  #gone(list, lost, edits = []) {
    const reason = translate('typed.listWasDeleted', { list: nameOf(list) });
    for (const edit of edits) this.#drafts.keep(list.id, textsOfEdit(edit), reason, true);
    this.#drafts.keepAll(list.id, reason);
    if (!this.#isShown(list.id) && lost > 0) {
      const message = lostEditsNote(lost);
      toast(translate('edits.ofList', { list: nameOf(list), message }), 'error');
    }
  }
}

/** The rows that an edit adds, besides what it changes. */
const insertions = ({ actions = [] }) => actions.filter(({ op }) => op === 'insertRow');

const nameOf = (list) => translate('typed.quoted', { text: list.list?.title || list.id });

function titleConflict({ section, texts }, { confirmed }) {
  const theirs = confirmed && titleIn(confirmed, section);
  if (theirs === undefined || theirs === null) return null;
  const conflicts = theirs === texts.title ? [] : [titleDispute({ section, texts }, theirs)];
  return { texts: {}, conflicts };
}

const titleDispute = ({ section, texts }, theirs) => ({
  target: section === undefined ? 'list' : 'section', section, field: 'title', mine: texts.title,
  theirs,
});
