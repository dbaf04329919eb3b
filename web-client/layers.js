/**
 * What is open above a page: dialogs, a search, a selection, edit mode. Escape closes the topmost, and
 * so does the browser's Back, for which each layer has an entry in the history.
 *
 * An entry stays where its layer is closed otherwise: going back then would race with the next click.
 * The next layer takes it, and Back passes over it.
 */

let layersOfPage = () => [];
/** Layers above those of the page, `{isOpen, close}`. */
let above = [];
let address = '';
/** How many layers the entry that is shown is for. */
let depth = 0;

const readEntry = () => {
  address = location.hash;
  depth = history.state?.depth ?? 0;
};

/** The functions that close what is open, the topmost last. */
function closers() {
  above = above.filter(({ isOpen }) => isOpen());
  return [...layersOfPage(), ...above.map(({ close }) => close)];
}

/** Has each layer an entry: some may have been opened. */
export function followLayers() {
  const { length } = closers();
  if (address !== location.hash) readEntry();
  while (depth < length) {
    depth += 1;
    history.pushState({ ...history.state, depth }, '');
  }
}

/** A layer was opened above the page; `isOpen()` tells how long it is there, `close()` closes it. */
export function addLayer(isOpen, close) {
  above.push({ isOpen, close });
  followLayers();
}

/** Closes the topmost layer; returns whether there was one. */
export function closeLayer() {
  const close = closers().at(-1);
  close?.();
  return close !== undefined;
}

/** The browser has gone to another entry. */
function went() {
  const [page, before] = [address, depth];
  readEntry();
  // To another page, whose layers are its own; or forward, which opens nothing again.
  if (address !== page || depth >= before) return;
  const { length } = closers();
  const wanted = depth;
  // Only past entries of layers that were closed before: further, to close one, or to leave the page.
  if (wanted >= length) history.go(length === 0 ? -1 - wanted : length - 1 - wanted);
  // While they are closed, those that are open have their entries.
  depth = Math.max(length, wanted);
  for (let open = length; open > wanted; open -= 1) closeLayer();
  depth = wanted;
  // What could not be closed is there still.
  followLayers();
}

/** Listens to Back. `all()` returns the functions that close the layers of the page, the topmost last. */
export function listenForBack(all = () => []) {
  layersOfPage = all;
  readEntry();
  window.addEventListener('popstate', went);
}
