/**
 * FLIP animations: elements slide from where they were to where they are; removed ones fade out.
 */

const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');
const TIMING = { duration: 260, easing: 'cubic-bezier(.2,.8,.2,1)' };
/** Pixels; over longer distances nothing is animated. */
const LONGEST_DISTANCE = 2000;

/** Where `elements` are on screen: a map of element to rectangle. */
export function capturePlaces(elements) {
  return new Map(elements.map((element) => [element, element.getBoundingClientRect()]));
}

/** Animates the elements that moved from their `places`; elements without one fade in. */
export function animateFrom(places, elements) {
  if (REDUCED_MOTION.matches) return;
  for (const element of elements) {
    const before = places.get(element);
    if (!before) {
      element.animate([{ opacity: 0, transform: 'scale(.97)' }, {}], TIMING);
      continue;
    }
    const after = element.getBoundingClientRect();
    const [dx, dy] = [before.left - after.left, before.top - after.top];
    if ((Math.abs(dy) < 1 && Math.abs(dx) < 1) || Math.abs(dy) > LONGEST_DISTANCE) continue;
    element.animate([{ transform: `translate(${dx}px,${dy}px)` }, { transform: 'none' }], TIMING);
  }
}

/** Fades a copy of a removed element out at `place`, in `layer`. */
export function fadeOut(element, place, layer) {
  if (REDUCED_MOTION.matches) return;
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
