/** What an owner sets of a list: its kind, and what Edit does to its texts. */

import { h } from '../elements/dom.js';
import { isChecklist } from '../package/list-model.js';
import { setListRules } from '../rules/rule-changes.js';
import { translate } from '../texts/texts.js';
import { askInDialog, labelled } from './dialog.js';
import { kindPicker } from './kind-picker.js';

/** Shows the settings of the list of a `ListPage`; what is changed is one edit of its rules. */
export async function askListSettings(page) {
  const { rules = {} } = page.shown;
  const kind = kindPicker(isChecklist(page.shown) ? 'check' : 'plain');
  const before = kind.value;
  const editFields = h('input', {
    type: 'checkbox', class: 'switch', name: 'editFields', checked: rules.editFields === true,
  });
  const saved = await askInDialog({
    title: translate('listSettings.title'), confirm: translate('dialog.save'), answer: () => true,
    content: h('div', { class: 'dialog-fields' },
      labelled(translate('kind.label'), kind),
      h('div', { class: 'dialog-group' }, h('label', { class: 'dialog-switch' }, editFields,
        h('span', {}, translate('listSettings.editFields'))))),
  });
  if (!saved || !page.shown) return;
  const changes = {
    ...(kind.value !== before && { kind: kind.value }),
    ...(editFields.checked !== (rules.editFields === true) && { editFields: editFields.checked }),
  };
  page.edit(setListRules(page.shown, changes));
}
