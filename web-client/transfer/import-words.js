/** What the server says of a file, in words of the user's language. Pure. */

import { refusalSentence } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';

/** The formats that the server reads, by the names that the protocol has for them. */
export const FORMATS = [
  'json', 'csv', 'markdown', 'text', 'todoist', 'trello', 'notion', 'keep', 'googleTasks',
  'tickTick', 'asana', 'iCalendar', 'taskPaper', 'opml', 'todoTxt', 'wunderlist', 'taskwarrior',
  'microsoftToDo', 'outlook', 'linear', 'gitHub', 'jsonRecords',
];

/** What is left out, or not as it was, by the names that the protocol has for it. */
export const LEFT_OUT = [
  'archivedCard', 'cardInArchivedList', 'archivedTask', 'deletedTask', 'archivedNote',
  'trashedNote', 'event', 'journalEntry', 'reminder', 'untitledRow', 'looseText', 'listNote',
  'listLabel', 'attachment', 'unknownRecord', 'deepRow', 'longTitle',
];

/** The name of a format; a later server may know others. */
export const formatName = (format) => (
  FORMATS.includes(format) ? translate(`files.${format}`) : format);

/** What is left out of a file, how often, and where first. */
export function leftOutWords({ what, count, line }) {
  const name = LEFT_OUT.includes(what) ? what : 'other';
  const words = translate(`files.leftOut.${name}`, { count });
  if (line === undefined) return words;
  return translate('files.leftOut.atLine', { what: words, count, line });
}

/** The place that the server's message begins with. */
const PLACE = /^line \d+(?:, column \d+)?: /u;

/** The codes that have a sentence of their own where a file is read or made a list. */
const REFUSALS = {
  offline: 'import.offline', 413: 'import.tooLargeHere', undecided: 'import.undecided',
  forbidden: 'import.forbidden', tooLarge: 'import.tooLong', listExists: 'import.listExists',
  tooManyLists: 'import.tooManyLists',
};

/** Why a file was refused, as a sentence; `error` is a `RequestError`. */
export function fileRefusal({ code, message, line, column }) {
  if (code !== 'badFile') return REFUSALS[code] ? translate(REFUSALS[code]) : refusalSentence(code);
  if (line === undefined) return translate('import.badFile', { reason: message });
  const reason = message.replace(PLACE, '');
  return column === undefined ? translate('import.badLine', { line, reason })
    : translate('import.badPlace', { line, column, reason });
}
