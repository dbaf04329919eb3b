/** Which ways of closing are final: a client does not come back from those unasked. */

const FINAL = new Map([
  [1002, 'The server and this page do not speak the same protocol.'],
  [1003, 'The server refused what this page sent.'],
  [1007, 'The server could not read what this page sent.'],
  [1008, 'This connection was taken over by another window, or refused.'],
  [1009, 'A change was too large for the server.'],
  [4401, 'You are not signed in.'],
]);

/** Why a close `code` is final, as a sentence; `undefined` where reconnecting is right. */
export function finalReason(code) {
  return FINAL.get(code);
}
