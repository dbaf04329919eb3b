/** The history of a list, read over HTTP in pages, the newest first. */

import { fetchInTime } from '../package/client/list-requests.js';
import { changeSet } from '../package/messages.js';

/** Change sets for each request, and how many requests are made at most, by `takeHistory`. */
const PAGE_SIZE = 500;
const MOST_PAGES = 20;

/**
 * At most `limit` change sets of the list `id` below the revision `before`, and the display names
 * by client: `{sets, names}`. Throws where `client`, a `Client`, cannot read them.
 */
export async function readHistory(client, id, limit, before = Number.MAX_SAFE_INTEGER) {
  const query = new URLSearchParams({ limit, before });
  const path = `/api/lists/${encodeURIComponent(id)}/changes?${query}`;
  const answer = await fetchInTime(client.locate(path), { headers: client.headers });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { sets = [], clients: names = {} } = await answer.json();
  return { sets: sets.map(changeSet), names };
}

/** Calls `take` with page after page of change sets; resolves to whether they could be read. */
export async function takeHistory(client, id, take) {
  let before;
  try {
    for (let page = 0; page < MOST_PAGES && before !== 1; page += 1) {
      const { sets } = await readHistory(client, id, PAGE_SIZE, before);
      take(sets);
      if (sets.length < PAGE_SIZE) break;
      before = Math.min(...sets.map(({ revision }) => revision));
    }
    return true;
  } catch {
    return false;
  }
}
