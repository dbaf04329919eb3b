/**
 * Shows the theme that the user has chosen, `light` or `dark`, or else that of the system. A
 * classic script that blocks: modules run after the first paint, and the page would flash.
 */

{
  const ITEM = 'lockstep.theme';
  /** The colours of the browser's own bars: `--ground` of the styles. */
  const BARS = { light: '#f2f2f7', dark: '#000000' };

  const chosen = () => {
    try {
      return localStorage.getItem(ITEM);
    } catch {
      // The browser keeps nothing for this page.
      return null;
    }
  };

  const show = () => {
    const theme = chosen();
    const known = Object.hasOwn(BARS, theme);
    document.documentElement.toggleAttribute('data-theme', known);
    if (known) document.documentElement.setAttribute('data-theme', theme);
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
      bar.content = BARS[known ? theme : bar.media.includes('dark') ? 'dark' : 'light'];
    }
  };

  show();
  // Another tab has chosen, or the settings of this one.
  window.addEventListener('storage', ({ key }) => { if (key === ITEM) show(); });
}
