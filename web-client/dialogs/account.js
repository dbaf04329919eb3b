/** What is asked where the user signs in with edits that were made before, or signs out. */

import { h } from '../elements/dom.js';
import { textsOfEdit } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';
import { askInDialog } from './dialog.js';

const note = (text) => h('p', { class: 'dialog-note' }, text);

/**
 * Offers `edits`, `[[list, [{actions, note}]]]`, which were made before the user signed in; resolves once the user has
 * decided. The texts of what is not done are kept among `drafts`.
 */
export async function offerEdits(edits, { client, drafts, user }) {
  const accepted = await askToMake(edits, user);
  for (const [list, made] of edits) {
    for (const edit of made) {
      if (accepted) client.editBriefly(list, edit.actions, edit.note);
      else drafts.keep(list, textsOfEdit(edit), translate('handover.left'));
    }
  }
}

/** Asks until the user has decided: another page that is shown closes dialogs. */
async function askToMake(edits, user) {
  const count = edits.reduce((sum, [, made]) => sum + made.length, 0);
  let isLeft = false;
  const accepted = await askInDialog({
    title: translate('handover.title'), content: note(translate('handover.question', { count, user })),
    confirm: translate('handover.make'), dismiss: translate('handover.leave'), answer: () => true,
    left: () => { isLeft = true; },
  });
  return isLeft ? askToMake(edits, user) : accepted;
}

/** Asks whether to sign out though `waiting` edits are not stored yet. */
export function askSignOut(waiting) {
  return askInDialog({
    title: translate('settings.signOut'), danger: true, answer: () => true,
    content: note(translate('settings.signOutWaiting', { count: waiting })),
    confirm: translate('settings.signOut'),
  });
}
