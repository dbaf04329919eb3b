/** The question about a text that another person changed while this one was typed. Loaded lazily. */

import { h } from '../elements/dom.js';
import { translate } from '../texts/texts.js';

const CHANGED = { title: 'typed.renamedMeanwhile', detail: 'typed.noteChangedMeanwhile' };

/** A text of a field of `kind`, in words. */
const inWords = (text, kind) => (kind === 'yesNo' && text !== ''
  ? translate(text === 'true' ? 'where.yes' : 'where.no') : text);

/** What others did to the field. */
function changeOf({ field, valueKind, theirs }) {
  if (Object.hasOwn(CHANGED, field)) {
    return theirs === '' ? translate('typed.noteRemovedMeanwhile')
      : translate(CHANGED[field], { theirs });
  }
  const name = field === 'done' ? translate('where.fieldDone') : field;
  return translate(theirs === '' ? 'typed.fieldRemovedMeanwhile' : 'typed.fieldChangedMeanwhile',
    { field: name, theirs: inWords(theirs, valueKind) });
}

const choice = (action, label, { id }) => h('button', {
  type: 'button', class: 'question-choice', 'data-action': action, 'data-conflict': id,
}, label);

/** The element that asks about `conflict`, a draft of that kind. */
export function question(conflict) {
  const { field, valueKind } = conflict;
  const what = changeOf(conflict);
  const mine = inWords(conflict.mine, valueKind);
  const yours = mine === '' ? translate('typed.youRemoved') : translate('typed.yours', { mine });
  return h('div', { class: 'question', role: 'group', 'aria-label': what, 'data-question': field },
    h('p', { class: 'question-words', dir: 'auto' }, translate('typed.question', { what, yours })),
    choice('keep-mine', translate('typed.keepMine'), conflict),
    choice('keep-theirs', translate('typed.keepTheirs'), conflict));
}
