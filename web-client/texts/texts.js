/**
 * The texts that people read, in the language shown.
 *
 * A catalogue maps keys, such as `adding.newItem`, to messages. A message is a string with
 * placeholders, `Deleted {title}`, or an object of such strings by plural category (`one`, `other`,
 * as `Intl.PluralRules` names them) that is chosen by the value `count`.
 */

import { en } from './en.js';

const shown = { language: 'en', catalogue: en, plurals: new Intl.PluralRules('en') };

/** The language shown, as a language tag. */
export const language = () => shown.language;

/** Shows `catalogue`, whose messages are in `language`, from now on. */
export function useCatalogue(language, catalogue) {
  Object.assign(shown, { language, catalogue, plurals: new Intl.PluralRules(language) });
}

/** The message of a key with its placeholders replaced by `values`. */
export function translate(key, values = {}) {
  const message = shown.catalogue[key];
  if (message === undefined) throw new Error(`the catalogue has no message ${key}`);
  const text = typeof message === 'string'
    ? message : message[shown.plurals.select(values.count)] ?? message.other;
  return text.replace(/\{(\w+)\}/gu, (placeholder, name) => values[name] ?? placeholder);
}
