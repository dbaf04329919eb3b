/** The bar at the foot of a list: undo and redo, and what edit mode adds. */

import { attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';

const button = (action, image, label) => h('button', {
  type: 'button', class: 'tool', 'data-action': action, 'aria-label': label, title: label,
}, icon(image), h('span', { class: 'tool-label', 'aria-hidden': 'true' }, label));

export class ToolbarView {
  #up = button('move-up', 'up', 'Move up');
  #down = button('move-down', 'down', 'Move down');
  #link = button('copy-link', 'link', 'Copy link');
  #selecting = button('toggle-selecting', 'select', 'Select');
  #deleteSelected = h('button', {
    type: 'button', class: 'tool danger', 'data-action': 'delete-selected',
  });
  #where = button('delete-where', 'filter', 'Delete where…');
  #section = button('add-section', 'section', 'Add section');
  #history = button('history', 'history', 'History');
  #refresh = button('refresh', 'refresh', 'Refresh');
  element = h('footer', { class: 'toolbar' },
    h('div', { class: 'tools' }, button('undo', 'undo', 'Undo'), button('redo', 'redo', 'Redo')),
    h('div', { class: 'tools' }, this.#deleteSelected, this.#up, this.#down, this.#selecting,
      this.#where, this.#section, this.#link, this.#history, this.#refresh));

  update({ state, list }) {
    const count = state.selected.size;
    this.#selecting.hidden = !state.editing;
    attribute(this.#selecting, 'aria-pressed', state.selecting ? 'true' : 'false');
    this.#deleteSelected.hidden = count === 0;
    text(this.#deleteSelected, `Delete ${count}`);
    const any = list.sections.some((section) => section.rows.length > 0);
    this.#where.hidden = !state.editing || state.selecting || !any;
    this.#section.hidden = !state.editing || state.selecting;
    for (const move of [this.#up, this.#down]) move.hidden = count === 0;
    for (const other of [this.#link, this.#history, this.#refresh]) {
      other.hidden = state.editing || count > 0;
    }
  }
}
