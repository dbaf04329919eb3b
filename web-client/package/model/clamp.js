/**
 * Clamping: from the place that is proposed for rows to the nearest one that the rules allow.
 *
 * In this order: `scope` keeps rows in their own section where they may not leave it, `bounds`
 * keeps the index within the section, `pinned` keeps it within the band of the rows.
 */

import { bandOf, findSection } from './list-state.js';
import { bandRange, placesOf, rearranged } from './row-sequences.js';
import { isReorderable, mayMove } from './rules.js';

/**
 * The place where `ids` go together when `proposed` is asked for; `{section, index}`, the index
 * counted among the rows that do not move. Returns `{section, index, why?}`, `why` naming the
 * clamp, or `{refused, message}` with the first row that may not move so. Idempotent: clamping the
 * result again changes nothing. O(rows).
 */
export function targetPlace(list, ids, proposed) {
  return new GroupClamp(list, ids).place(proposed);
}

/**
 * Clamps many places for the same rows of a list: what depends on the rows and the list alone is
 * worked out once.
 */
export class GroupClamp {
  #list;
  #found;
  /** By the indices of the sections that the rows leave: their ascending indices there. */
  #leaving = new Map();
  /** By section index: the bounds of the band, and a row that may not enter. */
  #bounds = [];
  #barred = [];
  /** Why the rows may not move together, wherever to: `{refused, message}`, or `null`. */
  refused;

  /** `ids` are any iterable; those that are not in the list are skipped. Finds them as `placesOf` does. */
  constructor(list, ids) {
    this.#list = list;
    this.moving = new Set(ids);
    this.#found = foundRows(list, this.moving);
    for (const { path: [s, r] } of this.#found) {
      if (this.#leaving.has(s)) this.#leaving.get(s).push(r);
      else this.#leaving.set(s, [r]);
    }
    this.refused = groupRefusal(list, this.#found);
  }

  /** The rows that move, in list order. */
  get rows() { return this.#found.map(({ row }) => row); }

  /** The ascending indices, in the section at `at`, of the rows that move. */
  leaving(at) { return this.#leaving.get(at) ?? []; }

  /** The rows of the section at `at` that do not move. */
  rest(at) {
    const { rows } = this.#list.sections[at];
    return this.#leaving.has(at) ? rearranged(rows, this.leaving(at), 0, []) : rows;
  }

  /** Whether the rows stand together in the section at `at`, from `index` on. */
  standsAt(at, index) {
    return this.#found.every(({ path }, offset) => path[0] === at && path[1] === index + offset);
  }

  /** As `targetPlace`. O(1) once the section was asked for. */
  place(proposed) {
    if (this.refused) return this.refused;
    const [first] = this.#found;
    const [own] = first.path;
    const target = findSection(this.#list, proposed.section);
    const barred = this.#barredFrom(target);
    if (barred && this.#leaving.size > 1) {
      return refusal(first.row.id, `row ${barred.row.id} cannot leave its section`);
    }
    const allowed = barred ? own : target;
    const scoped = barred ? (target > own ? this.#boundsOf(own).count : 0) : proposed.index;
    const { index, why } = clampTo(this.#boundsOf(allowed), scoped);
    const reason = barred ? 'scope' : why;
    const place = { section: this.#list.sections[allowed].id, index };
    return reason ? { ...place, why: reason } : place;
  }

  #boundsOf(at) {
    this.#bounds[at] ??= boundsOf(
      this.#list.sections[at].rows, bandOf(this.#found[0].row), this.leaving(at));
    return this.#bounds[at];
  }

  /** A moving row that may not enter the section at `target`, or `null`. */
  #barredFrom(target) {
    if (this.#barred[target] === undefined) {
      const list = this.#list;
      this.#barred[target] = this.#found
        .find((entry) => !mayEnter(list, entry.path[0], entry, target)) ?? null;
    }
    return this.#barred[target];
  }
}

/** The rows of `ids`, a set, as `findRow` finds them, in list order. */
function foundRows(list, ids) {
  const found = [];
  list.sections.forEach((section, s) => {
    for (const r of placesOf(section.rows, ids)) {
      found.push({ path: [s, r], section, row: section.rows.at(r) });
    }
  });
  return found;
}

/** Why the rows `found` may not move together, wherever to: `{refused, message}`, or `null`. */
function groupRefusal(list, found) {
  for (const { section, row } of found) {
    if (!mayMove(list, section, row)) return refusal(row.id, `row ${row.id} cannot be moved`);
  }
  const [first] = found;
  const odd = found.find(({ row }) => bandOf(row) !== bandOf(first.row));
  return odd ? refusal(first.row.id, `${first.row.id} and ${odd.row.id} are pinned apart`) : null;
}

function refusal(row, message) {
  return { refused: row, message };
}

/** Whether the row `found` of section `own` may move to section `target`. */
function mayEnter(list, own, found, target) {
  if (own === target) return true;
  if (list.rules?.moveScope === 'section') return false;
  return bandOf(found.row) === 1 && isReorderable(list, list.sections[target]);
}

/**
 * Clamps an index to `rows` and to the band: `{index, why?}`, with the first reason that applied.
 */
export function clampIndex(rows, band, index) {
  return clampTo(boundsOf(rows, band), index);
}

/**
 * The bounds of an index for a row of `band` among `rows` without those at the indices `leaving`: `{count,
 * low, high}`.
 */
function boundsOf(rows, band, leaving = []) {
  const [count, low, high] = [rows.length, ...bandRange(rows, band)]
    .map((end) => end - leaving.filter((index) => index < end).length);
  return { count, low, high };
}

function clampTo({ count, low, high }, index) {
  const bounded = Math.min(Math.max(index, 0), count);
  const placed = Math.min(Math.max(bounded, low), high);
  if (bounded !== index) return { index: placed, why: 'bounds' };
  return placed === bounded ? { index: placed } : { index: placed, why: 'pinned' };
}
