/**
 * Dragging a section by the handle of its header, with pointer or keyboard. Meanwhile the page
 * shows headers only.
 */

import { announce } from '../elements/notices.js';
import { findSection } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { placeSection } from '../screen/user-edits.js';
import { translate } from '../texts/texts.js';

/** Pixels that the pointer moves before a press becomes a drag. */
const THRESHOLD = 4;

export class SectionDrag {
  #page;
  /** The press that is going on: `{section, pointer, startY, stop}`. */
  #press = null;

  /** `page` is a `ListPage`. */
  constructor(page) {
    this.#page = page;
    page.body.element.addEventListener('pointerdown', (event) => this.#begin(event));
    page.body.element.addEventListener('keydown', (event) => this.#key(event));
    page.body.element.addEventListener('click', (event) => this.#pressed(event));
  }

  get #drag() { return this.#page.state.sectionDrag; }

  /** Ends without an edit. */
  cancel() {
    this.#release();
    if (!this.#drag) return;
    const { section } = this.#drag;
    this.#page.state.sectionDrag = null;
    this.#finish(section);
    announce(translate('moving.cancelled'));
  }

  /** Keeps the section below the one above it; ends where someone else has deleted it. */
  follow() {
    const { shown } = this.#page;
    if (!this.#drag) return;
    if (findSection(shown, this.#drag.section) >= 0) {
      const above = this.#others.findIndex(({ id }) => id === this.#drag.above);
      if (above >= 0 || this.#drag.above === null) this.#drag.index = above + 1;
      return;
    }
    this.#release();
    this.#page.state.sectionDrag = null;
    announce(translate('peers.deletedHolding'));
  }

  #begin(event) {
    const handle = event.target.closest('[data-action="section-handle"]');
    if (!handle || event.button !== 0 || this.#press || this.#drag) return;
    const stop = new AbortController();
    const { signal } = stop;
    this.#press = {
      section: handle.closest('[data-section]').dataset.section, pointer: event.pointerId,
      startY: event.clientY, stop,
    };
    // An element that has the focus is not moved in the document, and keeps the pointer.
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    window.addEventListener('pointermove', (move) => this.#move(move), { signal });
    window.addEventListener('pointerup', (up) => this.#up(up), { signal });
    window.addEventListener('pointercancel', () => this.cancel(), { signal });
    window.addEventListener('blur', () => this.cancel(), { signal });
  }

  #move({ pointerId, clientY }) {
    if (pointerId !== this.#press?.pointer) return;
    if (!this.#drag) {
      if (Math.abs(clientY - this.#press.startY) < THRESHOLD) return;
      this.#page.press.end();
      this.#lift(this.#press.section);
      const header = this.#headerOf(this.#press.section).getBoundingClientRect();
      window.scrollBy(0, header.top + header.height / 2 - clientY);
    }
    const others = [...this.#page.body.element.querySelectorAll('[data-header]')]
      .filter((header) => header.dataset.header !== this.#press.section);
    const above = others.filter((header) => {
      const { top, height } = header.getBoundingClientRect();
      return top + height / 2 < clientY;
    });
    this.#propose(above.length);
  }

  #up({ pointerId }) {
    if (pointerId !== this.#press?.pointer) return;
    this.#release();
    if (this.#drag) this.#drop();
  }

  /** Space picks up and drops, arrows, Home and End move, Enter drops, Escape cancels. */
  #key(event) {
    if (event.target.dataset.action !== 'section-handle') return;
    const { section } = event.target.closest('[data-section]').dataset;
    const act = {
      ' ': () => (this.#drag ? this.#drop() : this.#pickUp(section)),
      Enter: () => this.#drag && this.#drop(),
      Escape: () => this.#drag && this.cancel(),
      ArrowUp: () => this.#drag && this.#propose(this.#drag.index - 1),
      ArrowDown: () => this.#drag && this.#propose(this.#drag.index + 1),
      Home: () => this.#drag && this.#propose(0),
      End: () => this.#drag && this.#propose(Infinity),
    }[event.key];
    if (!act || (event.key !== ' ' && !this.#drag)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Screen readers and Enter press the handle: it picks up, and drops. */
  #pressed({ target, detail }) {
    const handle = target.closest('[data-action="section-handle"]');
    if (!handle || detail !== 0) return;
    if (this.#drag) this.#drop();
    else this.#pickUp(handle.closest('[data-section]').dataset.section);
  }

  #pickUp(section) {
    this.#lift(section);
    this.#headerOf(section).scrollIntoView({ block: 'nearest' });
    announce(translate('sections.pickedUp', { place: this.#place() }));
  }

  #lift(section) {
    const { state, shown } = this.#page;
    const index = findSection(shown, section);
    const above = shown.sections[index - 1]?.id ?? null;
    state.sectionDrag = { section, index, above };
    this.#page.draw();
  }

  /** Moves the section to `index` among the others, as far as there are so many. */
  #propose(index) {
    const drag = this.#drag;
    const last = this.#page.shown.sections.length - 1;
    const bounded = Math.max(0, Math.min(last, index));
    if (bounded === drag.index) {
      if (!this.#press) announce(translate('moving.noFurther', { reason: translate('moving.noPlace') }));
      return;
    }
    Object.assign(drag, { index: bounded, above: this.#others[bounded - 1]?.id ?? null });
    this.#page.draw();
    if (!this.#press) this.#headerOf(drag.section).scrollIntoView({ block: 'nearest' });
    announce(this.#place());
  }

  #drop() {
    const { section, index } = this.#drag;
    const actions = placeSection(this.#page.shown, section, index);
    const place = this.#place();
    this.#page.state.sectionDrag = null;
    this.#page.edit(actions);
    this.#finish(section);
    announce(translate('moving.dropped', { place }));
  }

  /** Shows the rows again, and the section where it stands now. */
  #finish(section) {
    this.#page.draw();
    this.#headerOf(section)?.scrollIntoView({ block: 'nearest' });
  }

  #release() {
    this.#press?.stop.abort();
    this.#press = null;
  }

  /** The sections that are not dragged. */
  get #others() {
    return this.#page.shown.sections.filter(({ id }) => id !== this.#drag.section);
  }

  #headerOf(section) {
    return this.#page.body.element.querySelector(`[data-header="${section}"]`);
  }

  #place() {
    const { sections } = this.#page.shown;
    const { section, index } = this.#drag;
    const { title } = sections.find(({ id }) => id === section);
    return translate('sections.place', {
      title: nameOf(title, 'section.untitled'), position: index + 1, total: sections.length,
    });
  }
}
