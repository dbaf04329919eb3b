/**
 * What a form changed, compared with what stood there when it opened and with what stands there
 * now: the texts to send, and those that others changed meanwhile. Pure.
 */

import { findRow, findSection, textOf } from '../package/list-model.js';
import { own, put } from '../package/model/records.js';

/** The fields of a row that its form has. */
const FORM_FIELDS = ['title', 'detail'];
/** How often an edit is sent again after `conflict` before the user is asked. */
const MOST_TRIES = 5;

/** A text as its control shows it. */
export const inControl = (text) => text.replace(/\r\n?/gu, '\n');

/** The texts of a row, by the names of fields: those of the inline form, and of others. */
export const rowTexts = (row, names = []) => Object.fromEntries(
  [...FORM_FIELDS, ...names].map((name) => [name, textOf(own(row.fields, name))]));

/** Whether the user changed `opened`, the text that a field had, to `typed`; not to no title. */
function isChanged(name, opened, typed) {
  if (typed === inControl(opened) || typed.trim() === opened) return false;
  return name !== 'title' || typed.trim() !== '';
}

/**
 * Compares the texts of a row's form: `opened` when it opened, `typed` by the user, `now` in the
 * list. Returns `texts`, those to send, and `conflicts`, `[{field, mine, theirs}]`.
 */
export function compareTexts(opened, typed, now) {
  const texts = {};
  const conflicts = [];
  for (const [field, text] of Object.entries(typed)) {
    const mine = text.trim();
    const [before, theirs] = [own(opened, field), own(now, field)];
    if (!isChanged(field, before, text) || mine === theirs) continue;
    if (theirs === before) put(texts, field, mine);
    else conflicts.push({ field, mine, theirs });
  }
  return { texts, conflicts };
}

/**
 * The note of an edit that sends `texts` of a row: what `afterConflict` needs. `confirmed` is the
 * row as the server had it, if it had it, at the revision that the edit names; `kinds` are those of
 * fields that are no text.
 */
export function rowNote(row, texts, opened, confirmed, section, kinds) {
  const base = confirmed ? rowTexts(confirmed, Object.keys(texts)) : opened;
  return { form: 'row', row, texts, opened, base, section, ...(kinds && { kinds }), tries: 0 };
}

/**
 * What becomes of the texts of an edit, by its `note`, that the server refused with `conflict`:
 * another client changed the row, perhaps another field. `confirmed` is the list without, `shown`
 * the list with the unanswered edits. Returns `{texts, note, conflicts}`, the texts and the note to
 * send again, and what to ask; or `null` where the row is gone.
 */
export function afterConflict(note, confirmed, shown) {
  const theirs = confirmed && findRow(confirmed, note.row)?.row;
  if (!theirs) return null;
  const names = Object.keys(note.texts);
  const now = rowTexts(theirs, names);
  const later = rowTexts(findRow(shown, note.row)?.row ?? theirs, names);
  const texts = {};
  const conflicts = [];
  for (const [field, mine] of Object.entries(note.texts)) {
    // A later edit of this client sets the field too: that one decides.
    const theirText = own(now, field);
    const decided = own(later, field) !== theirText || theirText === mine;
    if (decided) continue;
    const unchanged = theirText === own(note.base, field) || theirText === own(note.opened, field);
    if (unchanged && note.tries < MOST_TRIES) put(texts, field, mine);
    else {
      const valueKind = note.kinds && { valueKind: own(note.kinds, field) };
      conflicts.push({ target: 'row', row: note.row, field, ...valueKind, mine, theirs: theirText });
    }
  }
  return { texts, conflicts, note: { ...note, texts, base: now, tries: note.tries + 1 } };
}

/** The title of a section, or of the list where `section` is `undefined`; `undefined` if gone. */
export function titleIn(list, section) {
  return section === undefined ? list.title : list.sections[findSection(list, section)]?.title;
}

/**
 * A change of a title to `typed`, which was `opened`: `send`, or `theirs` in a conflict, or
 * neither where there is nothing to do.
 */
export function compareTitles(opened, typed, now) {
  if (!typed || typed === opened || typed === now || now === undefined) return {};
  return now === opened ? { send: true } : { theirs: now };
}

/** A conflict with the text that stands in `list` now, where that is not the user's own. */
export function withCurrentText(conflict, list) {
  const { target, row, section, field, mine, theirs } = conflict;
  const found = target === 'row' ? findRow(list, row)?.row : undefined;
  const now = target === 'row' ? found && own(rowTexts(found, [field]), field) : titleIn(list, section);
  return [undefined, mine, theirs].includes(now) ? conflict : { ...conflict, theirs: now };
}
