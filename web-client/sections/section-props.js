/** What the header of a section looks like. Pure. */

import { isChecklist, mayDeleteSection } from '../package/list-model.js';
import { tallyOf } from '../screen/list-view.js';

/** What `SectionHeader` draws of a section, from the list and the state of the screen. */
export function headerProps(list, section, state) {
  const { editing, selecting, retitling, view, role } = state;
  const several = list.sections.length > 1;
  const mayEdit = role !== 'viewer';
  return {
    section,
    editing,
    selecting: editing && selecting,
    selected: state.selectedSections.has(section.id),
    canDelete: editing && selecting && mayDeleteSection(list, section),
    collapsed: view.isCollapsed(section.id),
    canCollapse: several && section.title !== '',
    canRename: mayEdit,
    canMove: several && mayEdit && !selecting,
    retitling: retitling?.section === section.id ? retitling : null,
    tally: { done: tallyOf(section), ticks: isChecklist(list) },
    total: section.rows.length,
  };
}
