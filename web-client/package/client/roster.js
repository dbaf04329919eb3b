/** The other clients that have the list open, from presence messages. */
export class Roster {
  #others = new Map();
  #complete = true;

  /** The list is being opened: the next message has every client. */
  expectAll() {
    this.#complete = true;
  }

  /** Handles a presence message; `me` is left out. */
  take({ clients, left }, me) {
    if (this.#complete) this.#others.clear();
    this.#complete = false;
    for (const id of left) this.#others.delete(id);
    for (const entry of clients) {
      if (entry.client !== me) this.#others.set(entry.client, { ...entry });
    }
  }

  clear() {
    this.#others.clear();
  }

  /** The others, sorted by name: `{client, name, mode, selected, dragging, editing}`. */
  get others() {
    const named = [...this.#others.values()];
    return named.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')
      || a.client.localeCompare(b.client));
  }

  nameOf(client) {
    return this.#others.get(client)?.name;
  }
}
