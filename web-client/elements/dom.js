/** Building and arranging elements. Text goes in as text, never as markup. */

function setProperty(element, name, value) {
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, '');
  else if (value !== false && value !== undefined && value !== null) {
    element.setAttribute(name, value);
  }
}

/** An element with attributes (`on…` are listeners) and children (elements, strings). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setProperty(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets an attribute, or takes it off for `null`, `undefined` and `false`; only if it differs. */
export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets the text of an element where it differs. */
export function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

const stays = (element) => element.classList.contains('lifted');

function neighbour(element, side) {
  let next = element[side];
  while (next && stays(next)) next = next[side];
  return next;
}

/**
 * Makes the children of `parent` those of `desired`, in order. An element that holds the focus is
 * not moved while it stays in its parent, and neither is one that is lifted: moving an element in
 * the document takes the focus, the caret and the pointer from it.
 */
export function arrange(parent, desired) {
  const wanted = new Set(desired);
  for (const child of [...parent.children]) {
    if (!wanted.has(child) && !stays(child)) child.remove();
  }
  const order = desired.filter((element) => !stays(element) || element.parentNode !== parent);
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

/** Runs `change` and gives the focus and the caret back to the element that had them. */
export function keepingFocus(change) {
  const held = document.activeElement;
  const caret = held && 'selectionStart' in held && held.type !== 'checkbox'
    ? [held.selectionStart, held.selectionEnd] : null;
  change();
  if (!held || held === document.activeElement || !held.isConnected) return;
  held.focus({ preventScroll: true });
  if (caret && caret[0] !== null) held.setSelectionRange(...caret);
}
