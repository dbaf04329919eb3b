/** The settings of this browser: the user's name, the language and the theme. */

import { h } from '../elements/dom.js';
import { LANGUAGES } from '../texts/languages.js';
import { translate } from '../texts/texts.js';
import { askSignOut } from './account.js';
import { askInDialog, labelled } from './dialog.js';

const THEMES = ['light', 'dark'];

/** A choice of `options`, pairs of value and label; the first stands for that of the system. */
const picker = (name, value, options) => h('select', { class: 'dialog-input', name },
  [['', translate('settings.system')], ...options].map(([key, label]) => h('option', {
    value: key, selected: key === value,
  }, label)));

/**
 * Shows the settings; what is changed is stored in `preferences` upon Save. A name that came with
 * signing in is only shown. `waiting` is how many edits of the user are not stored yet, for who signs out.
 */
export async function askSettings(preferences, waiting) {
  const { account } = preferences;
  const signOut = async () => {
    if (waiting === 0 || await askSignOut(waiting)) account.signOut();
  };
  const name = h('input', {
    type: 'text', class: 'dialog-input', name: 'name', maxlength: 40, dir: 'auto',
    value: preferences.name, autocomplete: 'off', enterkeyhint: 'done',
    placeholder: preferences.madeUp(), readonly: preferences.given() !== '',
  });
  const language = picker('language', preferences.language, Object.entries(LANGUAGES));
  const theme = picker('theme', preferences.theme,
    THEMES.map((one) => [one, translate(`settings.${one}`)]));
  const saved = await askInDialog({
    title: translate('settings.title'), confirm: translate('dialog.save'), answer: () => true,
    content: h('div', { class: 'dialog-fields' },
      labelled(translate('settings.name'), name),
      name.readOnly ? h('p', { class: 'dialog-note' }, translate('settings.nameGiven')) : null,
      labelled(translate('settings.language'), language),
      labelled(translate('settings.theme'), theme),
      account && h('div', { class: 'dialog-account' },
        h('p', { class: 'dialog-note' }, translate('settings.signedIn', { user: account.user })),
        h('button', {
          type: 'button', class: 'button', 'data-action': 'sign-out', onclick: signOut,
        }, translate('settings.signOut')))),
  });
  if (!saved) return;
  const typed = name.value.trim();
  if (typed !== preferences.name) preferences.rename(typed);
  preferences.theme = theme.value;
  if (language.value !== preferences.language) preferences.language = language.value;
}
