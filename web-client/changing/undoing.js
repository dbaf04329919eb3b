/** Undo and redo, and deletions with the offer to undo them. */

import { hasOtherTabs } from '../client/credentials.js';
import { askInDialog } from '../dialogs/dialog.js';
import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { translate } from '../texts/texts.js';
import { deletionSentence, isDeletion, isFinal } from './deletions.js';

const NOTHING = {
  undo: { here: 'edits.nothingToUndo', elsewhere: 'edits.nothingToUndoHere' },
  redo: { here: 'edits.nothingToRedo', elsewhere: 'edits.nothingToRedoHere' },
};

/** Tells that there is nothing to `undo` or `redo`; where other tabs are open, that they have own. */
export async function tellNothing(page, kind) {
  const { here, elsewhere } = NOTHING[kind];
  const others = await hasOtherTabs(navigator.locks, page.client.key);
  toast(translate(others ? elsewhere : here));
}

/** Undoes or redoes, as `kind` says. */
export function takeStep(page, kind) {
  const { list } = page;
  if (kind === 'undo' ? !list.canUndo : !list.canRedo) {
    tellNothing(page, kind);
    return;
  }
  list[kind]();
  page.draw();
}

/** Deletions of a list page: those that can't be undone are asked about, others offer to undo. */
export class Deletions {
  #page;
  /** The toast of the newest deletion, `{step, dismiss}`. */
  #offer = null;

  constructor(page) {
    this.#page = page;
  }

  /** The functions that stop listening to the list. */
  listen() {
    const { list } = this.#page;
    const withdraw = ({ step }) => {
      if (this.#offer?.step === step) this.#withdraw();
    };
    return [
      list.on('rejected', withdraw), list.on('final', withdraw),
      list.on('overtaken', () => toast(translate('edits.overtaken'))),
      () => this.#withdraw(),
    ];
  }

  /** Makes the edit of `actions` if they delete; returns whether they do. */
  take(actions, note) {
    const { list, shown, client } = this.#page;
    if (!shown || !isDeletion(actions)) return false;
    if (isFinal(shown, actions, client.limits)) this.#ask(actions, note);
    else if (list.edit(actions, note) !== 0) this.#offerUndo(deletionSentence(shown, actions));
    return true;
  }

  async #ask(actions, note) {
    const { list, shown } = this.#page;
    const sure = await askInDialog({
      title: deletionSentence(shown, actions, 'deleting.ask'), confirm: translate('row.delete'),
      danger: true, answer: () => true,
      content: h('p', { class: 'dialog-note' }, translate('deleting.final')),
    });
    if (sure) list.edit(actions, note);
  }

  #offerUndo(message) {
    this.#withdraw();
    const { list } = this.#page;
    const step = list.newestStep;
    const dismiss = toast(message, 'note', {
      action: 'undo-deletion', label: translate('toolbar.undo'),
      announcement: translate('deleting.offer', { message }),
      then: () => this.#undo(step),
    });
    this.#offer = { step, dismiss };
  }

  #undo(step) {
    const { list, state, body } = this.#page;
    this.#withdraw();
    list.undoStep(step);
    this.#page.draw();
    body.rowElement(state.active)?.focus({ preventScroll: true });
  }

  #withdraw() {
    this.#offer?.dismiss();
    this.#offer = null;
  }
}
