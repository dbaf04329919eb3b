/** Ids of lists that are made in the page. Pure. */

import { folded } from '../texts/folding.js';

/** A readable id for a new list of that title, made unique by `random`, a random id. */
export function newListId(title, random) {
  const words = folded(title).replace(/[^a-z0-9]+/gu, '-');
  return `${words.replace(/^-+|-+$/gu, '').slice(0, 40) || 'list'}-${random}`;
}
