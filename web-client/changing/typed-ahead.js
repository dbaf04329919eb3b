/** What is typed while a new list is being made: it becomes the first rows of that list. */

import { h } from '../elements/dom.js';
import { composes } from '../elements/entering.js';
import { TextField } from '../elements/text-field.js';
import { refusalSentence } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';
import { hasLines } from './pasted-lines.js';

/** The one that was made last: where another list is being made by now, nobody is taken away from that. */
let newest = null;

/**
 * A field that has the focus from the moment on in which the new list is wanted, until the form of its first row takes
 * it. What is in it is the draft of that form (`Forms` makes rows of all its lines but the last), so that it can go
 * into no other list. It is seen only where something is typed. Where there is no list in the end, the text is offered
 * for copying, and grows with what is typed on.
 */
export class TypedAhead {
  #page;
  #draft;
  #title;
  #field;
  #stopListening;
  /** Ends with the field. */
  #there = new AbortController();
  #composes = false;
  #isMade = false;
  /** Why there will be no list; `null` where there may be. */
  #reason = null;
  /** The address at which the list was wanted. */
  #hash = location.hash;

  /** `page` is a `ListsPage`; the list has the id `list`, this `title`, and one section. */
  constructor(page, { list, title, section }) {
    newest = this;
    this.#page = page;
    this.#title = title;
    this.#draft = { list, kind: 'new', id: section, text: '', lines: 'typed' };
    page.drafts.put(this.#draft);
    this.#field = new TextField('field-title', {
      name: 'typed-ahead', enterkeyhint: 'enter', 'aria-label': translate('section.newItemIn', { title }),
    });
    const toast = h('div', { class: 'toast' }, this.#field.element);
    // A click there is about the text, not about what is below it: it must not take the focus.
    toast.style.pointerEvents = 'auto';
    this.element = h('div', { class: 'toasts unseen' }, toast);
    document.body.append(this.element);
    const { client } = page;
    this.#stopListening = [
      client.on('created', (id) => { if (id === list) this.#made(); }),
      client.on('problem', (code, _, id = list) => { if (id === list) this.end(refusalSentence(code)); }),
      client.on('state', () => { if (!this.#isMade) this.end(translate('lists.createOnline')); }),
    ];
    this.#listen();
    this.#field.input.focus({ preventScroll: true });
  }

  /** There will be no list, for the `reason`. Who is typing goes on, as the next letters would do something else. */
  end(reason) {
    this.#stop();
    const { list, kind, id, text } = this.#draft;
    this.#page.drafts.drop(list, kind, id);
    this.#reason = translate('typed.notSavedReason', { reason });
    this.#keep(text);
    if (text === '' || document.activeElement !== this.#field.input) this.#leave();
  }

  /** Offers `text` for copying, in place of what was typed before. */
  #keep(text) {
    const { drafts } = this.#page;
    const { list, text: before } = this.#draft;
    this.#draft = { ...this.#draft, text };
    drafts.drop(list, 'kept', before.trim());
    drafts.keep(list, text.trim(), this.#reason, true);
  }

  #listen() {
    const { input } = this.#field;
    const { signal } = this.#there;
    const on = (type, listener) => input.addEventListener(type, listener, { signal });
    on('input', ({ inputType }) => {
      if (input.value === '') this.#draft.lines = 'typed';
      else if (this.#draft.lines === 'pasted' && inputType !== 'insertFromPaste') this.#draft.lines = 'continued';
      this.#put(input.value);
    });
    on('paste', ({ clipboardData }) => {
      if (hasLines(clipboardData.getData('text/plain').trim())) this.#draft.lines = 'pasted';
    });
    on('compositionstart', () => { this.#composes = true; });
    on('compositionend', () => {
      this.#composes = false;
      this.#put(input.value);
      this.#go();
    });
    on('keydown', (event) => {
      if (event.key !== 'Escape' || composes(event)) return;
      // What is offered for copying is dropped there.
      if (this.#reason === null) this.#put('');
      this.#leave();
    });
    on('blur', () => {
      // The window has lost the focus, and the field will have it again.
      if (document.activeElement === input) return;
      if (this.#isMade || this.#reason !== null || input.value === '') this.#remove();
    });
  }

  #put(text) {
    if (this.#reason !== null) {
      this.#keep(text);
      return;
    }
    const { drafts } = this.#page;
    const { list, kind, id } = this.#draft;
    // The form of the list has it already, where a composition ends as that takes the focus.
    if (!drafts.find(list, kind, id)?.lines) return;
    this.#draft = { ...this.#draft, text };
    this.element.classList.toggle('unseen', text === '');
    drafts.put(this.#draft);
  }

  #made() {
    this.#isMade = true;
    this.#stop();
    const { drafts } = this.#page;
    // By now it may be the name of another list.
    if (drafts.find('', 'dialog', 'new list')?.text === this.#title) drafts.drop('', 'dialog', 'new list');
    this.#go();
  }

  /**
   * Shows the list: not while something is composed, which would break off, and not where the user has gone elsewhere
   * or answers a dialog, into which the next letters are to go.
   */
  #go() {
    if (!this.#isMade || this.#composes) return;
    const { input } = this.#field;
    const isAwaited = newest === this && location.hash === this.#hash && !document.querySelector('dialog[open]');
    if (isAwaited) location.hash = `#/list/${this.#draft.list}`;
    // The form of the first row takes the focus; elsewhere the user does, who may be typing on.
    if (document.activeElement !== input || (!isAwaited && input.value === '')) this.#remove();
  }

  /** Takes the field away, and the focus with it to where a list is made. */
  #leave() {
    const hadFocus = this.element.contains(document.activeElement);
    this.#remove();
    if (hadFocus) this.#page.createButton.focus();
  }

  #remove() {
    // An element that is removed with the focus hears that it has lost it.
    this.#there.abort();
    this.element.remove();
  }

  #stop() { for (const stop of this.#stopListening) stop(); }
}
