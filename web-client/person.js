/** The name that others see and whether this browser was here before, kept in the browser. */

const ITEM = 'lockstep.name';
const BEEN = 'lockstep.been';

export class Person {
  /** `storage` is a `Storage`; `then` is told a new name. */
  constructor(storage, then) {
    Object.assign(this, { storage, then });
  }

  get name() {
    return this.storage.getItem(ITEM) ?? '';
  }

  /** Whether no list was opened in this browser yet. */
  get isNew() {
    return this.storage.getItem(BEEN) === null;
  }

  opensList() {
    this.storage.setItem(BEEN, 'yes');
  }

  rename(name) {
    this.storage.setItem(ITEM, name);
    this.then(name);
  }
}
