/** The edits that tabs left behind which were closed, and those that were made before the user signed in. Loaded where there are any. */

import { Client } from '../package/client.js';
import { textsOfEdit } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';
import { isOld, REMEMBERED_DAYS } from './queue-store.js';

/**
 * Has the queues of the keys `left` sent, each by a client of its own, under the ids that they had: what was applied
 * before is not applied again. Edits that are older than the `days` for which the server remembers that are not sent:
 * their texts are kept among `drafts`. `options` are those of a `Client`; `follow(client)` has its refusals told;
 * `store` is the `QueueStore`.
 */
export function sendLeft(left, { store, drafts, options, follow, days = REMEMBERED_DAYS, now = Date.now }) {
  for (const key of left) {
    const queue = store.queueOf(key, now);
    for (const list of queue.lists()) keepOldTexts(queue, list, days, { drafts, now });
    if (queue.lists().length > 0) send({ ...options, key, queue }, queue.lists(), follow);
  }
}

function send(options, lists, follow) {
  const client = new Client(options);
  follow(client);
  for (const list of lists) {
    client.open(list);
    client.close(list);
  }
  const endWhenDone = () => { if (client.waiting === 0) client.disconnect(); };
  client.on('answered', endWhenDone);
  client.on('gone', endWhenDone);
  client.connect();
}

/** Takes the edits out of a queue that are too old to be sent, and keeps their texts. */
function keepOldTexts(queue, list, days, { drafts, now }) {
  const { entries, lastId, steps } = queue.load(list);
  const old = entries.filter((edit) => isOld(edit, days, now()));
  if (old.length === 0) return;
  for (const edit of old) drafts.keep(list, textsOfEdit(edit), translate('typed.tooOld', { count: days }));
  queue.save(list, entries.filter((edit) => !old.includes(edit)), lastId, steps);
}
