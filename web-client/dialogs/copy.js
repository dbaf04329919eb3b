/** Copying text: to the clipboard, or by hand where the browser does not allow that. */

import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { onDemand } from '../elements/on-demand.js';

/**
 * Copies `text` and says `done`, if that is given; resolves to whether it is copied. Browsers allow
 * the clipboard on https pages only, and not always there: then a dialog with this `title` shows the
 * text, selected.
 */
export async function copyText({ text, done, title, label }) {
  try {
    await navigator.clipboard.writeText(text);
    if (done) toast(done);
    return true;
  } catch {
    const lines = Math.min(8, text.split('\n').length);
    const shown = h('textarea', {
      class: 'dialog-input', name: 'text', readonly: true, rows: lines, dir: 'auto',
      autofocus: true, onfocus: () => shown.select(),
    });
    shown.value = text;
    await onDemand(({ askInDialog, labelled }) => askInDialog(
      { title, content: labelled(label, shown) }));
    return false;
  }
}
