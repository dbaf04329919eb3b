/** The browser's database of this client. */

const NAME = 'lockstep';

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
export async function openDatabase(factory = globalThis.indexedDB) {
  try {
    const request = factory.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(QUEUES, { keyPath: ['key', 'list'] });
      request.result.createObjectStore(LISTS, { keyPath: 'list' });
    };
    return await resultOf(request);
  } catch {
    return null;
  }
}
