/** Dialogs: a title, something to fill in, and buttons. */

import { h } from '../elements/dom.js';

let count = 0;

/**
 * Shows `content` under `title`; resolves with what `answer()` gives when it is confirmed, with
 * `null` when it is dismissed. `confirm` is the label of the main button, or an element of its own.
 */
export function askInDialog({ title, content, confirm, answer, danger = false }) {
  return new Promise((resolve) => {
    count += 1;
    const heading = h('h2', { class: 'dialog-title', id: `dialog-${count}` }, title);
    const cancel = h('button', { type: 'button', class: 'button', 'data-action': 'cancel' },
      confirm ? 'Cancel' : 'Close');
    const go = confirm ? h('button', {
      type: 'submit', class: danger ? 'button danger' : 'button primary', 'data-action': 'confirm',
    }, confirm) : null;
    const form = h('form', { method: 'dialog' }, heading, content,
      h('div', { class: 'dialog-buttons' }, cancel, go));
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': heading.id }, form);
    let result = null;
    // Submitting is done by hand: the policy of the page lets no form go anywhere.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!go || go.hidden) return;
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

/** Dismisses what is open: its page is left. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}

/** A labelled control of a dialog. */
export function labelled(label, control) {
  return h('label', { class: 'dialog-field' }, h('span', {}, label), control);
}
