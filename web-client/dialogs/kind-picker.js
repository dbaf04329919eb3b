/** The kind of a list, a checklist or a plain one: the choice of it, and the dialog for a new list. */

import { h } from '../elements/dom.js';
import { translate } from '../texts/texts.js';
import { askText, labelled } from './dialog.js';

const KINDS = ['check', 'plain'];

/** A choice of the kind of a list; its `value` is `check` or `plain`. */
export const kindPicker = (kind) => h('select', { class: 'dialog-input', name: 'kind' },
  KINDS.map((one) => h('option', { value: one, selected: one === kind },
    translate(`kind.${one}`))));

/**
 * Asks for the title and the kind of a new list: `{title, kind}`, `null` for none. `form` has options of
 * `askText`.
 */
export async function askNewList(form) {
  const picker = kindPicker('check');
  const title = await askText({
    title: translate('lists.new'), label: translate('dialog.name'),
    button: translate('lists.create'), more: [labelled(translate('kind.label'), picker)], ...form,
  });
  return title && { title, kind: picker.value };
}
