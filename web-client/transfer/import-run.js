/** Carrying out an import: makes a list over HTTP, or edits an open one, with progress. */

import { randomId } from '../client.js';
import { ListRequests, RequestError } from '../client/list-requests.js';
import { askInDialog } from '../dialogs/dialog.js';
import { h, text } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { placesIn, planAddition, planCreation } from '../files/import-plan.js';
import { inSlices } from '../files/slices.js';
import { refusalSentence } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';

/** The dialog about an import of many edits, which can be stopped. */
class Progress {
  #stop = new AbortController();
  #bar = h('progress', { class: 'import-progress', 'aria-label': translate('import.running') });
  #words = h('p', { class: 'dialog-note' });
  #content = h('div', { class: 'dialog-fields' }, this.#bar, this.#words);

  constructor() {
    this.#bar.max = 1;
    askInDialog({
      title: translate('import.running'), content: this.#content, dismiss: translate('import.stop'),
    }).then(() => this.#stop.abort());
  }

  get signal() { return this.#stop.signal; }

  update(done, total) {
    this.#bar.value = total === 0 ? 1 : done / total;
    text(this.#words, translate('import.progress', { done, total }));
  }

  close() { this.#content.closest('dialog')?.close(); }
}

const rowsIn = (actions) => actions.filter(({ op }) => op === 'insertRow').length;
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** Does `step(actions, index)` for each of `edits`; returns the number of rows of those done. */
async function inOrder(edits, step) {
  const total = sum(edits.map(rowsIn));
  // A single edit takes no time that a dialog would help with.
  const progress = edits.length > 1 ? new Progress() : null;
  let done = 0;
  try {
    for (const [index, actions] of edits.entries()) {
      progress?.update(done, total);
      if (progress?.signal.aborted) break;
      await step(actions, index);
      done += rowsIn(actions);
    }
  } finally {
    progress?.close();
  }
  return { done, total };
}

/**
 * Makes the list that was read, under `title` and the id `list`; resolves to whether it is there.
 * An import that is stopped or fails leaves nothing behind, or says that it could not help it.
 */
export async function makeList(client, { list, title, read }) {
  const requests = new ListRequests(client);
  const { creation, edits } = await inSlices(planCreation({ ...read, list, title }));
  const key = randomId(24);
  let made = false;
  try {
    await requests.create(creation);
    made = true;
    const { done, total } = await inOrder(edits,
      (actions, index) => requests.edit(list, { client: key, id: index + 1, actions }));
    if (done === total) return true;
    await requests.delete(list);
    toast(translate('import.stopped'));
    return false;
  } catch (error) {
    toast(translate('import.failed', { reason: reasonOf(error) }), 'error');
  }
  if (made) await requests.delete(list).catch(({ code }) => {
    if (code !== 'unknownList') toast(translate('import.unfinished', { title }), 'error');
  });
  return false;
}

const reasonOf = ({ code }) => (code === 'offline' ? translate('lists.createOnline')
  : refusalSentence(code));

/** Edits an open list; resolves once that is answered, and throws `{code}` where it is refused. */
function answered(list, actions) {
  return new Promise((resolve, reject) => {
    const stops = [
      list.on('rejected', (edit, code) => finish(() => reject(new RequestError(code)))),
      list.on('gone', () => finish(() => reject(new RequestError('unknownList')))),
      // A refusal is told right after the answer.
      list.on('answered', () => queueMicrotask(() => {
        if (list.waiting === 0) finish(resolve);
      })),
    ];
    const finish = (settle) => {
      for (const stop of stops) stop();
      settle();
    };
    list.edit(actions);
  });
}

/** Adds what was read to an open list: each edit is one step of undo. */
export async function addToList(list, read) {
  const places = placesIn(list.list, read.sections, () => `s${randomId(12)}`);
  const edits = await inSlices(planAddition(places, () => randomId()));
  if (edits.length === 1) {
    // Offline, too: it waits as any edit does.
    if (list.edit(edits[0]) !== 0) toast(translate('import.added', { count: rowsIn(edits[0]) }));
    return;
  }
  let steps = 0;
  let rows = 0;
  try {
    await inOrder(edits, async (actions) => {
      await answered(list, actions);
      steps += 1;
      rows += rowsIn(actions);
    });
  } catch ({ code }) {
    toast(translate('import.failed', { reason: refusalSentence(code) }), 'error');
  }
  if (steps > 0) toast(translate('import.addedInSteps', { count: rows, steps }));
}
