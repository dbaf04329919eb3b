/** The actions on sections and on the list itself. */

import { findSection } from './list-state.js';
import { mayDelete } from './rules.js';
import { sectionTarget } from './targets.js';
import { reject } from './rejection.js';
import { bury } from './apply-actions.js';

function known(list, id) {
  const at = findSection(list, id);
  return at < 0 ? reject('unknownSection', `section ${id} is not in the list`) : at;
}

/** Lays `section` among `others` where `to` says, bounded. */
function place(list, section, others, action, edit) {
  const asked = sectionTarget(list, edit, action.to, section.id, others);
  const index = Math.min(Math.max(asked.index, 0), others.length);
  if (asked.exact && index !== asked.index) {
    edit.clamped.push({
      action: edit.action, section: section.id, asked: action.to, to: index, why: 'bounds',
    });
  }
  return [...others.slice(0, index), section, ...others.slice(index)];
}

function insertSection(list, action, edit) {
  const id = action.section ?? edit.makeId();
  if (findSection(list, id) >= 0 || edit.graves.has(`#${id}`)) {
    reject('duplicateID', `section ${id} is taken`);
  }
  const section = { id, title: action.title, rules: action.rules ?? {}, rows: [] };
  return { ...list, sections: place(list, section, list.sections, action, edit) };
}

function updateSection(list, action) {
  const at = known(list, action.section);
  const section = list.sections[at];
  const { title = section.title, rules = section.rules } = action;
  if (title === section.title && rules === section.rules) return list;
  const sections = list.sections.slice();
  sections[at] = { ...section, title, rules };
  return { ...list, sections };
}

function deleteSections(list, action, edit) {
  const ids = new Set(action.sections);
  const going = list.sections.filter((section) => ids.has(section.id));
  if (going.length === 0) return list;
  const order = list.sections.map((section) => section.id);
  for (const section of going) {
    const kept = section.rows.find((row) => !mayDelete(list, section, row));
    if (kept) reject('deleteDisabled', `row ${kept.id} cannot be deleted`);
    bury(edit, section, () => true);
    // Sections have a namespace of their own; `#` keeps their graves apart from those of rows.
    edit.graves.set(`#${section.id}`, { order, at: order.indexOf(section.id) });
  }
  return { ...list, sections: list.sections.filter((section) => !ids.has(section.id)) };
}

function moveSection(list, action, edit) {
  const at = known(list, action.section);
  const section = list.sections[at];
  const others = list.sections.filter((other) => other !== section);
  const sections = place(list, section, others, action, edit);
  return sections[at] === section ? list : { ...list, sections };
}

function updateList(list, action) {
  const { title = list.title, rules = list.rules } = action;
  return title === list.title && rules === list.rules ? list : { ...list, title, rules };
}

/** Operations on sections and the list by their name in the protocol. */
export const SECTION_ACTIONS = {
  insertSection, updateSection, deleteSections, moveSection, updateList,
};
