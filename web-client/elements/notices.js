/** Short notes at the foot of the page, which are said too. */

import { announce } from './announcer.js';
import { h } from './dom.js';

const STAY = 5000;
const SLOWEST_READER = 60;

/** Shows `message` for a while, longer where it is long; `kind` is `note` or `error`. */
export function toast(message, kind = 'note') {
  const place = document.getElementById('toasts');
  const line = h('div', { class: `toast toast-${kind}`, 'data-toast': kind },
    h('span', {}, message));
  while (place.children.length >= 3) place.firstChild.remove();
  place.append(line);
  announce(message);
  setTimeout(() => line.remove(), Math.max(STAY, message.length * SLOWEST_READER));
}
