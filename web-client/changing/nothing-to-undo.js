/** What is said where there is nothing to undo or redo. Loaded lazily. */

import { toast } from '../elements/notices.js';
import { hasOtherTabs } from '../storage/tab-keys.js';
import { translate } from '../texts/texts.js';

const NOTHING = {
  undo: { here: 'edits.nothingToUndo', elsewhere: 'edits.nothingToUndoHere' },
  redo: { here: 'edits.nothingToRedo', elsewhere: 'edits.nothingToRedoHere' },
};

/** Tells that there is nothing to `undo` or `redo`; where other tabs are open, that they have own. */
export async function sayNothingIsLeft(page, kind) {
  const { here, elsewhere } = NOTHING[kind];
  const others = await hasOtherTabs(navigator.locks, page.client.key);
  toast(translate(others ? elsewhere : here));
}
