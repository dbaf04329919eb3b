/** Enter in text fields, however a keyboard tells it: many on phones send a line break, no key. */

/**
 * Whether a key belongs to a composition: it chooses or confirms what is composed, and does nothing
 * else. Some browsers tell the key that confirms it by its code alone.
 */
export const composes = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/** Fields of several lines: others are of one, although they wrap. */
const NOTE = 'textarea:not([data-line])';
const BREAKS = new Set(['insertLineBreak', 'insertParagraph']);

/** Whether a `beforeinput` begins a line, and does not confirm what is composed. */
const isBreak = ({ inputType, isComposing }) => BREAKS.has(inputType) && !isComposing;

/**
 * Makes one Enter of the events that tell it: the key (`keydown`), a line break (`beforeinput`), the
 * `submit` of the form around the field, or one after the other. With Shift in a note the key begins
 * another line. Pure.
 */
export class EnterKeys {
  /** What the last Enter was: the type of the event that told it, `line`, or `''`: it is over. */
  #last = '';

  /** Whether `event` is an `enter`, the `same` one as before, or none: `''`. */
  take(event) {
    const { type, target, key, shiftKey } = event;
    if (type === 'keydown') {
      this.#last = '';
      if (composes(event) || key !== 'Enter') return '';
      if (!shiftKey || !target.matches(NOTE)) return 'enter';
      this.#last = 'line';
      return '';
    }
    if (type === 'beforeinput' && (!isBreak(event) || this.#last === 'line')) return '';
    const isSame = this.#last === 'keydown' || (this.#last !== '' && this.#last !== type);
    return isSame ? 'same' : 'enter';
  }

  /** The field was left by an `event` of which `take` said `enter`. */
  taken({ type }) { this.#last = type; }

  /** The key is up. */
  released() { this.#last = ''; }
}

/**
 * Calls `act(field, event)` for an Enter in a field within `root`, which returns whether it did
 * something: then the browser does nothing else. `options` are those of the listeners.
 */
export function listenForEnter(root, act, options = {}) {
  const keys = new EnterKeys();
  const take = (event) => {
    const said = keys.take(event);
    const field = event.type === 'submit' ? fieldOf(event.target) : event.target;
    // Nothing is sent by a form that has no address.
    if (event.type === 'submit' && !event.target.closest('dialog')) event.preventDefault();
    if (said === 'enter' && act(field, event)) keys.taken(event);
    else if (said !== 'same') return;
    event.preventDefault();
  };
  for (const type of ['keydown', 'beforeinput', 'submit']) {
    root.addEventListener(type, take, options);
  }
  root.addEventListener('keyup', () => keys.released(), options);
}

/** The field of a form that the user is in. */
const fieldOf = ({ elements }) => (
  [...elements].find((one) => one === document.activeElement) ?? elements[0]);

/** Submits a form whose button does so with the Enter key, also where a keyboard has no such key. */
export function submitByBreaks(form) {
  let isKey = false;
  form.addEventListener('keydown', (event) => { isKey = event.key === 'Enter' && !composes(event); });
  form.addEventListener('keyup', () => { isKey = false; });
  form.addEventListener('beforeinput', (event) => {
    if (event.defaultPrevented || !isBreak(event) || event.target.matches(NOTE)) return;
    // The key submits the form of an `input` by itself.
    if (isKey && event.target.matches('input')) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
