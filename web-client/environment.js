/** The name that others see and what its owner has seen of this client, kept in the browser. */

const NAME = 'lockstep.name';
const KNOWS = 'lockstep.knows.';

export class Person {
  /** `storage` is a `Storage`; `then` is told a new name. */
  constructor(storage, then) {
    Object.assign(this, { storage, then });
  }

  get name() {
    return this.storage.getItem(NAME) ?? '';
  }

  /** Whether a hint (`lists`, `editing`) is no longer needed in this browser. */
  knows(hint) {
    return this.storage.getItem(KNOWS + hint) !== null;
  }

  learns(hint) {
    this.storage.setItem(KNOWS + hint, 'yes');
  }

  rename(name) {
    this.storage.setItem(NAME, name);
    this.then(name);
  }
}
