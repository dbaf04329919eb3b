/** The choice of the kind of a list: a checklist, or a plain one. */

import { h } from '../elements/dom.js';
import { translate } from '../texts/texts.js';

const KINDS = ['check', 'plain'];

/** A choice of the kind of a list; its `value` is `check` or `plain`. */
export const kindPicker = (kind) => h('select', { class: 'dialog-input', name: 'kind' },
  KINDS.map((one) => h('option', { value: one, selected: one === kind },
    translate(`kind.${one}`))));
