/** Keeps what goes wrong in a page, from before its first script on and over reloads; draws no blur. */

(() => {
  const KEY = 'watch.faults';
  const note = (fault) => {
    const faults = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    sessionStorage.setItem(KEY, JSON.stringify([...faults, fault]));
  };
  addEventListener('error', ({ message, filename, lineno, target }) => {
    if (target === window) note(`${message} (${filename}:${lineno})`);
    else note(`not loaded: ${target.src ?? target.href}`);
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => note(`not handled: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    note(`content policy: ${effectiveDirective} ${blockedURI}`);
  });
  const { error } = console;
  console.error = (...words) => {
    note(`console: ${words.join(' ')}`);
    error.apply(console, words);
  };
  // Without the blur of the bars, which the processor would draw.
  const plain = new CSSStyleSheet();
  plain.replaceSync('.nav, .toolbar { backdrop-filter: none }');
  document.adoptedStyleSheets = [plain];
})();
