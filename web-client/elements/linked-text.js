/** Text with its links. */

import { linkParts } from '../screen/links.js';
import { h } from './dom.js';

/** Sets the text of an element, links in it as links that open beside the page. */
export function linkedText(element, value) {
  if (element.textContent === value) return;
  element.replaceChildren(...linkParts(value).map(({ text, href }) => (href === undefined ? text
    : h('a', { href, target: '_blank', rel: 'noopener noreferrer', draggable: 'false' }, text))));
}
