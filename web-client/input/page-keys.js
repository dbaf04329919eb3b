/** The keys of every page: `?` shows the keys, F8 leads to the message that offers something. */

import { composes } from '../elements/entering.js';
import { focusToast } from '../elements/notices.js';
import { onDemand } from '../elements/on-demand.js';

export function listenForPageKeys() {
  document.addEventListener('keydown', (event) => {
    if (composes(event) || document.querySelector('dialog[open]')) return;
    const types = event.target.closest('input:not([type="checkbox"]), textarea, select');
    if (event.key === '?' && !types) onDemand(({ showKeys }) => showKeys());
    else if (event.key !== 'F8' || !focusToast()) return;
    event.preventDefault();
  });
}
