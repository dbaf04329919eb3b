"""Windows of 320 pixels, with a mouse: words keep their room, and nothing covers anything."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section

NARROW = {"width": 320, "height": 640}
ROWS = [{"id": "a", "fields": {"title": "Flat-leaf parsley", "detail": "1 bunch", "done": False}},
        {"id": "b", "fields": {"title": "", "done": False}}, "c"]
COVERED = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height - 2);
    return !element.contains(top);
}"""


FITS = """() => {
    const width = document.documentElement.clientWidth, root = document.querySelector('dialog[open]') ?? document;
    const faults = document.documentElement.scrollWidth > width ? ['the page is panned sideways'] : [];
    const isSeen = (one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none'
        && one.getBoundingClientRect().width > 1;
    const seen = (selector, inside = root) => [...inside.querySelectorAll(selector)].filter(isSeen);
    const name = (one) => `${one.dataset.action ?? one.className}: ${one.textContent.slice(0, 30)}`;
    for (const one of seen('button, a, input, select, textarea, h1, h2, p, .title')) {
        const { left, right } = one.getBoundingClientRect();
        if (left < -1 || right > width + 1) faults.push(`${name(one)} leaves the window`);
    }
    for (const one of seen('button:not(.chip), a, h1, h2, p')) {
        const isBox = getComputedStyle(one).display !== 'inline';
        if (isBox && one.scrollWidth > one.clientWidth + 1) faults.push(`${name(one)} is cut off`);
    }
    for (const bar of seen('.nav, .toolbar, .dialog-buttons, .search, .place, .list-link, .section-header')) {
        const parts = seen('button, a, .status-words, .title, .count, .section-count', bar);
        for (const [at, one] of parts.entries()) {
            for (const other of parts.slice(at + 1).filter((next) => !one.contains(next))) {
                const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
                const isOver = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
                    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
                if (isOver) faults.push(`${name(one)} overlaps ${name(other)}`);
            }
        }
    }
    return faults;
}"""
#: Ways to what a page can show, by the actions pressed one after the other; the list's menu is `list-menu`.
SHOWN = {
    "#/": ["edit", "overview-menu settings", "new-list", "name"],
    "#/list/{}": [
        "search", "share", "list-menu filters", "list-menu export-list", "list-menu import-list",
        "list-menu list-settings", "list-menu keys", "list-menu settings", "list-menu delete-list",
        "row-menu details add-field", "row-menu move-to", "row-menu row-rules", "edit section-menu section-rules",
        "edit section-menu rename-section", "edit add-section", "edit delete-where", "edit toggle-selecting select-all"],
    "#/list/{}/history": [""], "#/nowhere": [""],
}
UNKNOWN = "main:not(.list-page) .page-link"
#: What is there once a page is shown.
SHOWS = {"#/": ".lists-page [data-list-row]", "#/list/{}": "main[data-status=live]", "#/list/{}/history": ".history > li",
         "#/nowhere": UNKNOWN}
PRESS = """(action) => {
    const root = document.querySelector('dialog[open]') ?? document;
    return root.querySelector(`[data-action="${action}"]`)?.click() === undefined;
}"""


@pytest.mark.parametrize("language", [{"locale": "de-DE"}, {}], ids=["German", "English"])
def test_nothing_is_cut_off_or_overlaps_where_the_text_is_twice_as_large(visit, lockstep, language):
    name = lockstep.make([section("one", ROWS), section("two", "d")], {"kind": "check"}, title="Groceries")
    lockstep.edit(name, {"op": "updateRow", "row": "c", "fields": {"title": "Cinnamon"}})
    ana = visit(name, apart=True, **language)
    page = ana.page
    page.set_viewport_size(NARROW)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.wait_for_function("() => matchMedia('(max-width: 10rem)').matches")
    faults, seen = {}, set()

    def look(*way):
        """Looks once at what a way leads to."""
        if way not in seen and (found := page.evaluate(FITS)):
            faults[way] = found
        seen.add(way)

    for address, ways in SHOWN.items():
        for way in ways:
            # Another page in between: whatever was open is closed.
            ana.go("#/none")
            expect(page.locator(UNKNOWN)).to_be_visible()
            ana.go(address.format(name))
            page.locator(SHOWS[address]).first.wait_for()
            look(address)
            actions = way.split()
            for at, action in enumerate(actions):
                page.locator(f'dialog[open] [data-action="{action}"], :not(dialog *)[data-action="{action}"]').first.wait_for(
                    state="attached")
                page.evaluate(PRESS, action)
                look(address, *actions[:at + 1])
    assert not faults, "\n".join(map(str, faults.items()))


@pytest.fixture
def ana(visit, lockstep):
    """Somebody with a mouse on a checklist, in a narrow window."""
    person = visit(lockstep.make([section("one", ROWS), section("two", "d")], {"kind": "check"}))
    person.page.set_viewport_size(NARROW)
    return person


def box(locator):
    return locator.bounding_box()


def test_words_have_the_room_of_the_menu_and_in_fields_that_of_the_handle(ana, lockstep):
    ana.edit()
    ana.still()
    title, handle = box(ana.row("a").locator(".words")), box(ana.within("a", "handle"))
    assert title["x"] + title["width"] == pytest.approx(handle["x"], abs=1)
    ana.row("a").locator(".title").hover()
    more = ana.within("a", "row-menu")
    expect(more).to_have_css("opacity", "1")
    ana.still()
    assert box(more)["x"] + box(more)["width"] <= handle["x"] + 1
    more.click()
    expect(ana.page.get_by_role("dialog", name="Flat-leaf parsley")).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.within("a", "rename").click(position={"x": 6, "y": 6})
    field = ana.row("a").locator("[data-field=title]")
    expect(field).to_be_focused()
    assert box(field)["width"] > 110
    expect(ana.within("a", "handle")).to_be_hidden()
    ana.page.keyboard.press("Escape")
    expect(ana.within("a", "handle")).to_be_visible()
    ana.edit()
    lockstep.edit(ana.name, {"op": "updateList", "rules": {"editFields": True}})
    ana.at_revision(1)
    ana.edit()
    ana.still()
    title, note = (box(ana.row("a").locator(f"[name={name}]")) for name in ("title", "detail"))
    assert note["x"] == title["x"] and note["y"] >= title["y"] + title["height"] - 1
    assert title["width"] > 110


def test_the_tools_for_selected_rows_fit_in_edit_mode(ana):
    ana.edit()
    ana.row("c").focus()
    ana.page.keyboard.press("ControlOrMeta+a")
    expect(ana.page.locator(".row.selected")).to_have_count(4)
    shown = [box(one) for one in ana.page.locator(".toolbar button:visible").all()]
    assert shown[0]["x"] >= 0 and shown[-1]["x"] + shown[-1]["width"] <= NARROW["width"]
    for before, after in zip(shown, shown[1:]):
        assert before["x"] + before["width"] <= after["x"] + 1
        assert after["width"] >= 44 and after["height"] >= 44
    expect(ana.control("undo")).to_be_hidden()
    ana.page.keyboard.press("Escape")
    expect(ana.control("undo")).to_be_visible()


def test_the_bar_holds_long_words_beside_others_and_without_a_network(visit, lockstep):
    name = lockstep.make({"one": "a b"}, {"kind": "check"})
    ana, width = visit(name, locale="de-DE", phone=True), NARROW["width"]
    ana.page.set_viewport_size(NARROW)
    for one in ("Tom", "Kim", "Eva"):
        visit(name, one)
    expect(ana.page.locator(".avatars > li")).to_have_count(2)
    fits(ana, width)
    expect(ana.page.get_by_role("link", name="Listen")).to_be_visible()
    ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
    for row in ("a", "b"):
        ana.within(row, "done").check()
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 2 Änderungen vorgemerkt")
    fits(ana, width)
    ana.page.locator("[data-action=back]").click()
    expect(ana.page.locator(".lists-page")).to_be_visible()
    fits(ana, width)


def fits(person, width):
    """Nothing in the bar overlaps or leaves the window."""
    assert person.page.evaluate("document.documentElement.scrollWidth") == width
    shown = [box(one) for one in person.page.locator(".nav :is(button, a):visible").all()]
    for one in shown:
        assert one["x"] >= 0 and one["x"] + one["width"] <= width
    for at, one in enumerate(shown):
        for other in shown[at + 1:]:
            beside = one["x"] + one["width"] <= other["x"] + 1 or \
                other["x"] + other["width"] <= one["x"] + 1
            assert beside or abs(one["y"] - other["y"]) >= 40, (one, other)


def test_the_form_for_a_new_field_stays_above_the_buttons(ana, lockstep):
    many = {f"field {at}": "x" for at in range(8)}
    lockstep.edit(ana.name, {"op": "updateRow", "row": "c", "fields": many})
    ana.row("c").click(button="right")
    ana.page.locator("dialog [data-action=details]").click()
    ana.control("add-field").click()
    expect(ana.page.locator("input[name=field-name]")).to_be_focused()
    ana.still()
    for name in ("[name=field-name]", "[data-action=new-field]"):
        assert not ana.page.locator(name).evaluate(COVERED)


def test_a_row_without_texts_and_a_section_without_a_title_say_what_they_are(visit, lockstep):
    name = lockstep.make([{"id": "one", "title": "", "rules": {}, "rows": [ROWS[1]]}],
                         {"kind": "check"})
    ana = visit(name)
    shown = ana.row("b").locator(".title").evaluate(
        "(element) => getComputedStyle(element, '::before').content")
    assert shown == '"Untitled"'
    expect(ana.page.locator(".section-count")).to_be_hidden()
    ana.edit()
    expect(ana.page.locator(".section-count")).to_be_visible()
