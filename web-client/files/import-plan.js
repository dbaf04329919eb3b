/**
 * The requests that make a list, or add to one: a creation, and for a long list edits that fill it,
 * as `lockstep import` sends them (`Sources/ListFiles/ImportPlan.swift`). Pure.
 */

import { mayInsert } from '../list-model.js';

/** The bytes of an edit, at most, but for a single longer action: a quarter of a frame's limit. */
const EDIT_BYTES = 65_536;
const ACTIONS = 500;

/** Groups actions into edits; each is an array of actions. */
class Edits {
  all = [];
  #bytes = 0;

  add(action) {
    const bytes = new TextEncoder().encode(JSON.stringify(action)).length;
    const last = this.all.at(-1);
    if (!last || this.#bytes + bytes > EDIT_BYTES || last.length === ACTIONS) {
      this.all.push([]);
      this.#bytes = 0;
    }
    this.all.at(-1).push(action);
    this.#bytes += bytes;
  }
}

const isEmpty = (rules) => Object.keys(rules).length === 0;
const atEnd = (section) => ({ section, at: 'end' });

/**
 * Plans the requests that make the list `{list, title, rules, sections}`; yields after each row.
 * Returns `{creation, edits}`: the body that makes it, and the actions of the edits that follow.
 */
export function* planCreation({ list, title, rules, sections }) {
  const ids = sectionIds(sections);
  const named = sections.map((section, at) => ({ ...section, id: ids[at] }));
  const whole = { list, title, rules, sections: named };
  if (rowsOf(sections) <= ACTIONS && JSON.stringify(whole).length * 3 <= EDIT_BYTES) {
    return { creation: whole, edits: [] };
  }
  const edits = new Edits();
  for (const section of named) {
    edits.add({
      op: 'insertSection', section: section.id, title: section.title, to: { at: 'end' },
    });
    for (const { id, ...row } of section.rows) {
      edits.add({ op: 'insertRow', row: id, ...row, to: atEnd(section.id) });
      yield;
    }
  }
  // The rules come last: they may forbid the insertions.
  for (const { id, rules: own } of named.filter((section) => !isEmpty(section.rules))) {
    edits.add({ op: 'updateSection', section: id, rules: own });
  }
  if (!isEmpty(rules)) edits.add({ op: 'updateList', rules });
  return { creation: { list, title, rules: {}, sections: [] }, edits: edits.all };
}

const rowsOf = (sections) => sections.reduce((sum, { rows }) => sum + rows.length, 0);

/** The ids of all sections; one without gets one that is not in use. */
function sectionIds(sections) {
  const taken = new Set(sections.map(({ id }) => id));
  return sections.map(({ id }, index) => {
    if (id !== undefined) return id;
    let name = `section-${index + 1}`;
    while (taken.has(name)) name += '-';
    taken.add(name);
    return name;
  });
}

/**
 * Where the rows of a list that was read go in `list`: `[{title, section, isNew, rows}]`. A section
 * of the same title takes them if it is insertable; rows of none go to the first that is. Else a
 * section is made.
 */
export function placesIn(list, sections, makeId) {
  const open = list.sections.filter((section) => mayInsert(list, section));
  return sections.filter(({ rows }) => rows.length > 0).map(({ title, rows }) => {
    const existing = title === '' ? open[0]
      : open.find((section) => section.title.trim() === title.trim());
    const section = existing?.id ?? makeId();
    return { title: existing?.title ?? title, section, isNew: !existing, rows };
  });
}

/**
 * Plans the edits that put rows into their places (`placesIn`); yields after each row. Returns the
 * actions of each edit. Ids are made by `makeId`, and rules of rows are left out: they are for the
 * owner of the list to give.
 */
export function* planAddition(places, makeId) {
  const edits = new Edits();
  for (const { title, section, isNew, rows } of places) {
    if (isNew) edits.add({ op: 'insertSection', section, title, to: { at: 'end' } });
    for (const { fields } of rows) {
      edits.add({ op: 'insertRow', row: makeId(), fields, to: atEnd(section) });
      yield;
    }
  }
  return edits.all;
}
