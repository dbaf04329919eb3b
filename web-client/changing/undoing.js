/** Undo and redo, and edits after which rows are gone from sight, with the offer to undo them. */

import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { anywhereOnDemand, onDemand } from '../elements/on-demand.js';
import { findRow } from '../package/list-model.js';
import { tickOf, tickSentence } from '../screen/selection.js';
import { translate } from '../texts/texts.js';
import { deletionSentence, isDeletion, isFinal } from './deletions.js';

/** Tells that there is nothing to `undo` or `redo`. */
export const tellNothing = (page, kind) => anywhereOnDemand(
  ({ sayNothingIsLeft }) => sayNothingIsLeft(page, kind));

/** Undoes or redoes, as `kind` says. */
export function takeStep(page, kind) {
  const { list } = page;
  page.many.stop();
  if (kind === 'undo' ? !list.canUndo : !list.canRedo) {
    tellNothing(page, kind);
    return;
  }
  list[kind]();
  page.offers.follow();
  page.update();
}

/** Offers to undo deletions, and ticks that hide their rows; a deletion that can't be undone is asked about. */
export class UndoOffers {
  #page;
  /** The toast of the newest offer, `{step, dismiss}`. */
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

  /** Makes the edits of `parts`, lists of actions, if rows are gone from sight then; returns whether they are. */
  take(parts, note) {
    const { shown, client, many, state } = this.#page;
    const actions = parts.flat();
    const done = tickOf(actions);
    const isHiding = done !== undefined && state.view.hides(done);
    if (!shown || !(isHiding || isDeletion(actions))) return false;
    if (!isHiding && isFinal(shown, actions, client.limits)) {
      this.#ask(parts, note);
      return true;
    }
    const message = isHiding ? tickSentence(done, actions.length, findRow(shown, actions[0].row)?.row)
      : deletionSentence(shown, actions);
    const step = many.make(parts, note);
    if (step !== 0) this.offerUndo(message, step);
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
