/** Why the client does not reconnect, and why the server wants a token, in sentences. Pure; loaded lazily. */

import { translate } from './texts.js';

/** The codes of errors and closes that have a sentence, `stopped.…`. */
const STOPS = new Set([
  'replaced', 'helloExpected', 'badHello', 'notJSON', 'notUTF8', 'binaryFrame', 'frameTooLarge',
  'unauthorized', 'ended', 'close1002', 'close1003', 'close1007', 'close1008', 'close1009',
  'close4401', 'close4403',
]);

/**
 * Why the client does not reconnect, as a sentence: by the `code` of the error, or that of the
 * close where there was no error; `reason` where neither has a sentence.
 */
export function stopSentence(reason, code, closeCode) {
  const name = code ?? `close${closeCode}`;
  return STOPS.has(name) ? translate(`stopped.${name}`) : reason;
}

/** What the server says of a token, each with its sentence. */
const TOKENS = new Map([
  ['a token is needed here', 'signIn.needed'],
  ['this is no token', 'signIn.malformed'],
  ['the token is not signed with a key of this server', 'signIn.notSigned'],
  ['the token has expired: ask for a new one', 'signIn.expired'],
  ['the token is not valid yet', 'signIn.notYetValid'],
  ['the token is meant for another service', 'signIn.wrongAudience'],
]);

/** Why the server wants a token, or another one, as a sentence; `message` is the server's. */
export function tokenSentence(message) {
  const key = TOKENS.get(message);
  return key ? translate(key) : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
