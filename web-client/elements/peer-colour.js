/** A colour for each client, the same on every screen; white text is readable on all of them. */

const COLOURS = [
  '#9a4d00', '#7a5c00', '#2e6b2e', '#00696d', '#005bb5', '#5b3fbf', '#8e2a8e', '#a3245b',
];

/** The colour of the client with that public name. */
export function peerColour(client) {
  let sum = 0;
  for (const character of client) sum = (sum * 31 + character.codePointAt(0)) % 9973;
  return COLOURS[sum % COLOURS.length];
}

/** One or two letters for an avatar. */
export function initials(name) {
  const words = (name || '?').trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...word][0] ?? '').join('').toLocaleUpperCase();
}
