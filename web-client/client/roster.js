/** Who else has a list open, and what they are doing there. */
export class Roster {
  #others = new Map();

  /** Takes a presence message; the first after opening (`whole`) holds everyone. */
  take({ clients, left }, me, whole) {
    if (whole) this.#others.clear();
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
