/** The commands of the headers of sections. */

import { findSection, mayDeleteSection } from '../list-model.js';

/** The commands of `page`, a `ListPage`, by name. Each takes the id of a section. */
export function sectionCommands(page) {
  return {
    retitle: (section) => page.sectionForm.open(section),

    collapse: (section) => {
      const { view } = page.state;
      if (!page.forms.commit()) return;
      view.collapse(section, !view.isCollapsed(section));
      page.draw({ moving: true });
    },

    'select-section': (section) => {
      const { shown, state } = page;
      const at = findSection(shown, section);
      if (at >= 0 && mayDeleteSection(shown, shown.sections[at])) state.toggleSection(section);
      page.draw();
    },
  };
}
