/** Elements slide from where they were to where they are. */

const CALM = matchMedia('(prefers-reduced-motion: reduce)');
const TIMING = { duration: 260, easing: 'cubic-bezier(.2,.8,.2,1)' };
const FAR = 2000;

/** Remembers where `elements` are on screen. */
export function capturePlaces(elements) {
  return new Map(elements.map((element) => [element, element.getBoundingClientRect()]));
}

/** Plays each element that moved from its remembered place; new ones fade in. */
export function playFrom(places, elements) {
  if (CALM.matches) return;
  for (const element of elements) {
    const before = places.get(element);
    if (!before) {
      element.animate([{ opacity: 0, transform: 'scale(.97)' }, {}], TIMING);
      continue;
    }
    const after = element.getBoundingClientRect();
    const [dx, dy] = [before.left - after.left, before.top - after.top];
    if ((Math.abs(dy) < 1 && Math.abs(dx) < 1) || Math.abs(dy) > FAR) continue;
    element.animate([{ transform: `translate(${dx}px,${dy}px)` }, { transform: 'none' }], TIMING);
  }
}

/** Leaves a fading image of `element` where it was. */
export function fadeAway(element, place, layer) {
  if (CALM.matches) return;
  const ghost = element.cloneNode(true);
  for (const name of ['data-row', 'id', 'tabindex']) ghost.removeAttribute(name);
  for (const inner of ghost.querySelectorAll('[data-action]')) inner.removeAttribute('data-action');
  ghost.classList.add('ghost');
  ghost.inert = true;
  const origin = layer.getBoundingClientRect();
  Object.assign(ghost.style, {
    top: `${place.top - origin.top}px`, left: `${place.left - origin.left}px`,
    width: `${place.width}px`, height: `${place.height}px`,
  });
  layer.append(ghost);
  const fade = ghost.animate([{ opacity: 1 }, { opacity: 0, transform: 'scale(.97)' }], TIMING);
  fade.onfinish = () => ghost.remove();
}
