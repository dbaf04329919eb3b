/**
 * A list of which only parts are held: `partial` is true, and the rows of its sections are
 * `SparseRows`. What it takes, what it has to ask for, and what it may forget. Pure; the other
 * functions of the model take such a list as they take a whole one.
 */

import { digestText, findRow, mix, NOTHING } from './list-state.js';
import { SparseRows } from './sparse-rows.js';

/** The list of an `outline`: `sections` have `rows`, `top` and `bottom`, and `runs` their rows. */
export function sparseList({ title, rules, sections, runs }) {
  const empty = sections.map(({ rows, top, bottom, ...section }) => (
    { ...section, rows: new SparseRows(rows, [], top, bottom) }));
  return withRuns({ title, rules, partial: true, sections: empty }, runs);
}

/**
 * The list with `runs`, `[{at: [section, row], rows}]`, at its revision. A row without `fields` is
 * not taken. What is held elsewhere under one of their ids, or of the ids `missing`, becomes a gap:
 * it was not what the server has.
 */
export function withRuns(list, runs, missing = []) {
  let next = list;
  for (const { at: [s, r], rows } of piecesWithFields(runs)) {
    rows.forEach(({ id }, offset) => {
      const found = findRow(next, id);
      if (found && (found.path[0] !== s || found.path[1] !== r + offset)) {
        next = forgetting(next, id);
      }
    });
    if (s < next.sections.length) next = withRows(next, s, next.sections[s].rows.filled(r, rows));
  }
  for (const id of missing) next = forgetting(next, id);
  return next;
}

/** `runs` without rows that have no fields, each in as many runs as that leaves. */
function piecesWithFields(runs) {
  return runs.flatMap(({ at: [s, r], rows }) => {
    const pieces = [];
    rows.forEach((row, offset) => {
      if (row.absent) return;
      const last = pieces.at(-1);
      if (last && last.at[1] + last.rows.length === r + offset) last.rows.push(row);
      else pieces.push({ at: [s, r + offset], rows: [row] });
    });
    return pieces;
  });
}

function forgetting(list, id) {
  const found = findRow(list, id);
  if (!found) return list;
  const [s, r] = found.path;
  return withRows(list, s, list.sections[s].rows.forgetting(r));
}

const withRows = (list, s, rows) => (
  { ...list, sections: list.sections.with(s, { ...list.sections[s], rows }) });

/** The same list with arrays of rows where all of them are held; otherwise `list` itself. */
export function wholeIfHeld(list) {
  if (!list.sections.every(({ rows }) => rows.isWhole)) return list;
  const { partial, ...rest } = list;
  return { ...rest, sections: list.sections.map((one) => ({ ...one, rows: [...one.rows] })) };
}

/**
 * What to ask for in `spans`, `[{section, start, end}]` by index of the section: `{ranges}` of the
 * gaps there, at most `limit` rows, or where there are none `{ids}` of holes; `null` where
 * everything is held.
 */
export function wanted(list, spans, limit) {
  const ranges = [];
  let left = limit;
  for (const { section, start, end } of spans) {
    for (const { at, rows } of list.sections[section]?.rows.gaps(start, end) ?? []) {
      const count = Math.min(rows, left);
      if (count > 0) ranges.push({ at: [section, at], rows: count });
      left -= count;
    }
  }
  if (ranges.length > 0) return { ranges };
  const ids = spans.flatMap(({ section, start, end }) => (
    (list.sections[section]?.rows.slice(start, end) ?? [])
      .filter((row) => row.absent).map(({ id }) => id)));
  return ids.length > 0 ? { ids: ids.slice(0, limit) } : null;
}

/** The ranges of rows that are held, as `check` names them: `[{at, rows}]`. */
export function heldRanges(list) {
  return list.sections.flatMap((section, s) => section.rows.runs.map(
    ({ at, rows }) => ({ at: [s, at], rows: rows.length })));
}

/**
 * The digest of the ids that are held in each of `ranges`, as `check` answers them; `null` for a
 * range that is not held as a whole any more. O(rows of the ranges).
 */
export function rangeDigests(list, ranges) {
  return ranges.map(({ at: [s, r], rows }) => {
    const held = list.sections[s]?.rows.slice(r, r + rows) ?? [];
    if (held.length < rows) return null;
    return digestText(held.reduce((hash, { id }) => mix(hash, id), NOTHING));
  });
}

/** The list without the rows that it holds in `ranges`. */
export function forgettingRanges(list, ranges) {
  return ranges.reduce((next, { at: [s, r], rows }) => {
    const own = next.sections[s]?.rows;
    if (!own) return next;
    const spans = [{ start: 0, end: r }, { start: r + rows, end: own.length }];
    return withRows(next, s, own.within(spans));
  }, list);
}

/**
 * The list with only what it holds within `margin` rows of `spans`, of `wanted`, where it holds more
 * than `limit` rows; otherwise `list` itself.
 */
export function forgettingFar(list, spans, margin, limit) {
  const held = list.sections.reduce((sum, { rows }) => sum + rows.held, 0);
  if (held <= limit) return list;
  const sections = list.sections.map((section, s) => {
    const near = spans.filter((span) => span.section === s)
      .map(({ start, end }) => ({ start: Math.max(0, start - margin), end: end + margin }));
    return { ...section, rows: section.rows.within(united(near)) };
  });
  return { ...list, sections };
}

/** `spans` in order, with those that overlap put together. */
function united(spans) {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const result = [];
  for (const { start, end } of sorted) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** A list that was stored: what is left of its values is made them again. */
export function revived(list) {
  if (!list.partial) return list;
  const sections = list.sections.map(({ rows, ...section }) => {
    const { length, runs, top, bottom } = rows;
    return { ...section, rows: new SparseRows(length, runs, top, bottom) };
  });
  return { ...list, sections };
}
