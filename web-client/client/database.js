/** The browser's database of this client. */

/** Each person who signs in has a database of their own. */
const nameFor = (user) => (user ? `lockstep.${user}` : 'lockstep');

/** Unanswered edits, by client key and list. */
export const QUEUES = 'queues';

/** The newest state of lists, as it was last seen. */
export const LISTS = 'lists';

/** What an IndexedDB request gives, as a promise. */
export const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** The open database, or `null` where the browser has none (private windows). */
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
