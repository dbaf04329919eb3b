/** How the rows of a file come into a list that is there: in one edit, or not at all. Pure. */

import { inEdits } from '../changing/new-rows.js';
import { mayInsert } from '../package/list-model.js';

const sectionsOf = (lists) => lists.flatMap(({ sections }) => sections);

/** Whether the server has told every row of the lists of a file. */
const isComplete = (lists) => lists.every(({ rows, sections }) => rows === sections.reduce(
  (sum, section) => sum + section.rows.length, 0));

/**
 * Where the rows of the lists of a file go in `list`: `[{title, section, isNew, rows}]`. A section
 * of the same title takes them if it is insertable; rows of none go to the first that is. Else a
 * section is made, one for each title.
 */
export function placesIn(list, lists, makeId) {
  const open = list.sections.filter((section) => mayInsert(list, section));
  const made = [];
  return sectionsOf(lists).filter(({ rows }) => rows.length > 0).map(({ title, rows }) => {
    const isOfTitle = (section) => section.title.trim() === title.trim();
    const existing = (title === '' ? open[0] : open.find(isOfTitle)) ?? made.find(isOfTitle);
    const section = existing ?? { id: makeId(), title };
    if (!existing) made.push(section);
    return { title: section.title, section: section.id, isNew: !existing, rows };
  });
}

/**
 * The actions that put rows into their places (`placesIn`). Ids are made by `makeId`; rules of
 * sections and rows are left out: they are for the owner of the list to give.
 */
export function planAddition(places, makeId) {
  return places.flatMap(({ title, section, isNew, rows }) => [
    ...(isNew ? [{ op: 'insertSection', section, title, to: { at: 'end' } }] : []),
    ...rows.map(({ fields }) => (
      { op: 'insertRow', row: makeId(), fields, to: { section, at: 'end' } })),
  ]);
}

/** Whether one edit, as the server's `limits` have it, takes the rows of the lists of a file. */
export function fitsOneEdit(list, lists, limits, makeId) {
  if (!isComplete(lists)) return false;
  const actions = planAddition(placesIn(list, lists, makeId), makeId);
  return inEdits(actions, limits).length <= 1;
}
