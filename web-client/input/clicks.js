/** Clicks that browsers send after a gesture. */

/** Milliseconds within which the click of a gesture comes. */
const SOON = 50;

/** Has nobody hear the click that follows a gesture: it is no tap. One after the next press is. */
export function ignoreClick() {
  const pressed = new AbortController();
  const signal = AbortSignal.any([pressed.signal, AbortSignal.timeout(SOON)]);
  const options = { capture: true, once: true, signal };
  window.addEventListener('pointerdown', () => pressed.abort(), options);
  window.addEventListener('click', (event) => {
    event.stopPropagation();
    event.preventDefault();
  }, options);
}
