/**
 * Texts that were typed and are not in the list: of forms that are open, of conflicts that are
 * undecided, and of forms whose row or list is gone. They outlive the page. Pure: the storage is
 * handed in.
 */

import { Emitter } from '../package/client/emitter.js';
import { own } from '../package/model/records.js';

const ITEM = 'lockstep.drafts.';

/**
 * Emits `change` (the list's id). A draft is a value `{list, kind, id, …}`; a list has one of each
 * kind and id:
 *
 * - `row`, id of the row: `{section, field, opened, texts}`, the form of a row.
 * - `new`, id of the section: `{text, below}`, the form of a new row; with `lines`, the kind that `typedItems` takes, rows
 *   are to be made of the lines of the text.
 * - `dialog`, its name: `{text}`, a dialog that asks for a line of text.
 * - `conflict`, its target and field: `{target, row or section, field, valueKind, mine, theirs}`.
 * - `kept`, its text: `{text, reason, gone}`, to be copied; `gone` where the list was deleted.
 */
export class Drafts extends Emitter {
  #storage;
  #item;
  #drafts;

  /** `storage` is a `SteadyStorage`; `user` and `key` name this tab. */
  constructor(storage, user, key) {
    super();
    this.#storage = storage;
    this.#item = `${ITEM}${encodeURIComponent(user)}/${key}`;
    this.#drafts = this.#read(this.#item);
  }

  /**
   * Takes over the drafts of tabs that were closed; `isOpen` tells by the key of a tab whether it
   * is open. Of two of one form the other is kept, for the `reason`.
   */
  adopt(isOpen, reason) {
    const own = this.#item.slice(0, this.#item.lastIndexOf('/') + 1);
    for (const item of this.#storage.names) {
      if (item === this.#item || !item.startsWith(own) || isOpen(item.slice(own.length))) continue;
      for (const draft of this.#read(item)) {
        const known = this.find(draft.list, draft.kind, draft.id);
        if (!known) this.#drafts = [...this.#drafts, draft];
        else if (textOf(known) !== textOf(draft)) this.keep(draft.list, textOf(draft), reason);
      }
      this.#write();
      this.#storage.removeItem(item);
    }
  }

  /** Forgets the drafts of this user in all tabs. */
  clear() {
    this.#drafts = [];
    this.adopt(() => false);
    this.#drafts = [];
    this.#write();
  }

  /** The drafts of a list, oldest first. */
  of(list) { return this.#drafts.filter((one) => one.list === list); }

  /** The texts of lists that are gone. */
  get ofGoneLists() { return this.#drafts.filter((one) => one.kind === 'kept' && one.gone); }

  find(list, kind, id) { return this.#drafts.find((one) => isSame(one, { list, kind, id })); }

  /** Stores a draft in place of the one of its list, kind and id. */
  put(draft) {
    this.#drafts = [...this.#drafts.filter((one) => !isSame(one, draft)), draft];
    this.#write();
    if (draft.kind === 'conflict' || draft.kind === 'kept') this.emit('change', draft.list);
  }

  drop(list, kind, id) {
    const before = this.#drafts.length;
    this.#drafts = this.#drafts.filter((one) => !isSame(one, { list, kind, id }));
    if (this.#drafts.length === before) return;
    this.#write();
    if (kind === 'conflict' || kind === 'kept') this.emit('change', list);
  }

  /** Offers `text` for copying. */
  keep(list, text, reason, gone = false) {
    if (text.trim() === '') return;
    this.put({ list, kind: 'kept', id: text, text, reason, gone });
  }

  /** The list is gone: what was typed for it is offered for copying. */
  keepAll(list, reason) {
    for (const draft of this.of(list)) {
      this.drop(list, draft.kind, draft.id);
      this.keep(list, textOf(draft), draft.reason ?? reason, true);
    }
  }

  #read(item) {
    try {
      const read = JSON.parse(this.#storage.getItem(item) ?? '[]');
      return Array.isArray(read) ? read : [];
    } catch {
      return [];
    }
  }

  #write() {
    if (this.#drafts.length === 0) this.#storage.removeItem(this.#item);
    else this.#storage.setItem(this.#item, JSON.stringify(this.#drafts));
  }
}

const isSame = (one, other) => one.list === other.list && one.kind === other.kind
  && one.id === other.id;

/** What the user typed in a draft, in lines. */
export function textOf({ kind, texts, opened = {}, text, mine }) {
  if (kind === 'conflict') return mine;
  if (kind !== 'row') return text ?? '';
  return Object.entries(texts).filter(([name, typed]) => typed.trim() !== ''
    && typed !== own(opened, name)).map(([, typed]) => typed.trim()).join('\n');
}

/** The draft of a conflict; `conflict` is `{target, row or section, field, mine, theirs}`. */
export function conflictDraft(list, conflict) {
  const { target, row, section, field } = conflict;
  const id = [target, row ?? section ?? '', field].join(' ');
  return { list, kind: 'conflict', id, ...conflict };
}

/** The draft of the dialog `id` about a list, or about none, stored in `drafts`. */
export const dialogDraft = (drafts, list, id) => ({
  text: drafts.find(list, 'dialog', id)?.text,
  save: (text) => drafts.put({ list, kind: 'dialog', id, text }),
  drop: () => drafts.drop(list, 'dialog', id),
});
