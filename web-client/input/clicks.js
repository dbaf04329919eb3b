/** Clicks that browsers send after a gesture. */

/** Milliseconds within which the click of a gesture comes. */
const SOON = 50;

/**
 * Has nobody hear the click that follows a gesture: it is no tap. One after the next press is.
 * WebKit collects a signal of `AbortSignal.any` that only listeners refer to, and then never removes
 * them: the next click would be lost, whenever it came.
 */
export function ignoreClick() {
  const ignore = (event) => {
    stop();
    event.stopPropagation();
    event.preventDefault();
  };
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('click', ignore, true);
    window.removeEventListener('pointerdown', stop, true);
  };
  const timer = setTimeout(stop, SOON);
  window.addEventListener('click', ignore, true);
  window.addEventListener('pointerdown', stop, true);
}
