/** The event for which browsers open a menu of their own: on a row the page opens its menu. */

/** Opens the row menu where the browser would open its own on a row, until `signal` aborts. */
export function listenForContextMenu(page, signal) {
  let pointer = 'mouse';
  page.element.addEventListener('pointerdown', ({ pointerType }) => { pointer = pointerType; },
    { capture: true, signal });
  page.element.addEventListener('contextmenu', (event) => {
    const row = event.target.closest('[data-row]')?.dataset.row;
    // The browser's own menu is about links, fields and selected text.
    const own = event.target.closest('a[href], input[type="text"], textarea')
      || !document.getSelection().isCollapsed;
    if (!row || own || page.state.drag) return;
    event.preventDefault();
    // Of a finger that rests: see `DragGesture`.
    if (pointer === 'touch') return;
    page.state.active = row;
    page.commands['row-menu'](row, null, event);
  }, { signal });
}
