/**
 * Figures as people read them, in the language shown: about three digits and a unit, with the
 * thresholds of `lockstep top`. What is not known is a dash. Pure.
 */

import { formatNumber, language, translate } from '../texts/texts.js';

const UNKNOWN = '–';
const NO_BREAK = '\u00a0';
const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'];
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** The formatters by language and digits: making one takes longer than using it. */
const formatters = new Map();

function formatter(options) {
  const key = `${language()} ${JSON.stringify(options)}`;
  if (!formatters.has(key)) formatters.set(key, new Intl.NumberFormat(language(), options));
  return formatters.get(key);
}

/** `10.4`, `812`; whole where it `isWhole`. */
function scaled(value, isWhole) {
  const digits = isWhole || value >= 99.95 ? 0 : 1;
  return formatter({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

const known = (write) => (value) => (
  value === undefined || value === null ? UNKNOWN : write(value));

/** A number of things: `0`, `3`, `31,204`. */
export const count = known(formatNumber);

/** How many in a second: `0`, `3.2`, `812`, `31,204`. */
export const rate = known((value) => (
  formatter({ maximumFractionDigits: value < 9.95 ? 1 : 0 }).format(value)));

/** `512 B`, `41.0 kB`, `1.2 GB`. */
export const bytes = known((value) => {
  let [number, unit] = [value, 0];
  while (number >= 999.5 && unit < BYTES.length - 1) {
    number /= 1000;
    unit += 1;
  }
  return `${scaled(number, unit === 0)}${NO_BREAK}${BYTES[unit]}`;
});

/** Bytes in a second. */
export const flow = known((value) => `${bytes(value)}/s`);

/** A number of microseconds: `85 µs`, `2.1 ms`, `1.5 s`. */
export const microseconds = known((value) => {
  if (value < 999.5) return `${scaled(value, true)}${NO_BREAK}µs`;
  if (value < 999_500) return `${scaled(value / 1e3, false)}${NO_BREAK}ms`;
  return `${scaled(value / 1e6, false)}${NO_BREAK}s`;
});

/** A number of seconds: `12 s`, `3 min`, `5 h 10 min`, `4 d 2 h`. */
export const duration = known((value) => {
  const seconds = Math.max(0, Math.floor(value));
  const minutes = Math.floor(seconds / MINUTE);
  const hours = Math.floor(seconds / HOUR);
  if (seconds < MINUTE) return translate('admin.seconds', { seconds });
  if (seconds < HOUR) return translate('admin.minutes', { minutes });
  if (seconds < DAY) return translate('admin.hours', { hours, minutes: minutes % 60 });
  return translate('admin.days', { days: Math.floor(seconds / DAY), hours: hours % 24 });
});

/** A number of percent: `12%`, as the language writes it. */
export const percent = known((value) => (
  formatter({ style: 'percent', maximumFractionDigits: 0 }).format(value / 100)));

/** The time of day of a time in Unix milliseconds, to the second. */
export const clock = (time) => new Intl.DateTimeFormat(language(), { timeStyle: 'medium' })
  .format(time);
