/** Ids that nobody else makes. */

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/** `length` random characters of an alphabet of 32, five bits each. */
export function randomId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
}
