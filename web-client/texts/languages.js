/** The languages of the page: which one is shown, and the catalogue that it takes. */

import { en } from './en.js';
import { useCatalogue } from './texts.js';

/** The languages that have a catalogue, by their tags, each with its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };

/** The catalogues that are loaded when they are needed. */
const LOADERS = { de: async () => (await import('./de.js')).de };

const languageOf = (tag) => tag.toLowerCase().split('-')[0];

/**
 * The language to show, `{language, locale}`: `wanted`, the tag that the user has chosen, or the
 * first of `preferred`, the tags of the browser, that has a catalogue; else English. `locale` is
 * the tag for numbers and times, with the user's region where that is known.
 */
export function languageFor(wanted, preferred) {
  const known = (tag) => Object.hasOwn(LANGUAGES, tag);
  const language = known(wanted) ? wanted : preferred.map(languageOf).find(known) ?? 'en';
  return { language, locale: preferred.find((tag) => languageOf(tag) === language) ?? language };
}

/** Loads the catalogue of the language to show, and shows it; returns the language. */
export async function showLanguage(wanted, preferred) {
  const { language, locale } = languageFor(wanted, preferred);
  try {
    useCatalogue(locale, LOADERS[language] ? await LOADERS[language]() : en);
    return language;
  } catch {
    // There is no network, and no service worker has kept the catalogue.
    useCatalogue('en', en);
    return 'en';
  }
}
