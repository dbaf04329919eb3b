/** The texts of what is loaded on demand, in all languages: they come with it. */

import { dialogsDe } from './de/dialogs.js';
import { dialogsEn } from './en/dialogs.js';
import { addCatalogues } from './texts.js';

addCatalogues({ en: dialogsEn, de: dialogsDe });
