/** Refusals of the server in sentences for people, and the texts of refused edits. Pure. */

import { translate } from '../texts/texts.js';

/** The codes that have a sentence, `refusal.…`. */
const REFUSALS = new Set([
  'unknownList', 'unknownRow', 'unknownSection', 'duplicateID', 'editDisabled', 'deleteDisabled',
  'moveDisabled', 'insertDisabled', 'sectionFull', 'listFull', 'conflict', 'staleBase', 'forbidden',
  'badAction', 'badMessage', 'tooLarge', 'rateLimited', 'unavailable', 'nothingToUndo',
  'nothingToRedo', 'listExists', 'tooManyLists', 'notApplied', 'outcomeUnknown',
]);

/** Those that have another sentence where an earlier state was to be restored, `restoring.…`. */
const RESTORE_REFUSALS = new Set(['staleBase', 'forbidden', 'tooLarge', 'unknownType']);

/** Why the server refused with `code`, as a sentence; `edit` is the refused edit, if known. */
export function refusalSentence(code, edit) {
  if (edit?.kind === 'restore' && RESTORE_REFUSALS.has(code)) return translate(`restoring.${code}`);
  const text = edit?.note?.form !== undefined;
  if (code === 'tooLarge' && text) return translate('refusal.tooLong');
  return translate(`refusal.${REFUSALS.has(code) ? code : 'other'}`);
}

const bytesOf = (text) => new TextEncoder().encode(text).length;

/** Why a title cannot be sent, as a sentence; empty where it can. `limits` are the server's. */
export function titleProblem(title, { titleBytes = Infinity }) {
  return bytesOf(title) <= titleBytes ? '' : translate('refusal.tooLong');
}

/** Why texts cannot be the fields of a row, as a sentence; empty where they can. */
export function fieldsProblem(fields, { fieldsBytes = Infinity }) {
  return bytesOf(JSON.stringify(fields)) <= fieldsBytes ? '' : translate('refusal.tooLong');
}

/** The texts that an edit would have brought into the list, in lines; empty for none. */
export function textsOfEdit({ actions = [], note }) {
  const ofForm = note?.texts && Object.values(note.texts);
  const typed = actions.flatMap(({ op, title, fields }) => [
    title, ...(op === 'insertRow' || op === 'updateRow' ? [fields?.title, fields?.detail] : [])]);
  // A form has the texts of its row, beside those of the rows that it adds.
  const all = ofForm ? [...ofForm, ...typed.filter((text) => !ofForm.includes(text))] : typed;
  return all.filter((text) => typeof text === 'string' && text !== '').join('\n');
}
