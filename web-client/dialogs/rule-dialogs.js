/** The dialogs in which an owner sets the rules of a row or of a section. */

import { h } from '../elements/dom.js';
import { findRow, findSection } from '../package/list-model.js';
import { setRowRules, setSectionRules } from '../rules/rule-changes.js';
import { LOCKS } from '../rules/rule-edits.js';
import { nameOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';
import { askInDialog, labelled } from './dialog.js';

const PINS = ['', 'top', 'bottom'];
/** The rules of a section that are switches. */
const SWITCHES = ['insertable', 'reorderable'];
const MOST_ROWS = 200_000;
const LONGEST_TITLE = 120;

/** A switch for a rule; it cannot be used where an outer rule `forbids` what it would allow. */
function ruleSwitch(name, allows, forbids) {
  const box = h('input', {
    type: 'checkbox', class: 'switch', name, checked: allows && !forbids, disabled: forbids,
  });
  const label = h('label', { class: 'dialog-switch' }, box,
    h('span', {}, translate(`rules.may.${name}`),
      forbids ? h('span', { class: 'dialog-hint' }, translate('rules.forbidden')) : null));
  return { box, label };
}

/** Asks for the rules of the row `id` of a `ListPage`, and sets them. */
export async function askRowRules(page, id) {
  const { row, section } = findRow(page.shown, id);
  const { rules = {} } = page.shown;
  const outer = { ...section.rules, movable: section.rules?.reorderable };
  const switches = LOCKS.map((rule) => [rule, ruleSwitch(rule, row[rule] !== false,
    outer[rule] === false || rules[rule === 'movable' ? 'reorderable' : rule] === false)]);
  const pin = h('select', { class: 'dialog-input', name: 'pinned' }, PINS.map(
    (one) => h('option', { value: one, selected: one === (row.pinned ?? '') },
      translate(`rules.pin.${one || 'none'}`))));
  const confirmed = await askInDialog({
    title: translate('rules.ofRow', { title: nameOf(row.fields.title) }),
    content: h('div', { class: 'dialog-fields' }, labelled(translate('rules.pin.label'), pin),
      h('div', { class: 'dialog-group' }, switches.map(([, { label }]) => label))),
    confirm: translate('dialog.save'), answer: () => true,
  });
  const now = confirmed && page.shown && findRow(page.shown, id);
  if (!now) return;
  // Only what was changed here: others may have changed the rest meanwhile.
  const wanted = switches.filter(([rule, { box }]) => !box.disabled
    && box.checked !== (row[rule] !== false)).map(([rule, { box }]) => [rule, box.checked]);
  if (pin.value !== (row.pinned ?? '')) wanted.push(['pinned', pin.value || null]);
  page.edit(setRowRules(now.row, Object.fromEntries(wanted)));
}

/** Whether a text is a number of rows, or empty. */
const isCount = (text) => /^\d*$/u.test(text) && Number(text) <= MOST_ROWS;

/** Asks for the rules of the section `id` of a `ListPage`, and sets them in one edit. */
export async function askSectionRules(page, id) {
  const list = page.shown;
  const section = list.sections[findSection(list, id)];
  const rules = section.rules ?? {};
  const switches = SWITCHES.map((rule) => [rule,
    ruleSwitch(rule, rules[rule] !== false, list.rules?.[rule] === false)]);
  const staying = list.rules?.moveScope === 'section';
  const scope = ruleSwitch('leave', !staying, false);
  const title = h('input', {
    type: 'text', class: 'dialog-input', name: 'deleteTitle', maxlength: LONGEST_TITLE, dir: 'auto',
    value: rules.deleteTitle ?? '', autocomplete: 'off', enterkeyhint: 'done',
    placeholder: list.rules?.deleteTitle ?? translate('row.delete'),
  });
  const most = h('input', {
    type: 'text', class: 'dialog-input', name: 'maxRows', inputmode: 'numeric',
    value: rules.maxRows, autocomplete: 'off', enterkeyhint: 'done',
    placeholder: translate('rules.noLimit'),
  });
  const confirmed = await askInDialog({
    title: translate('rules.ofSection', { title: nameOf(section.title, 'section.untitled') }),
    content: h('div', { class: 'dialog-fields' },
      h('div', { class: 'dialog-group' }, switches.map(([, { label }]) => label), scope.label),
      labelled(translate('rules.maxRows'), most),
      labelled(translate('rules.deleteTitle'), title),
      h('p', { class: 'dialog-note' }, translate('rules.deleteTitleNote', { name: '{detail}' }))),
    confirm: translate('dialog.save'), answer: () => true,
    check: () => (isCount(most.value.trim()) ? '' : translate('rules.noNumber')),
  });
  const at = confirmed && page.shown ? findSection(page.shown, id) : -1;
  if (at < 0) return;
  const changes = { section: {}, list: {} };
  for (const [rule, { box }] of switches) {
    if (!box.disabled && box.checked !== (rules[rule] !== false)) {
      changes.section[rule] = box.checked ? undefined : false;
    }
  }
  const limit = most.value.trim() === '' ? undefined : Number(most.value);
  if (limit !== rules.maxRows) changes.section.maxRows = limit;
  const template = title.value.trim() || undefined;
  if (template !== rules.deleteTitle) changes.section.deleteTitle = template;
  if (scope.box.checked === staying) changes.list.moveScope = staying ? undefined : 'section';
  page.edit(setSectionRules(page.shown, page.shown.sections[at], changes));
}
