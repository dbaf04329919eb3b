/**
 * Resolving `to`: from the place that an action names (`index`, `before`, `after`, `at`) to a
 * section and an index. The index counts the rows or sections that do not move, and is not clamped
 * yet.
 */

import { findRow, findSection } from './list-state.js';
import { countStaying, placeOf, without } from './row-sequences.js';
import { reject } from './rules.js';

/**
 * The place that the target `to` of rows names: `{section, index, exact}`. `exact` is false where
 * only an end of the section was asked for: then a clamp is reported for scope alone. `moving` are
 * the ids of the rows that move; without `to` the place is the end of the last section. O(rows).
 */
export function rowTarget(list, to, moving, pastPlaces) {
  const target = to ?? { section: list.sections.at(-1)?.id };
  const form = formOf(target);
  if (form === 'before' || form === 'after') {
    return { ...besideRow(list, target[form], form, moving, pastPlaces), exact: true };
  }
  const at = findSection(list, target.section);
  if (at < 0) reject('unknownSection', `section ${target.section} is not in the list`);
  const { rows } = list.sections[at];
  const rest = countStaying(rows, rows.length, moving);
  if (form === 'index') return { section: target.section, index: target.index, exact: true };
  return { section: target.section, index: target.at === 'start' ? 0 : rest, exact: false };
}

/**
 * The index that the target `to` of the section `moving` names among `others`, the sections that do
 * not move: `{index, exact}`.
 */
export function sectionTarget(list, to, moving, others, pastPlaces) {
  const target = to ?? {};
  const form = formOf(target);
  if (form === 'index') return { index: target.index, exact: true };
  if (form === 'at') return { index: target.at === 'start' ? 0 : others.length, exact: false };
  const named = target[form];
  const at = findSection(list, named);
  if (at < 0) return { index: indexOfDeleted(named, others, pastPlaces), exact: true };
  const before = list.sections.slice(0, at).filter((section) => section.id !== moving).length;
  return { index: before + (form === 'after' && named !== moving ? 1 : 0), exact: true };
}

const FORMS = ['index', 'before', 'after', 'at'];

/** The one form that `to` uses; `at` where it uses none. */
function formOf(to) {
  const forms = FORMS.filter((form) => to[form] !== undefined);
  if (forms.length > 1) reject('badAction', `to: ${forms[0]} and ${forms[1]} together`);
  return forms[0] ?? 'at';
}

/** The place before or after the row `id`, or where it was when this edit deleted it. */
function besideRow(list, id, form, moving, pastPlaces) {
  const found = findRow(list, id);
  if (found) {
    const [s, r] = found.path;
    const before = countStaying(found.section.rows, r, moving);
    const offset = form === 'after' && !moving.has(id) ? 1 : 0;
    return { section: list.sections[s].id, index: before + offset };
  }
  const past = pastPlaces.get(id);
  const section = past && list.sections[findSection(list, past.section)];
  if (!section) reject('unknownRow', `row ${id} is not in the list`);
  const rest = without(section.rows, moving);
  const before = [...past.rows];
  const following = before.slice(before.findIndex((row) => row.id === id) + 1)
    .find((row) => placeOf(rest, row.id) >= 0);
  return { section: section.id, index: following ? placeOf(rest, following.id) : rest.length };
}

/** The index among `others` where a section was that this edit deleted. */
function indexOfDeleted(id, others, pastPlaces) {
  const past = pastPlaces.get(`#${id}`)
    ?? reject('unknownSection', `section ${id} is not in the list`);
  const following = past.order.slice(past.at + 1)
    .find((next) => others.some((section) => section.id === next));
  return following ? others.findIndex((section) => section.id === following) : others.length;
}
