/** Keeps the field that has the focus clear of the bars and of an on-screen keyboard. */

/** Pixels between a field and what would cover it. */
const CLEARANCE = 12;

const FIELDS = '[data-new], [data-field]';

/** The field of a list page that has the focus, or `null`. */
const focusedField = () => {
  const { activeElement } = document;
  return activeElement?.matches(FIELDS) ? activeElement : null;
};

/** The place of an element once nothing slides any more, in pixels from the top of the viewport. */
function placeOf(element) {
  let top = -window.scrollY;
  for (let at = element; at; at = at.offsetParent) top += at.offsetTop;
  return { top, bottom: top + element.offsetHeight };
}

/**
 * The part of the viewport that nothing covers: below the top bar, above the toolbar and above the
 * keyboard, `{top, bottom}`.
 */
function visibleArea() {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
  const nav = document.querySelector('.nav')?.getBoundingClientRect();
  const toolbar = document.querySelector('.toolbar:not([hidden])')?.getBoundingClientRect();
  return {
    top: Math.max(offsetTop, nav?.bottom ?? 0) + CLEARANCE,
    bottom: Math.min(offsetTop + height, toolbar?.top ?? Infinity) - CLEARANCE,
  };
}

const isClear = (element) => {
  const [area, place] = [visibleArea(), placeOf(element)];
  return place.top >= area.top && place.bottom <= area.bottom;
};

/** Scrolls as far as needed for nothing to cover `field`. */
export function keepClear(field) {
  const [area, place] = [visibleArea(), placeOf(field)];
  if (place.bottom > area.bottom) window.scrollBy(0, place.bottom - area.bottom);
  else if (place.top < area.top) window.scrollBy(0, place.top - area.top);
}

/** Runs `change`; a field that has the focus and was not covered before is not covered after. */
export function keepingClear(change) {
  const before = focusedField();
  const wasClear = before && isClear(before);
  change();
  const after = focusedField();
  if (after && (after !== before || wasClear)) keepClear(after);
}

/** Follows the on-screen keyboard until `signal` aborts. */
export function followKeyboard(signal) {
  const follow = () => {
    const { offsetTop = 0, height = window.innerHeight, scale = 1 } = window.visualViewport ?? {};
    const covered = scale > 1 ? 0 : Math.max(0, window.innerHeight - offsetTop - height);
    document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
    const field = focusedField();
    if (field) keepClear(field);
  };
  window.visualViewport?.addEventListener('resize', follow, { signal });
  window.addEventListener('resize', follow, { signal });
}
