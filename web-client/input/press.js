/** The press of a pointer until its click: nothing moves meanwhile, so that the click is on what was pressed. */

/** Milliseconds after the end of a press in which its click comes: of a finger after further events. */
const CLICK = { mouse: 50, pen: 350, touch: 350 };

export class Press {
  #isDown = false;
  #timer = 0;
  /** What is to be done when it is over. */
  #later = null;

  /** Listens to `target`, the window, until `signal` aborts. */
  constructor(target, signal) {
    const on = (type, listener) => target.addEventListener(type, listener, { capture: true, signal });
    on('pointerdown', ({ isPrimary, button }) => { if (isPrimary && button === 0) this.#begin(); });
    on('pointerup', ({ pointerType }) => this.#endWithin(CLICK[pointerType] ?? CLICK.touch));
    // What the click does shows at once; the rest, when all have heard it.
    on('click', () => {
      this.#isDown = false;
      this.#endWithin(0);
    });
    for (const type of ['pointercancel', 'contextmenu', 'dragstart', 'keydown']) {
      on(type, () => this.end());
    }
    // Not of a field, which loses the focus by the press.
    on('blur', (event) => { if (event.target === target) this.end(); });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Calls `work` when the press is over, in place of what was to be called; `false` where there is none. */
  defers(work) {
    if (this.#isDown) this.#later = work;
    return this.#isDown;
  }

  /** It is over: it has become a gesture, or no click follows. */
  end() {
    clearTimeout(this.#timer);
    this.#isDown = false;
    const later = this.#later;
    this.#later = null;
    later?.();
  }

  #begin() {
    clearTimeout(this.#timer);
    this.#isDown = true;
  }

  #endWithin(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), milliseconds);
  }
}
