/** Creating, updating and arranging elements. Text is inserted as text, never parsed as markup. */

function setProperty(element, name, value) {
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, '');
  else if (value !== false && value !== undefined && value !== null) {
    element.setAttribute(name, value);
  }
}

/** A new element with attributes (`on…` are listeners) and children (elements, strings, arrays). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setProperty(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets an attribute if it differs; removes it for `null`, `undefined` and `false`. */
export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets the text of an element if it differs. */
export function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

/** Whether an element follows the pointer (`DragGesture`): it stays where it is in the document. */
const isLifted = (element) => element.classList.contains('lifted');

/** The sibling on one side that is not lifted. */
function neighbour(element, side) {
  let next = element[side];
  while (next && isLifted(next)) next = next[side];
  return next;
}

/**
 * Makes the children of `parent` those of `desired`, in order. A child that has the focus, or
 * contains what has it, is not moved, and neither is a lifted one: an element that moves in the
 * document loses the focus, the caret and the pointer capture.
 */
export function arrange(parent, desired) {
  const wanted = new Set(desired);
  for (const child of [...parent.children]) {
    if (!wanted.has(child) && !isLifted(child)) child.remove();
  }
  const order = desired.filter((element) => !isLifted(element) || element.parentNode !== parent);
  if (order.length === 0) return;
  const focused = order.findIndex((element) => element.parentNode === parent
    && element.contains(document.activeElement));
  const anchor = Math.max(focused, 0);
  if (order[anchor].parentNode !== parent) parent.prepend(order[anchor]);
  for (let i = anchor - 1; i >= 0; i -= 1) {
    if (neighbour(order[i + 1], 'previousElementSibling') !== order[i]) {
      parent.insertBefore(order[i], order[i + 1]);
    }
  }
  for (let i = anchor + 1; i < order.length; i += 1) {
    if (neighbour(order[i - 1], 'nextElementSibling') !== order[i]) order[i - 1].after(order[i]);
  }
}

/**
 * Runs `change` and restores the focus and the caret, if their element is still in the document.
 */
export function keepingFocus(change) {
  const focused = document.activeElement;
  const caret = focused && 'selectionStart' in focused && focused.type !== 'checkbox'
    ? [focused.selectionStart, focused.selectionEnd] : null;
  change();
  if (!focused || focused === document.activeElement || !focused.isConnected) return;
  focused.focus({ preventScroll: true });
  if (caret && caret[0] !== null) focused.setSelectionRange(...caret);
}
