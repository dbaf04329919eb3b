/** Short notes at the foot of the page. */

import { h } from './dom.js';

const STAY = 5000;

/** Shows `message` for a while; `kind` is `note` or `error`. */
export function toast(message, kind = 'note') {
  const place = document.getElementById('toasts');
  const line = h('div', { class: `toast toast-${kind}`, 'data-toast': kind },
    h('span', {}, message));
  while (place.children.length >= 3) place.firstChild.remove();
  place.append(line);
  setTimeout(() => line.remove(), STAY);
}
