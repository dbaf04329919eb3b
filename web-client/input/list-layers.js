/** What is open on a list page, for Escape and the browser's Back. */

/** The row whose delete button is shown gets the focus that the button had. */
function conceal(page) {
  const row = page.state.revealed;
  page.conceal();
  page.body.rowElement(row)?.focus({ preventScroll: true });
}

function endSelecting(page) {
  page.state.endSelecting();
  page.update();
}

/** The functions that close what is open on `page`, a `ListPage`, the topmost last. */
export function listLayers(page) {
  const { state, search, commands } = page;
  const hasSelected = state.selected.size + state.selectedSections.size > 0;
  return [
    state.editing && (() => commands.edit()),
    search.isOpen && (() => search.close()),
    (state.selecting || hasSelected) && (() => endSelecting(page)),
    state.revealed && (() => conceal(page)),
  ].filter(Boolean);
}
