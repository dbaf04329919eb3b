/** The texts of what is loaded on demand, in all languages: they come with it. */

import { dialogsDe } from './de/dialogs.js';
import { signInDe } from './de/sign-in.js';
import { dialogsEn } from './en/dialogs.js';
import { signInEn } from './en/sign-in.js';
import { addCatalogues } from './texts.js';

addCatalogues({ en: { ...dialogsEn, ...signInEn }, de: { ...dialogsDe, ...signInDe } });
