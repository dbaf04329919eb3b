/** Modal dialogs: a title, content, and buttons; and the one that asks for a line of text. */

import { h } from '../elements/dom.js';
import { composes, submitByBreaks } from '../elements/entering.js';
import { TextField } from '../elements/text-field.js';
import { addLayer } from '../layers.js';
import { translate } from '../texts/texts.js';

let count = 0;

/**
 * Shows a dialog with `content` under `title`. Resolves to the result of `answer()` when the user
 * confirms, to `null` when the user dismisses it. `confirm` is the label of the main button;
 * without it the dialog can only be closed; `dismiss` is that of the other one. `confirmed()` is called
 * right after `answer()`, once it is closed: before the next key. `check()` is why it
 * cannot be confirmed yet, a sentence; empty where it can. A click outside, Escape and Back dismiss the
 * dialog; one that `saves` they confirm, and nothing dismisses it. `left()` is called where the user
 * leaves the page instead. `at` is an event at whose place it is shown, where there is room.
 */
export function askInDialog({
  title, content, confirm, answer, danger = false, saves = false, check = () => '',
  confirmed = () => {}, left = () => {}, at, dismiss = translate(confirm ? 'dialog.cancel' : 'dialog.close'),
}) {
  return new Promise((resolve) => {
    count += 1;
    const heading = h('h2', { class: 'dialog-title', id: `dialog-${count}` }, title);
    const cancel = saves ? null : h('button', {
      type: 'button', class: 'button', 'data-action': 'cancel', onclick: () => dialog.close(),
    }, dismiss);
    const submit = confirm ? h('button', {
      type: 'submit', class: danger ? 'button danger' : 'button primary', 'data-action': 'confirm',
    }, confirm) : null;
    const problem = h('p', { class: 'dialog-note dialog-problem', role: 'alert', hidden: true });
    const form = h('form', { method: 'dialog' }, heading, content, problem,
      h('div', { class: 'dialog-buttons' }, cancel, submit));
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': heading.id }, form);
    let result = null;
    submitByBreaks(form);
    // The content security policy of the page forbids forms to submit.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!submit || submit.hidden) return;
      problem.textContent = check();
      problem.hidden = problem.textContent === '';
      if (!problem.hidden) return;
      result = answer();
      dialog.close();
      confirmed();
    });
    const leave = () => (saves ? form.requestSubmit() : dialog.close());
    // Some browsers let Escape close a dialog without asking it.
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || composes(event)) return;
      event.preventDefault();
      // The page would hear it without a dialog, and close a layer of its own.
      event.stopPropagation();
      leave();
    });
    dialog.addEventListener('cancel', (event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      leave();
    });
    // Text may be selected by dragging to the outside: a click there begins there, too.
    let pressed = null;
    dialog.addEventListener('pointerdown', ({ target }) => { pressed = target; });
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog && pressed === dialog) leave();
    });
    document.body.append(dialog);
    dialog.showModal();
    // However it is closed; its `close` event comes after the next key, which would find two dialogs.
    new MutationObserver(() => {
      if (dialog.dataset.left) left();
      dialog.remove();
      resolve(result);
    }).observe(dialog, { attributeFilter: ['open'] });
    if (at) placeAt(dialog, at);
    addLayer(() => dialog.open, leave);
  });
}

/** Pixels between a menu at the pointer and the edges of the window. */
const MARGIN = 8;

/** Places a dialog at the pointer of an event; not where dialogs are sheets at the bottom. */
function placeAt(dialog, { clientX, clientY }) {
  if (window.matchMedia('(max-width: 32.5rem)').matches) return;
  dialog.classList.add('at-pointer');
  const within = (place, size, room) => `${Math.max(MARGIN, Math.min(place, room - size - MARGIN))}px`;
  Object.assign(dialog.style, {
    left: within(clientX, dialog.offsetWidth, window.innerWidth),
    top: within(clientY, dialog.offsetHeight, window.innerHeight),
  });
}

/** A control of a dialog with its label. */
export function labelled(label, control) {
  return h('label', { class: 'dialog-field' }, h('span', {}, label), control);
}

/**
 * Asks for a line of text. Resolves to the trimmed text, or to `null` where it is empty or the
 * dialog is dismissed. Without `button` it only shows `value`. `check(text)` is why it cannot be
 * taken, a sentence. `draft` keeps what is typed until it is confirmed or dismissed:
 * `{text, save(text), drop()}`, see `dialogDraft` of `screen/drafts.js`. `confirmed(text)` is as in
 * `askInDialog`; not called where the text is empty.
 */
export async function askText({
  title, label, button, value = '', maximum = 120, check, draft = NO_DRAFT, more = [],
  confirmed = () => {},
}) {
  const field = new TextField('dialog-grow', {
    class: 'dialog-input', name: 'text', maxlength: maximum, 'data-line': '', enterkeyhint: 'done',
    autofocus: true,
  });
  const { input } = field;
  field.text = draft.text ?? value;
  input.setSelectionRange(input.value.length, input.value.length);
  input.addEventListener('input', () => draft.save(input.value));
  let kept = false;
  const text = await askInDialog({
    title, content: h('div', { class: 'dialog-fields' }, labelled(label, field.element), ...more),
    confirm: button, answer: () => input.value.trim(),
    confirmed: () => { if (input.value.trim()) confirmed(input.value.trim()); },
    check: check && (() => check(input.value.trim())), left: () => { kept = true; },
  });
  if (!kept) draft.drop();
  return text || null;
}

const NO_DRAFT = { text: undefined, save: () => {}, drop: () => {} };
