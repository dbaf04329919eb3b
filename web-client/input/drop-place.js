/** Which place of the list lies at a height on screen. */

/** The top of an element on screen, without the transforms of running animations. */
function middleOf(element, origin) {
  return origin + element.offsetTop + element.offsetHeight / 2;
}

/**
 * The place `{section, index}` at the height `y`, or `null` where there is no section. The index
 * counts the rows that stay: lifted rows are in none of the sections, and the gap is none.
 */
export function placeUnder(body, y) {
  const origin = body.element.getBoundingClientRect().top;
  const sections = [...body.element.querySelectorAll('[data-section]')];
  const at = sections.findLast((section) => origin + section.offsetTop <= y) ?? sections[0];
  if (!at) return null;
  const rows = [...at.querySelectorAll('[data-row]:not(.lifted)')];
  const above = rows.filter((row) => middleOf(row, origin) < y).length;
  const { section } = at.dataset;
  return { section, index: (body.firstIndex.get(section) ?? 0) + above };
}
