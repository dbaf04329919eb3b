/** Named events with any number of listeners. Events are not kept for listeners that come later. */
export class Emitter {
  #listeners = new Map();

  /** Calls `listener` on every `name` event; returns the function that stops it. */
  on(name, listener) {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  emit(name, ...details) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(...details);
  }
}
