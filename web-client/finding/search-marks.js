/** Marks what was searched for in the rows that are in the document. */

import { rangesOf } from './text-search.js';

const MATCHES = 'search-match';
const CURRENT = 'search-current';
/** Browsers without highlights show which row is the current one all the same. */
const highlights = globalThis.CSS?.highlights;

/** The ranges of `wanted` in the text of an element, which may be spread over several nodes. */
function rangesIn(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  for (let end = 0; walker.nextNode();) {
    const { length } = walker.currentNode;
    nodes.push({ node: walker.currentNode, start: end, end: end + length });
    end += length;
  }
  return rangesOf(element.textContent, wanted).map(([start, end]) => {
    const range = new Range();
    const first = nodes.find((one) => start < one.end);
    const last = nodes.find((one) => end <= one.end);
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
    return range;
  });
}

/** Marks `wanted` in the rows within `body`; the row `current` is marked otherwise. */
export function markMatches(body, wanted, current) {
  const matches = [];
  const inCurrent = [];
  for (const row of body.querySelectorAll('[data-row]')) {
    const isCurrent = row.dataset.row === current;
    row.classList.toggle('found', isCurrent);
    if (!highlights || wanted.trim() === '') continue;
    for (const words of row.querySelectorAll('.title, .detail')) {
      (isCurrent ? inCurrent : matches).push(...rangesIn(words, wanted));
    }
  }
  highlights?.set(MATCHES, new Highlight(...matches));
  highlights?.set(CURRENT, new Highlight(...inCurrent));
}

/** Takes the marks away. */
export function unmarkMatches(body) {
  for (const row of body.querySelectorAll('.found')) row.classList.remove('found');
  highlights?.delete(MATCHES);
  highlights?.delete(CURRENT);
}
