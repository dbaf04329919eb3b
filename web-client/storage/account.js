/** What becomes of edits and copies where the user of this browser signs in, or out. Loaded lazily. */

import { leaveKey } from './tab-keys.js';

const ITEM = 'lockstep.handover.';

/**
 * Hands the edits that nobody had signed in for over to who does now: `queues` are forgotten, and the next load finds
 * the edits by `handedOver`, as does another tab once this one, whose key is `key`, is closed. A server that wants
 * tokens has applied none of them. Where `storage` does not take them they stay where they are.
 */
export async function handOver(storage, key, queues) {
  const before = read(storage, ITEM + key);
  const edits = queues.map((queue) => queue.lists().map((list) => [
    list, queue.load(list).entries.filter(({ kind }) => kind === 'edit')
      .map(({ actions, note }) => ({ actions, note }))]));
  const store = (handed) => (handed.length === 0 && before.length === 0)
    || storage.setItem(ITEM + key, JSON.stringify([...before, ...handed.flat()]));
  if (!store(edits)) return;
  const gone = await Promise.all(queues.map((queue) => queue.drop()));
  // What the browser has not forgotten is found there again, and would be made twice.
  store(edits.map((ofQueue, at) => ofQueue.filter(([list]) => gone[at].includes(list))));
}

/**
 * What was handed over and not decided on, `{edits, end}`: `edits` as `[[list, [{actions, note}]]]`, and `end()`, which
 * forgets them. `isOpen` tells by the key of a tab whether another one is asking about its own.
 */
export function handedOver(storage, isOpen) {
  const items = storage.names.filter(
    (name) => name.startsWith(ITEM) && !isOpen(name.slice(ITEM.length)));
  return {
    edits: items.flatMap((item) => read(storage, item)),
    end: () => { for (const item of items) storage.removeItem(item); },
  };
}

function read(storage, item) {
  try {
    const edits = JSON.parse(storage.getItem(item) ?? '[]');
    return Array.isArray(edits) ? edits : [];
  } catch {
    return [];
  }
}

/** Signs out, and clears what this browser has of the user: edits, copies of lists, drafts, settings, the name. */
export async function signOut({
  client, tokens, session, drafts, overview, preferences, database,
}) {
  client.disconnect();
  tokens.clear();
  leaveKey(session);
  drafts.clear();
  overview.clear();
  preferences.forgetName();
  await database.delete();
}
