/** A text that was typed and could not be saved where it belongs, offered for copying. Loaded lazily. */

import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { translate } from '../texts/texts.js';

async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    toast(translate('page.copied'));
  } catch {
    // Browsers allow the clipboard on https pages only, and not always there.
    document.getSelection().selectAllChildren(shown);
    toast(translate('page.selectedForCopying'));
  }
}

/** The element of `draft`, of the kind `kept`; `drop` is called with it where it is no longer needed. */
export function recoveredDraft(draft, drop) {
  const words = h('p', { class: 'recovered-draft', dir: 'auto', tabindex: '0' }, draft.text);
  return h('section', { class: 'kept', 'aria-label': translate('typed.notSaved') },
    h('p', { class: 'kept-reason' }, draft.reason), words,
    h('div', { class: 'kept-buttons' },
      h('button', {
        type: 'button', class: 'question-choice', 'data-kept': 'copy',
        onclick: () => copy(draft.text, words),
      }, translate('typed.copy')),
      h('button', {
        type: 'button', class: 'question-choice', 'data-kept': 'dismiss',
        onclick: () => drop(draft),
      }, translate('typed.dismiss'))));
}
