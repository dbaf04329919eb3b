/** Why the server laid a row elsewhere than asked, in words. */

const REASONS = {
  scope: 'rows of that section stay where they belong',
  bounds: 'the list was shorter by then',
  pinned: 'pinned rows keep their place',
};

/** A note for the person whose move was clamped. */
export function clampNote(entry) {
  return `Moved to the nearest allowed place: ${REASONS[entry.why] ?? entry.why}.`;
}

/** What a held row is told that can go no further. */
export function limitNote(why) {
  return REASONS[why] ?? 'no further place';
}
