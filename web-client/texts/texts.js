/**
 * The texts that people read, in the language shown.
 *
 * A catalogue maps keys, such as `adding.newItem`, to messages. A message is a string with
 * placeholders, `Deleted {title}`, or an object of such strings by plural category (`one`, `other`,
 * as `Intl.PluralRules` names them) that is chosen by the value `count`.
 */

import { en } from './en.js';

const shown = {};
useCatalogue('en', en);

/** The language shown, as a language tag. */
export const language = () => shown.language;

/** Shows `catalogue`, whose messages are in `language`, from now on. */
export function useCatalogue(language, catalogue) {
  Object.assign(shown, {
    language,
    catalogue,
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language),
    times: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
    days: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
  });
}

/** What is only loaded lazily, by language. */
const lazy = {};

/** Adds catalogues by language that are loaded lazily. */
export function addCatalogues(catalogues) {
  for (const [tag, messages] of Object.entries(catalogues)) {
    lazy[tag] = { ...lazy[tag], ...messages };
  }
}

/** A number as the language shown writes it. */
export const formatNumber = (number) => shown.numbers.format(number);

/** A time, in Unix milliseconds, as the language shown writes it. */
export const formatTime = (time) => shown.times.format(time);

/** A day, a `Date` at its beginning in UTC, as the language shown writes it. */
export const formatDay = (day) => shown.days.format(day);

const written = (value) => (typeof value === 'number' ? formatNumber(value) : value);

/** The message of a key with its placeholders replaced by `values`: strings, or numbers. */
export function translate(key, values = {}) {
  const message = shown.catalogue[key] ?? lazy[shown.language.slice(0, 2)]?.[key];
  if (message === undefined) throw new Error(`the catalogue has no message ${key}`);
  const text = typeof message === 'string'
    ? message : message[shown.plurals.select(values.count)] ?? message.other;
  return text.replace(/\{(\w+)\}/gu, (placeholder, name) => written(values[name]) ?? placeholder);
}
