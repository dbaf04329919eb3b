/** The commands that decide between two texts, loaded with the question that they answer. */

import { titleIn } from '../screen/text-changes.js';

/** The commands of `page`, a `ListPage`, by name. */
export function conflictCommands(page) {
  return {
    /** The text of this user is sent, unless it stands there. */
    'keep-mine': (_, { dataset }) => {
      const conflict = page.decided(dataset.conflict);
      if (!conflict) return;
      const { target, row, section, field, valueKind, mine } = conflict;
      if (target !== 'row') page.retitle(section, titleIn(page.shown, section), mine);
      else page.forms.setText(row, field, mine, valueKind);
    },

    /** The text of the other user stays, or is put back where it was replaced. */
    'keep-theirs': (_, { dataset }) => {
      const conflict = page.decided(dataset.conflict);
      if (!conflict) return;
      const { target, row, section, mine, theirs } = conflict;
      if (target === 'row') page.body.rowElement(row)?.focus({ preventScroll: true });
      else if (titleIn(page.shown, section) === mine) page.retitle(section, mine, theirs);
    },
  };
}
