/** Where rows stand, and how moves were clamped, in words. Pure. */

import { findRow } from '../package/list-model.js';
import { translate } from '../texts/texts.js';
import { nameOf } from './row-texts.js';

/**
 * Where the row `id` of `list` stands, as a sentence: `Milk, now 3 of 12 in Dairy`; `key` names
 * another one with the same parts. Empty where it is gone.
 */
export function placeSentence(list, id, key = 'moving.now') {
  const { row, section, path } = findRow(list, id) ?? {};
  return row === undefined ? '' : translate(key, {
    title: nameOf(row.fields.title), position: path[1] + 1,
    total: section.rows.length, section: nameOf(section.title, 'moving.theSection'),
  });
}

/** The reasons of clamps that have words, `moving.…`. */
const CLAMP_REASONS = new Set(['scope', 'bounds', 'pinned']);

/** The message to a user whose move was clamped. */
export function clampNote({ why }) {
  const reason = CLAMP_REASONS.has(why) ? translate(`moving.${why}`) : why;
  return translate('moving.clamped', { reason });
}

/** The reason why dragged rows cannot go further, for `why` of a clamp. */
export function limitNote(why) {
  return translate(`moving.${CLAMP_REASONS.has(why) ? why : 'noPlace'}`);
}
