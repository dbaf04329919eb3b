/** Undo and redo, and deletions with the offer to undo them. */

import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { onDemand } from '../elements/on-demand.js';
import { hasOtherTabs } from '../storage/tab-keys.js';
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
  page.many.stop();
  if (kind === 'undo' ? !list.canUndo : !list.canRedo) {
    tellNothing(page, kind);
    return;
  }
  list[kind]();
  page.deletions.follow();
  page.draw();
}

/** Deletions of a list page: those that can't be undone are asked about, others offer to undo. */
export class Deletions {
  #page;
  /** The toast of the newest edit that can be undone by it, `{step, dismiss}`. */
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
      list.on('answered', () => this.follow()),
      list.on('overtaken', () => toast(translate('edits.overtaken'))),
      () => this.#withdraw(),
    ];
  }

  /** Withdraws an offer that is of no use: the edit was undone otherwise. */
  follow() {
    if (this.#offer && !this.#page.list.mayUndo(this.#offer.step)) this.#withdraw();
  }

  /** Makes the edits of `parts`, lists of actions, if they delete; returns whether they do. */
  take(parts, note) {
    const { shown, client, many } = this.#page;
    const actions = parts.flat();
    if (!shown || !isDeletion(actions)) return false;
    if (isFinal(shown, actions, client.limits)) this.#ask(parts, note);
    else {
      const message = deletionSentence(shown, actions);
      const step = many.make(parts, note);
      if (step !== 0) this.offerUndo(message, step);
    }
    return true;
  }

  /** Tells `message` about an edit, and offers to undo exactly that: `step`. */
  offerUndo(message, step) {
    this.#withdraw();
    const dismiss = toast(message, 'note', {
      action: 'undo-deletion', label: translate('toolbar.undo'),
      announcement: translate('deleting.offer', { message }),
      then: () => this.#undo(step),
    });
    this.#offer = { step, dismiss };
  }

  async #ask(parts, note) {
    const { many, shown } = this.#page;
    const actions = parts.flat();
    const sure = await onDemand(({ askInDialog }) => askInDialog({
      title: deletionSentence(shown, actions, 'deleting.ask'), confirm: translate('row.delete'),
      danger: true, answer: () => true,
      content: h('p', { class: 'dialog-note' }, translate('deleting.final')),
    }));
    if (sure) many.make(parts, note);
  }

  #undo(step) {
    const { list, many, state, body } = this.#page;
    this.#withdraw();
    many.stop();
    list.undoStep(step);
    this.#page.draw();
    body.rowElement(state.active)?.focus({ preventScroll: true });
  }

  #withdraw() {
    this.#offer?.dismiss();
    this.#offer = null;
  }
}
