/**
 * The slider of the history page: the list as it was after each of the changes that the page has
 * loaded, read-only, and what happened since.
 */

import { h, text } from '../elements/dom.js';
import { routeOf } from '../environment.js';
import {
  differingRows, EarlierStates, readEarlierState,
} from '../finding/earlier-states.js';
import { NamedVersions } from '../finding/named-versions.js';
import { isChecklist, textOf } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { earlierDe } from '../texts/de/earlier.js';
import { earlierEn } from '../texts/en/earlier.js';
import { addCatalogues, formatNumber, formatTime, translate } from '../texts/texts.js';

addCatalogues({ en: earlierEn, de: earlierDe });

/** The most rows that are shown of a state. */
const MOST_ROWS = 200;

/** Milliseconds without a move of the slider before a state is asked for. */
const PAUSE = 150;

export class EarlierView {
  #given;
  #states;
  /** The change sets that can be slid to, oldest first. */
  #sets = [];
  /** The revision that is shown; `Infinity`: the list as it is now. */
  #revision = Infinity;
  #timer;
  #request;

  /**
   * `nameOf(set)` is who made a set, `null` for this user; `moved(revision)` is called when another
   * revision is shown. `restoring` is a `Restoring` of the `OpenList` `list`.
   */
  constructor(given) {
    const { client, list } = given;
    this.#given = given;
    this.#states = new EarlierStates(
      (revision, signal) => readEarlierState(client, list.id, revision, signal));
    this.slider = h('input', {
      type: 'range', min: 0, max: 0, step: 1, value: 0, 'aria-label': translate('earlier.label'),
      'data-action': 'slide', oninput: () => this.#slide(),
    });
    this.when = h('p', { class: 'earlier-when' });
    this.since = h('p', { class: 'earlier-since' });
    this.note = h('p', { role: 'status' });
    this.button = h('button', {
      type: 'button', class: 'restore', 'data-action': 'restore-shown', hidden: true,
      onclick: () => this.#restore(),
    }, translate('restoring.restore'));
    this.state = h('div', {
      class: 'earlier-state', role: 'region', tabindex: 0, hidden: true,
      'aria-label': translate('earlier.label'),
    });
    this.versions = new NamedVersions(client, list, (version) => this.#visit(version));
    this.element = h('div', { class: 'earlier', hidden: true }, this.slider, this.when,
      this.since, this.button, this.versions.element, this.note, this.state);
  }

  /** Takes change sets that the page has loaded, or that have just arrived. O(sets). */
  take(sets) {
    const taken = new Set(sets.map(({ revision }) => revision));
    const others = this.#sets.filter(({ revision }) => !taken.has(revision));
    this.#sets = [...others, ...sets].sort((a, b) => a.revision - b.revision);
    this.#place();
  }

  /** Shows whether there is a slider, and whether this user can restore what is shown. */
  draw() {
    this.element.hidden = !this.#given.client.features.includes('restore')
      || this.#sets.length < 2;
    this.versions.revision = this.#revision === Infinity ? undefined : this.#revision;
    this.versions.draw();
    this.button.hidden = this.state.hidden || !this.#given.restoring.isAllowed;
  }

  leave() {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  get #index() {
    const at = this.#sets.findIndex(({ revision }) => revision === this.#revision);
    return at < 0 ? this.#sets.length - 1 : at;
  }

  /** Puts the slider where the revision that is shown is among the sets. */
  #place() {
    this.slider.max = Math.max(this.#sets.length - 1, 0);
    this.slider.value = this.#index;
    this.#tell();
  }

  #tell() {
    const set = this.#sets[this.#index];
    const isNow = this.#revision === Infinity;
    const after = isNow || set?.isAlone ? [] : this.#sets.slice(this.#index + 1);
    const names = [...new Set(after.map((one) => this.#nameOf(one)))];
    const when = isNow || !set ? translate('earlier.now') : this.#whenOf(set);
    text(this.when, when);
    this.slider.setAttribute('aria-valuetext', when);
    text(this.since, after.length === 0 ? ''
      : translate('earlier.since', { count: after.length, names: names.join(', ') }));
    this.#given.moved(this.#revision);
    this.draw();
  }

  #whenOf(set) {
    const time = formatTime(set.at);
    return set.isAlone ? time : translate('earlier.at', { time, name: this.#nameOf(set) });
  }

  #nameOf(set) { return this.#given.nameOf(set) ?? translate('earlier.you'); }

  #slide() {
    const index = Number(this.slider.value);
    this.#go(index === this.#sets.length - 1 ? Infinity : this.#sets[index].revision);
  }

  /** Slides to a named version, whose change set may not be loaded: then it stands for itself. */
  #visit({ revision, at }) {
    if (!this.#sets.some((set) => set.revision === revision)) {
      this.take([{ revision, at, isAlone: true }]);
    }
    this.#go(revision);
    this.#place();
  }

  #go(revision) {
    this.#revision = revision;
    this.leave();
    this.state.hidden = true;
    text(this.note, '');
    this.#tell();
    if (this.#revision !== Infinity) this.#timer = setTimeout(() => this.#load(), PAUSE);
  }

  async #load() {
    const revision = this.#revision;
    this.#request = new AbortController();
    const { signal } = this.#request;
    text(this.note, translate('earlier.loading'));
    try {
      const state = await this.#states.at(revision, signal);
      if (signal.aborted) return;
      text(this.note, '');
      this.#show(state);
    } catch (error) {
      if (signal.aborted) return;
      const code = error.code ?? 'unreadable';
      text(this.note, translate(`earlier.${typeof code === 'string' ? code : 'unreadable'}`));
      if (code === 'gone') this.#forget(revision);
    }
  }

  /** What is no longer kept cannot be slid to: the slider begins after it. */
  #forget(revision) {
    this.#sets = this.#sets.filter((set) => set.revision > revision);
    this.#revision = this.#sets.length > 1 ? this.#sets[0].revision : Infinity;
    this.#place();
    if (this.#revision !== Infinity) this.#timer = setTimeout(() => this.#load(), PAUSE * 10);
  }

  #show(state) {
    const now = this.#given.list.list;
    const differing = now ? differingRows(state, now) : new Set();
    const parts = [h('h2', { dir: 'auto' }, state.title)];
    let left = MOST_ROWS;
    let more = 0;
    for (const section of state.sections) {
      const rows = section.rows.slice(0, left);
      left -= rows.length;
      more += section.rows.length - rows.length;
      if (rows.length === 0 && section.rows.length > 0) continue;
      if (section.title) parts.push(h('h3', { dir: 'auto' }, section.title));
      parts.push(h('ul', { role: 'list' },
        rows.map((row) => this.#row(state, row, differing.has(row.id)))));
    }
    if (more > 0) parts.push(h('p', {}, translate('earlier.more', { count: more })));
    this.state.replaceChildren(...parts);
    this.state.hidden = false;
    this.state.scrollTop = 0;
    this.draw();
  }

  #row(state, row, differs) {
    const { title, done, ...others } = row.fields;
    const box = isChecklist(state) ? h('span', { 'aria-hidden': 'true' },
      done === true ? '☑ ' : '☐ ') : null;
    const said = [
      box && translate(done === true ? 'earlier.done' : 'earlier.open'),
      differs && translate('earlier.differs'),
    ].filter(Boolean).join(', ');
    return h('li', { class: differs ? 'differs' : null, 'data-row': row.id }, box,
      h('span', { dir: 'auto', class: 'earlier-title' }, nameOf(title)),
      said ? h('span', { class: 'unseen' }, ` (${said})`) : null,
      Object.entries(others).map(([name, value]) => h('p', { dir: 'auto' },
        name === 'detail' ? textOf(value) : `${name}: ${written(value)}`)));
  }

  #restore() {
    const set = this.#sets[this.#index];
    const { list, restoring } = this.#given;
    if (!restoring.restore(set.revision, formatTime(set.at), this.button)) return;
    if (routeOf(location.hash).id === list.id) location.hash = `#/list/${list.id}`;
  }
}

function written(value) {
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
