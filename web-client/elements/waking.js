/** When a page may have slept, or has got another network. */

/**
 * Calls `wake()` where the page is seen again, or comes out of the browser's store of pages that
 * were left: timers stood still, and the connection may have died meanwhile.
 */
export function listenForWaking(wake) {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) wake();
  });
  document.addEventListener('resume', wake);
  window.addEventListener('pageshow', wake);
}
