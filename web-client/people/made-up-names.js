/** Names for those who have given none, so that two newcomers can be told apart. */

import { translate } from '../texts/texts.js';

const wordsOf = (key) => translate(key).split(' ');

/** A whole number of 32 bits that is the same for the same text: FNV-1a over its UTF-16 units. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}

/** The name of the client with the secret `key`, such as `Quiet Otter`: always the same. */
export function madeUpName(key) {
  const hash = hashOf(key);
  const [adjectives, animals] = [wordsOf('people.adjectives'), wordsOf('people.animals')];
  const adjective = adjectives[hash % adjectives.length];
  const animal = animals[Math.floor(hash / adjectives.length) % animals.length];
  return `${adjective} ${animal}`;
}
