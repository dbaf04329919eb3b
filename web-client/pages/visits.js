/** Where the pages of this session were scrolled to, for when the user comes back to one. */

/**
 * Knows the way back from a step onwards: the browser's own by the mark in the entry of its
 * history, and that of a page by its Back link.
 */
export class Visits {
  /** The places of pages by their address. */
  #places = new Map();
  #address = null;
  #goesBack = false;

  constructor() {
    // It would restore the place before the page is drawn, and of the page that is left.
    history.scrollRestoration = 'manual';
    document.addEventListener('click', ({ target }) => {
      this.#goesBack = target.closest('[data-action="back"]') !== null;
    }, { capture: true });
  }

  /** The page that was shown is left at `place`, which that page understands. */
  leave(place) {
    if (this.#address !== null) this.#places.set(this.#address, place);
  }

  /** The place of the page of `address` when it was left last, if it was. */
  placeOf(address) { return this.#places.get(address); }

  /** The page of `address` is shown; returns its place where the user comes back to it. */
  arrive(address) {
    const back = this.#goesBack || history.state?.visited === true;
    this.#goesBack = false;
    this.#address = address;
    history.replaceState({ ...history.state, visited: true }, '');
    return back ? this.#places.get(address) : undefined;
  }
}
