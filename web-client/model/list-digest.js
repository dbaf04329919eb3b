/** The digest that `head` messages carry: FNV-1a, 32 bits, over section and row ids in order. */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

function mix(hash, text) {
  let mixed = hash;
  // Ids are ASCII, so code units are the bytes of their UTF-8.
  for (let i = 0; i < text.length; i += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), PRIME);
  }
  return Math.imul(mixed ^ 10, PRIME);
}

/** Eight hex digits over the list's order. O(bytes of all ids). */
export function digest(list) {
  let hash = OFFSET;
  for (const section of list.sections) {
    hash = mix(hash, `#${section.id}`);
    for (const row of section.rows) hash = mix(hash, row.id);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
