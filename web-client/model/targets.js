/** Reading `to`: from a place as an action names it to a section and a gap. */

import { findRow, findSection } from './list-state.js';
import { reject } from './rejection.js';

const FORMS = ['index', 'before', 'after', 'at'];

function formOf(to) {
  const forms = FORMS.filter((form) => to[form] !== undefined);
  if (forms.length > 1) reject('badAction', `to: ${forms[0]} and ${forms[1]} together`);
  return forms[0] ?? 'at';
}

/** The gap, among the rows that stay, where `id` stands or stood. */
function gapAt(list, edit, moving, id, form) {
  const found = findRow(list, id);
  if (found) {
    const [s, r] = found.path;
    const before = found.section.rows.slice(0, r).filter((row) => !moving.has(row.id)).length;
    const past = form === 'after' && !moving.has(id) ? 1 : 0;
    return { section: list.sections[s].id, index: before + past };
  }
  const grave = edit.graves.get(id);
  const section = grave && list.sections[findSection(list, grave.section)];
  if (!section) reject('unknownRow', `row ${id} is not in the list`);
  const rest = section.rows.filter((row) => !moving.has(row.id));
  const places = new Map(rest.map((row, index) => [row.id, index]));
  const following = grave.order.slice(grave.at + 1).find((next) => places.has(next));
  return { section: section.id, index: places.get(following) ?? rest.length };
}

/**
 * The place that a row target names: `{section, index, exact}`, the index counted among the rows
 * that do not move. `exact` tells whether a clamp other than for scope is worth reporting.
 */
export function rowTarget(list, edit, to, moving) {
  const target = to ?? { section: list.sections.at(-1)?.id };
  const form = formOf(target);
  if (form === 'before' || form === 'after') {
    return { ...gapAt(list, edit, moving, target[form], form), exact: true };
  }
  const at = findSection(list, target.section);
  if (at < 0) reject('unknownSection', `section ${target.section} is not in the list`);
  const rest = list.sections[at].rows.filter((row) => !moving.has(row.id)).length;
  if (form === 'index') return { section: target.section, index: target.index, exact: true };
  return { section: target.section, index: target.at === 'start' ? 0 : rest, exact: false };
}

/** The gap among `others` where a section that this edit deleted had stood. */
function gapOfGrave(edit, id, others) {
  const grave = edit.graves.get(`#${id}`)
    ?? reject('unknownSection', `section ${id} is not in the list`);
  const following = grave.order.slice(grave.at + 1)
    .find((next) => others.some((section) => section.id === next));
  return following ? others.findIndex((section) => section.id === following) : others.length;
}

/** The index among `others`, the sections that stay, which a section target names. */
export function sectionTarget(list, edit, to, moving, others) {
  const target = to ?? {};
  const form = formOf(target);
  if (form === 'index') return { index: target.index, exact: true };
  if (form === 'at') return { index: target.at === 'start' ? 0 : others.length, exact: false };
  const named = target[form];
  const at = findSection(list, named);
  if (at < 0) return { index: gapOfGrave(edit, named, others), exact: true };
  const before = list.sections.slice(0, at).filter((section) => section.id !== moving).length;
  return { index: before + (form === 'after' && named !== moving ? 1 : 0), exact: true };
}
