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
 * Runs a generator to its end and resolves to what it returns. `take` is called with each value
 * that it yields; `signal` (an `AbortSignal`) stops it: then it resolves to `undefined`. `now` is
 * the clock in milliseconds.
 */
export async function inSlices(steps, options = {}) {
  const { take = () => {}, signal, now = () => performance.now() } = options;
  let began = now();
  for (;;) {
    if (signal?.aborted) return undefined;
    const { done, value } = steps.next();
    if (done) return value;
    take(value);
    if (now() - began > SLICE) {
      await pause();
      began = now();
    }
  }
}

/** The texts that a generator yields, as an array of parts for a `Blob`. */
export async function partsOf(steps, options = {}) {
  const parts = [];
  await inSlices(steps, { ...options, take: (part) => parts.push(part) });
  return parts;
}
