/** The IndexedDB database of the web client, with a store for edits and one for lists. */

/** Each user who signs in has a separate database. */
const nameFor = (user) => (user ? `lockstep.${user}` : 'lockstep');

/** The object store of unanswered edits, by client key and list. */
export const QUEUES = 'queues';

/** The object store of cached lists, by id. */
export const LISTS = 'lists';

/** The result of an IndexedDB request, as a promise. */
export const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Opens the database of `user`; `null` where the browser has none, as in private windows. */
export async function openDatabase(user = '', factory = globalThis.indexedDB) {
  try {
    const request = factory.open(nameFor(user), 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(QUEUES, { keyPath: ['key', 'list'] });
      request.result.createObjectStore(LISTS, { keyPath: 'list' });
    };
    return await resultOf(request);
  } catch {
    return null;
  }
}
