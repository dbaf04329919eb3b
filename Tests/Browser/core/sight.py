"""What the tests ask a page about: functions of JavaScript that run in it."""

import json

# Looks until what is seen will do, or for some milliseconds: what was seen, and whether it does.
WAIT = """async (given, turn) => {
    const [look, passes] = [%s, %s];
    const end = performance.now() + turn;
    for (;;) {
        const seen = await look(...given);
        if (passes(seen)) return [seen, true];
        if (performance.now() > end) return [seen, false];
        await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
}"""

TRUE = "(seen) => Boolean(seen)"


def equal(wanted):
    """A test for what is made of arrays, strings, numbers and nulls."""
    text = json.dumps(json.dumps(wanted, separators=(",", ":"), ensure_ascii=False))
    return f"(seen) => JSON.stringify(seen) === {text}"


def some(pattern):
    """A test for texts of which one must match a regular expression."""
    return f"(seen) => seen.some((one) => new RegExp({json.dumps(pattern)}, 'u').test(one))"


# The rows that stand in the document, by section.
ORDER = """() => [...document.querySelectorAll('[data-section]')].map((section) =>
    [section.dataset.section, ...[...section.querySelectorAll('[data-row]')].map(
        (row) => row.dataset.row)])"""

TITLES = """() => [...document.querySelectorAll('[data-section]')].map((section) =>
    [...section.querySelectorAll('[data-row] .title')].map((title) => title.textContent))"""

TEXTS = "(selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent)"

COUNT = "(selector) => document.querySelectorAll(selector).length"

ATTRIBUTE = "(selector, name) => document.querySelector(selector)?.getAttribute(name) ?? null"

BOX = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return { x, y, width, height };
}"""

VALUE = "(selector) => document.querySelector(selector)?.value ?? null"

# How opaque an element is, where it is the only one.
OPACITY = """(selector) => {
    const found = document.querySelectorAll(selector);
    return found.length === 1 ? getComputedStyle(found[0]).opacity : null;
}"""

FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"

# Where to put the mouse on an element, or why it cannot be put there: it must be the only one, at
# rest, in the window, and nothing may lie over it. (WebKit gives wrong boxes in the very frame in
# which an animation ends: as long as one is listed, finished or not, nothing is at rest.)
POINT = """async (selector, part) => {
    const found = document.querySelectorAll(selector);
    if (found.length !== 1) return `${found.length} of ${selector}`;
    const [element] = found;
    if (element.matches(':disabled')) return `${selector} is disabled`;
    element.scrollIntoView({ block: 'nearest' });
    const slides = document.getAnimations().some(
        (one) => one.effect.getComputedTiming().endTime < 5000);
    if (slides) return 'something slides';
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => { setTimeout(resolve, 40); });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (x !== before.x || y !== before.y) return `${selector} moves`;
    if (width === 0 || height === 0) return `${selector} is hidden`;
    const point = [x + width / 2, y + height * part];
    const top = document.elementFromPoint(...point);
    if (!top || !(element.contains(top) || top.contains(element))) {
        return `${top?.outerHTML.slice(0, 200)} lies over ${selector}`;
    }
    return point;
}"""

# Whether the service worker serves this page, as it does from its first reload on.
SERVED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"

# Leaves so much behind that what nothing refers to is collected, after the time for the click of a
# gesture.
GARBAGE = """async () => {
    await new Promise((resolve) => { setTimeout(resolve, 100); });
    for (let turn = 0; turn < 40; turn += 1) {
        window.junk = Array.from({ length: 20000 }, () => ({ parts: [1, 2, 3] }));
    }
    delete window.junk;
}"""

FAULTS = "() => JSON.parse(sessionStorage.getItem('watch.faults') ?? '[]')"

FORGIVE = "() => sessionStorage.removeItem('watch.faults')"

# Somebody with a name who was here before.
NAME = """(name) => {
    localStorage.setItem('lockstep.name', name);
    localStorage.setItem('lockstep.knows.editing', 'yes');
}"""
