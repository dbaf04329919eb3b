/** Why an edit is refused: the code and the message that the server would give. */
export class Rejection extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Refuses the action that is being applied. */
export function reject(code, message) {
  throw new Rejection(code, message);
}
