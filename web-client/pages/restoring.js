/** Restoring earlier states of a list on its history page: asked about first, and undoable. */

import { askInDialog } from '../dialogs/dialog.js';
import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { routeOf } from '../environment.js';
import { formatTime, translate } from '../texts/texts.js';

export class Restoring {
  #client;
  #list;
  #begun;
  /** The buttons by the revisions that they restore. */
  #buttons = new Map();
  /** The toast of the newest restore, `{step, dismiss}`. */
  #offer = null;

  /** For an `OpenList` of `client`; `begun` is called when an edit waits for its answer. */
  constructor(client, list, begun) {
    this.#client = client;
    this.#list = list;
    this.#begun = begun;
  }

  /** Listens to the list; returns the functions that stop listening. */
  listen() {
    const list = this.#list;
    const withdraw = (step) => {
      if (this.#offer?.step === step) this.#withdraw();
    };
    return [
      this.#client.on('state', () => this.draw()),
      list.on('status', () => this.draw()),
      list.on('rejected', ({ step }) => withdraw(step)),
      list.on('final', ({ step }) => {
        withdraw(step);
        toast(translate('edits.final'));
      }),
      list.on('nothing', (kind) => {
        if (kind !== 'restore') return;
        this.#withdraw();
        toast(translate('restoring.alreadySo'));
      }),
      list.on('overtaken', () => toast(translate('edits.overtaken'))),
      () => {
        // On the page of the list the offer stays.
        if (routeOf(location.hash).id !== list.id) this.#withdraw();
      },
    ];
  }

  /** A button that restores the state after the set `{revision, at}`. */
  button({ revision, at }) {
    const time = formatTime(at);
    const button = h('button', {
      type: 'button', class: 'restore', 'data-action': 'restore', hidden: true,
      'aria-label': translate('restoring.restoreOne', { time }),
      onclick: () => this.#ask(revision, time, button),
    }, translate('restoring.restore'));
    this.#buttons.set(revision, button);
    return button;
  }

  /** Shows the buttons of all states but today's, where this user can restore. O(buttons). */
  draw() {
    const may = this.isAllowed;
    for (const [revision, button] of this.#buttons) {
      button.hidden = !may || revision >= this.#list.revision;
    }
  }

  async #ask(revision, time, button) {
    const sure = await askInDialog({
      title: translate('restoring.ask', { time }), confirm: translate('restoring.confirm'),
      answer: () => true, content: h('p', { class: 'dialog-note' }, translate('restoring.note')),
    });
    if (sure) this.restore(revision, time, button);
  }

  /** Whether this user can restore earlier states of the list. */
  get isAllowed() {
    return this.#client.features.includes('restore') && this.#list.role === 'owner'
      && this.#list.status !== 'gone';
  }

  /** Restores `revision`, of `time`, and offers to undo that; returns whether it could be sent. */
  restore(revision, time, button) {
    if (this.#list.restore(revision) === 0) return false;
    this.#begun();
    const message = translate(
      this.#client.state === 'online' ? 'restoring.begun' : 'restoring.waits', { time });
    this.#withdraw();
    const step = this.#list.newestStep;
    const dismiss = toast(message, 'note', {
      action: 'undo-restore', label: translate('toolbar.undo'),
      announcement: translate('deleting.offer', { message }), then: () => this.#undo(step, button),
    });
    const { id } = this.#list;
    // The page of the list may have opened it anew by then, and the user have undone it there.
    const stop = this.#client.on('answered', (list) => {
      if (list.id === id && !list.mayUndo(step)) this.#withdraw();
    });
    this.#offer = { step, dismiss, stop };
    return true;
  }

  #undo(step, button) {
    const { id } = this.#list;
    this.#withdraw();
    // The user may be on another page by then, and that of the list opens it anew.
    this.#client.open(id).undoStep(step);
    if (routeOf(location.hash).id !== id) this.#client.close(id);
    const next = button.isConnected ? button : document.querySelector('.nav a, .nav button');
    next?.focus({ preventScroll: true });
  }

  #withdraw() {
    this.#offer?.dismiss();
    this.#offer?.stop();
    this.#offer = null;
  }
}
