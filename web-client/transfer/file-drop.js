/** Files that are dropped onto a page. */

const holdsFiles = ({ dataTransfer }) => [...dataTransfer?.types ?? []].includes('Files');

/**
 * Calls `take` with a file that is dropped onto the window, until `signal` aborts. `element` has
 * the class `dropping` while files are held over the window. Where a dialog is open, a drop does
 * nothing; the browser never leaves the page for a file.
 */
export function listenForFiles(element, take, signal) {
  const isOpen = () => element.ownerDocument.querySelector('dialog[open]') === null;
  const mark = (is) => element.classList.toggle('dropping', is);
  const on = (type, listener) => window.addEventListener(type, (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    listener(event);
  }, { signal });
  on('dragover', (event) => {
    event.dataTransfer.dropEffect = isOpen() ? 'copy' : 'none';
    mark(isOpen());
  });
  on('dragleave', ({ relatedTarget }) => { if (!relatedTarget) mark(false); });
  on('drop', ({ dataTransfer }) => {
    mark(false);
    const [file] = dataTransfer.files;
    if (file && isOpen()) take(file);
  });
}
