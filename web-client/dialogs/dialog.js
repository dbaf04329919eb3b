/** Modal dialogs: a title, content, and buttons; and the one that asks for a line of text. */

import { h } from '../elements/dom.js';

let count = 0;

/**
 * Shows a dialog with `content` under `title`. Resolves to the result of `answer()` when the user
 * confirms, to `null` when the user dismisses it. `confirm` is the label of the main button;
 * without it the dialog can only be closed.
 */
export function askInDialog({ title, content, confirm, answer, danger = false }) {
  return new Promise((resolve) => {
    count += 1;
    const heading = h('h2', { class: 'dialog-title', id: `dialog-${count}` }, title);
    const cancel = h('button', { type: 'button', class: 'button', 'data-action': 'cancel' },
      confirm ? 'Cancel' : 'Close');
    const submit = confirm ? h('button', {
      type: 'submit', class: danger ? 'button danger' : 'button primary', 'data-action': 'confirm',
    }, confirm) : null;
    const form = h('form', { method: 'dialog' }, heading, content,
      h('div', { class: 'dialog-buttons' }, cancel, submit));
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': heading.id }, form);
    let result = null;
    // The content security policy of the page forbids forms to submit.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!submit || submit.hidden) return;
      result = answer();
      dialog.close();
    });
    cancel.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Dismisses every open dialog. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}

/** A control of a dialog with its label. */
export function labelled(label, control) {
  return h('label', { class: 'dialog-field' }, h('span', {}, label), control);
}

/**
 * Asks for a line of text. Resolves to the trimmed text, or to `null` where it is empty or the
 * dialog is dismissed. Without `button` it only shows `value`.
 */
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
