/**
 * Long work in slices: a generator that yields wherever it may pause is run without holding up
 * input and drawing. Pure but for the clock.
 */

/** Milliseconds of work between two pauses: half a frame. */
const SLICE = 8;

/** Resolves in a task of its own, after input and drawing that are due. */
const pause = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/**
 * The texts that a generator yields, as an array of parts for a `Blob`. `now` is the clock in
 * milliseconds.
 */
export async function partsOf(steps, { now = () => performance.now() } = {}) {
  const parts = [];
  let began = now();
  for (const part of steps) {
    parts.push(part);
    if (now() - began > SLICE) {
      await pause();
      began = now();
    }
  }
  return parts;
}
