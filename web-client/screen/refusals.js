/** Refusals of the server in sentences for people, and the texts of refused edits. Pure. */

const SENTENCES = {
  unknownList: 'This list is not there any more.',
  unknownRow: 'Someone has deleted that item.',
  unknownSection: 'Someone has deleted that section.',
  duplicateID: 'That was added before.',
  editDisabled: 'That item can’t be changed.',
  deleteDisabled: 'That can’t be deleted.',
  moveDisabled: 'That item can’t be moved there.',
  insertDisabled: 'Nothing can be added to that section.',
  sectionFull: 'That section is full.',
  listFull: 'This list is full.',
  conflict: 'Someone changed it meanwhile.',
  staleBase: 'The list has changed too much since. Please try again.',
  forbidden: 'You may not change this list.',
  badAction: 'This server does not take that change.',
  badMessage: 'This server does not take that change.',
  tooLarge: 'That is too much for one change. Please make it in smaller ones.',
  rateLimited: 'That was too much at once. Please try again in a moment.',
  unavailable: 'The server can’t do that now. Please try again in a moment.',
  nothingToUndo: 'There is nothing left to undo.',
  nothingToRedo: 'There is nothing left to redo.',
  listExists: 'There is a list of that name already. Please try again.',
  tooManyLists: 'You have too many lists open. Please close some of them.',
};

const TOO_LONG = 'That text is too long.';

/** Why the server refused with `code`, as a sentence; `edit` is the refused edit, if known. */
export function refusalSentence(code, edit) {
  const text = edit?.note?.form !== undefined;
  if (code === 'tooLarge' && text) return TOO_LONG;
  return SENTENCES[code] ?? 'The server did not accept that.';
}

const FATAL = {
  replaced: 'Lockstep is open in another window, which took over the connection.',
  helloExpected: 'The server and this page do not understand each other. Please reload the page.',
  badHello: 'The server and this page do not understand each other. Please reload the page.',
  notJSON: 'The server could not read what this page sent.',
  notUTF8: 'The server could not read what this page sent.',
  binaryFrame: 'The server could not read what this page sent.',
  frameTooLarge: 'A change was too large for the server.',
  unauthorized: 'You are not signed in.',
};

/** Why the client does not reconnect, as a sentence; `reason` where the server gave no code. */
export const stopSentence = (code, reason) => FATAL[code] ?? reason;

const bytesOf = (text) => new TextEncoder().encode(text).length;

/** Why a title cannot be sent, as a sentence; empty where it can. `limits` are the server's. */
export function titleProblem(title, { titleBytes = Infinity }) {
  return bytesOf(title) <= titleBytes ? '' : TOO_LONG;
}

/** Why texts cannot be the fields of a row, as a sentence; empty where they can. */
export function fieldsProblem(fields, { fieldsBytes = Infinity }) {
  return bytesOf(JSON.stringify(fields)) <= fieldsBytes ? '' : TOO_LONG;
}

/** The texts that an edit would have brought into the list, in lines; empty for none. */
export function textsOfEdit({ actions = [], note }) {
  if (note?.texts) return Object.values(note.texts).filter(Boolean).join('\n');
  const typed = actions.flatMap(({ op, title, fields }) => [
    title, ...(op === 'insertRow' || op === 'updateRow' ? [fields?.title, fields?.detail] : [])]);
  return typed.filter((text) => typeof text === 'string' && text !== '').join('\n');
}
