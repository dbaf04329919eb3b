/** Who else has a list open, and what they are doing there. */
export class Roster {
  #others = new Map();
  #whole = true;

  /** The list is opened: the next message holds everyone. */
  expectAll() {
    this.#whole = true;
  }

  /** Takes a presence message; `me` is not one of the others. */
  take({ clients, left }, me) {
    if (this.#whole) this.#others.clear();
    this.#whole = false;
    for (const id of left) this.#others.delete(id);
    for (const entry of clients) {
      if (entry.client !== me) this.#others.set(entry.client, { ...entry });
    }
  }

  clear() {
    this.#others.clear();
  }

  /** The others, by name: `{client, name, mode, selected, dragging, editing}`. */
  get others() {
    const named = [...this.#others.values()];
    return named.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')
      || a.client.localeCompare(b.client));
  }

  nameOf(client) {
    return this.#others.get(client)?.name;
  }
}
