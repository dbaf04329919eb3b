/**
 * Renaming a section in place. What is typed is stored as a draft until it is saved, and saved when
 * the input is left.
 */

import { composes, listenForEnter } from '../elements/entering.js';
import { toast } from '../elements/notices.js';
import { findSection } from '../package/list-model.js';
import { titleProblem } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';

const KIND = 'section';

export class SectionForm {
  #page;
  #drafts;

  /** `page` is a `ListPage`, `drafts` its `Drafts`. */
  constructor(page, drafts) {
    this.#page = page;
    this.#drafts = drafts;
    const on = (type, listener) => page.body.element.addEventListener(type, (event) => {
      if (event.target.dataset.retitle !== undefined) listener(event);
    });
    on('input', ({ target }) => this.#typed(target.value));
    on('keydown', (event) => this.#key(event));
    listenForEnter(page.body.element, (field) => this.#enter(field));
    on('focusout', ({ target }) => queueMicrotask(() => {
      if (target.isConnected && target !== document.activeElement) this.save();
    }));
  }

  get #list() { return this.#page.list.id; }

  /** Opens the form of a section, with the caret at an offset, or else all of it selected. */
  open(section, caret) {
    const { state, shown, forms } = this.#page;
    if (state.retitling?.section === section || !forms.commit()) return;
    const { title } = shown.sections[findSection(shown, section)];
    state.retitling = { section, opened: title, text: title, caret };
    this.#page.draw();
  }

  /** Saves and closes the form; returns `false` where it stays open, with a toast. */
  save() {
    const { state, client } = this.#page;
    if (!state.retitling) return true;
    const { section, opened, text } = state.retitling;
    const title = text.trim();
    const problem = titleProblem(title, client.limits);
    if (problem) {
      toast(translate('typed.staysInField', { reason: problem }), 'error');
      return false;
    }
    this.close();
    if (title !== opened) this.#page.retitle(section, opened, title);
    return true;
  }

  /** Closes the form; what was typed is dropped. */
  close() {
    const { state } = this.#page;
    if (!state.retitling) return;
    this.#drafts.drop(this.#list, KIND, state.retitling.section);
    state.retitling = null;
    this.#page.draw();
  }

  /**
   * Opens the form of a stored draft again, after a reload. Where the section is gone, what was
   * typed is offered for copying.
   */
  follow() {
    const { state, shown, list } = this.#page;
    const draft = this.#drafts.of(this.#list).find(({ kind }) => kind === KIND);
    if (!state.retitling && draft) {
      state.retitling = { section: draft.id, opened: draft.opened, text: draft.text };
    }
    if (!state.retitling || list.status !== 'live') return;
    const { section, opened, text } = state.retitling;
    if (findSection(shown, section) >= 0) return;
    this.#drafts.drop(this.#list, KIND, section);
    state.retitling = null;
    if (text !== opened) this.#page.retitle(section, opened, text.trim());
  }

  #typed(text) {
    const { retitling } = this.#page.state;
    if (!retitling) return;
    retitling.text = text;
    const { section, opened } = retitling;
    this.#drafts.put({ list: this.#list, kind: KIND, id: section, opened, text });
  }

  #key(event) {
    event.stopPropagation();
    if (composes(event) || event.key !== 'Escape') return;
    event.preventDefault();
    const { section } = this.#page.state.retitling ?? {};
    this.close();
    this.#focusTitle(section);
  }

  /** Enter in `field`; returns whether that is the one of the form. */
  #enter(field) {
    if (field?.dataset.retitle === undefined) return false;
    const { section } = this.#page.state.retitling ?? {};
    if (this.save()) this.#focusTitle(section);
    return true;
  }

  #focusTitle(section) {
    this.#page.body.element.querySelector(`[data-header="${section}"] .section-name`)
      ?.focus({ preventScroll: true });
  }
}
