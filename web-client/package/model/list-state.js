/**
 * Questions about a list: where rows and sections are, how many, in which bands, and its digest.
 */

import { placeOf, placesOf } from './row-sequences.js';
import { bandOf } from './row-values.js';

export { bandOf };

/**
 * The row named `id` as `{path, section, row}`, or `null`: where it is not held, in a list of which
 * only parts are. Finds it as `placeOf` does in each section.
 */
export function findRow(list, id) {
  for (let s = 0; s < list.sections.length; s += 1) {
    const { rows } = list.sections[s];
    const r = placeOf(rows, id);
    if (r >= 0) return { path: [s, r], section: list.sections[s], row: rows.at(r) };
  }
  return null;
}

/** Those of `ids`, a set, that name rows which the list holds. O(rows) for many, however many they are. */
export const heldOf = (list, ids) => new Set(list.sections.flatMap(
  ({ rows }) => placesOf(rows, ids).map((at) => rows.at(at).id)));

/** The index of the section named `id`, or -1. */
export function findSection(list, id) {
  return list.sections.findIndex((section) => section.id === id);
}

/** The number of rows of each section, in order. */
export function countsOf(list) {
  return list.sections.map((section) => section.rows.length);
}

/** The number of rows of the whole list. */
export function rowCount(list) {
  return list.sections.reduce((sum, section) => sum + section.rows.length, 0);
}

/**
 * The list with the rows of each section sorted by band (stable), as the server sorts a new list.
 */
export function banded(list) {
  const bands = [0, 1, 2];
  const sections = list.sections.map((section) => ({
    ...section, rows: bands.flatMap((band) => section.rows.filter((row) => bandOf(row) === band)),
  }));
  return { ...list, sections };
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The digest of nothing, to be mixed with ids. */
export const NOTHING = FNV_OFFSET;

/** The digest as messages carry it, eight hex digits. */
export const digestText = (hash) => (hash >>> 0).toString(16).padStart(8, '0');

/** A digest with one more id, and the line feed after it. */
export function mix(hash, text) {
  let mixed = hash;
  // Ids are ASCII: their code units are the bytes of their UTF-8.
  for (let i = 0; i < text.length; i += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), FNV_PRIME);
  }
  return Math.imul(mixed ^ 10, FNV_PRIME);
}

/**
 * The digest that `head` messages carry: 32-bit FNV-1a over section and row ids in order, as eight
 * hex digits. O(bytes of all ids).
 */
export function digest(list) {
  let hash = FNV_OFFSET;
  for (const section of list.sections) {
    hash = mix(hash, `#${section.id}`);
    for (const row of section.rows) hash = mix(hash, row.id);
  }
  return digestText(hash);
}
