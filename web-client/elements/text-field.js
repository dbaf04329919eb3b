/** A field for text that wraps, and is as high as what is in it; and where its caret goes when it opens. */

import { h } from './dom.js';

export class TextField {
  #keepsLines;

  /** `attributes` are those of the field; `kind` is the class of what holds it; with `data-line` it is of one line. */
  constructor(kind, attributes) {
    this.input = h('textarea', {
      rows: 1, class: 'field', autocomplete: 'off', dir: 'auto', oninput: (event) => this.#typed(event), ...attributes,
    });
    // A copy of the text below the field makes room for it, in every browser.
    this.element = h('span', { class: `grow ${kind}` }, this.input);
    this.text = '';
  }

  /** Shows a text; the line breaks that it has are kept, where the field is of one line, too. */
  set text(text) {
    const { input } = this;
    this.#keepsLines = input.dataset.line === undefined || text.includes('\n');
    if (input.value !== text) input.value = text;
    this.#fit();
  }

  /** Into a line no breaks are pasted, dropped or dictated. */
  #typed({ isComposing }) {
    const { input } = this;
    if (!isComposing && !this.#keepsLines && input.value.includes('\n')) {
      const { selectionEnd: at } = input;
      input.value = input.value.replaceAll('\n', ' ');
      input.setSelectionRange(at, at);
    }
    this.#fit();
  }

  #fit() { this.element.dataset.text = this.input.value; }
}

/** What is at a point: `[node, offset]`, none where a browser does not tell. */
function placeAt(x, y) {
  const place = document.caretPositionFromPoint?.(x, y);
  if (place) return [place.offsetNode, place.offset];
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? [range.startContainer, range.startOffset] : [];
}

/**
 * The one of `texts`, elements below each other, that a click is at or nearest to, and how many of
 * its characters stand before, in a field: `[element, offset]`; `[]` for a key, or where no browser
 * tells.
 */
export function clickedText({ clientX, clientY, detail }, texts) {
  const seen = [...texts].filter((element) => element.offsetHeight > 0);
  if (detail === 0 || seen.length === 0) return [];
  const element = seen.findLast((one) => one.getBoundingClientRect().top <= clientY) ?? seen[0];
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const within = (at, from, to) => Math.max(from + 1, Math.min(to - 1, at));
  const [node, offset] = placeAt(within(clientX, left, right), within(clientY, top, bottom));
  if (!element.contains(node)) return [];
  const before = new Range();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  // A field has one character for the end of a line.
  return [element, before.toString().replaceAll('\r\n', '\n').length];
}
