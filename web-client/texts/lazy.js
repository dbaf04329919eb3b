/** The texts of what is loaded on demand, in all languages: they come with it. */

import { changesDe } from './de/changes.js';
import { dialogsDe } from './de/dialogs.js';
import { signInDe } from './de/sign-in.js';
import { changesEn } from './en/changes.js';
import { dialogsEn } from './en/dialogs.js';
import { signInEn } from './en/sign-in.js';
import { addCatalogues } from './texts.js';

addCatalogues({
  en: { ...changesEn, ...dialogsEn, ...signInEn }, de: { ...changesDe, ...dialogsDe, ...signInDe },
});
