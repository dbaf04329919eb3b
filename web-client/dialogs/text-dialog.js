/** Asks for one line of text. */

import { askInDialog, labelled } from './dialog.js';
import { h } from '../elements/dom.js';

/** Resolves with the trimmed text, or `null` where nothing was given; without `button` it only shows. */
export async function askText({ title, label, button, value = '', maximum = 120 }) {
  const input = h('input', {
    type: 'text', class: 'dialog-input', name: 'text', maxlength: maximum, value, dir: 'auto',
    autocomplete: 'off', autofocus: true,
  });
  const text = await askInDialog({
    title, content: labelled(label, input), confirm: button, answer: () => input.value.trim(),
  });
  return text || null;
}
