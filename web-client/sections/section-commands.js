/** The commands of the headers of sections. */

import { announce } from '../elements/notices.js';
import { clickedText } from '../elements/text-field.js';
import { findSection, mayDeleteSection } from '../package/list-model.js';
import { tallyOf } from '../screen/list-view.js';
import { translate } from '../texts/texts.js';

/** The commands of `page`, a `ListPage`, by name. Each takes the id of a section. */
export function sectionCommands(page) {
  return {
    retitle: (section, button, event) => {
      const [, caret] = clickedText(event, [button]);
      page.sectionForm.open(section, caret);
    },

    collapse: (section) => {
      const { view } = page.state;
      if (!page.forms.commit()) return;
      view.collapse(section, !view.isCollapsed(section));
      page.draw({ moving: true });
    },

    'count-open': async (section, button) => {
      const hasFocus = document.activeElement === button;
      if (!await page.long.whole()) return;
      const found = page.shown.sections.find(({ id }) => id === section);
      if (!found) return;
      const count = found.rows.length - tallyOf(found);
      announce(translate('sections.open', { count }));
      // The button that was pressed has gone, and what is beside it has the focus.
      if (hasFocus) button.parentElement.querySelector('.section-name')?.focus({ preventScroll: true });
    },

    'select-section': (section) => {
      const { shown, state } = page;
      const at = findSection(shown, section);
      if (at >= 0 && mayDeleteSection(shown, shown.sections[at])) state.toggleSection(section);
      page.update();
    },
  };
}
