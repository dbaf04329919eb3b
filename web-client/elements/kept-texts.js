/** Texts that were typed and could not be saved where they belong, offered for copying. */

import { translate } from '../texts/texts.js';
import { h } from './dom.js';
import { toast } from './notices.js';

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

export class KeptTexts {
  element = h('div', { class: 'kept-texts', hidden: true });
  #drop;
  #shown = '';

  /** `drop` is called with a draft that is no longer needed. */
  constructor(drop) {
    this.#drop = drop;
  }

  /** Shows `drafts`, those of the kind `kept`. */
  update(drafts) {
    const json = JSON.stringify(drafts);
    if (json === this.#shown) return;
    this.#shown = json;
    this.element.hidden = drafts.length === 0;
    this.element.replaceChildren(...drafts.map((draft) => this.#item(draft)));
  }

  #item(draft) {
    const words = h('p', { class: 'kept-text', dir: 'auto', tabindex: '0' }, draft.text);
    return h('section', { class: 'kept', 'aria-label': translate('typed.notSaved') },
      h('p', { class: 'kept-reason' }, draft.reason), words,
      h('div', { class: 'kept-buttons' },
        h('button', {
          type: 'button', class: 'question-choice', 'data-kept': 'copy',
          onclick: () => copy(draft.text, words),
        }, translate('typed.copy')),
        h('button', {
          type: 'button', class: 'question-choice', 'data-kept': 'dismiss',
          onclick: () => this.#drop(draft),
        }, translate('typed.dismiss'))));
  }
}
