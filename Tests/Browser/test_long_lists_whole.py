"""Long lists of which every row is needed: filters, counts, and what is done to more rows than an edit takes."""

import re

from playwright.sync_api import expect

from axe_looks import Inspector
from lockstep_server import section


def test_all_are_selected_by_their_ids_and_filters_have_the_list_sent(visit, lockstep):
    name = lockstep.make({"one": ""})
    for start in (0, 1500):
        lockstep.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "one"},
                               "fields": {"title": f"{index}", "done": index % 2 == 1}}
                              for index in range(start, start + 1000)))
    ana, asked = visit(name), []
    ana.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(text)))
    ana.page.reload()
    ana.live()
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("2,?000 items selected")
    assert any('"only":"ids"' in text for text in asked)
    assert sum('"type":"open"' in text for text in asked) == 1
    ana.page.keyboard.press("Escape")
    ana.edit()
    ana.choose("filters")
    ana.page.locator("[data-filter=done]").click()
    expect(ana.page.locator(".filter-note")).to_have_text(re.compile("1,?000 of 2,?000"))
    ana.page.locator("[data-filter=all]").click()
    ana.page.keyboard.press("Escape")
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.control("delete-selected").click()
    expect(ana.page.locator("[data-row]")).to_have_count(0)
    assert lockstep.order(name) == [["one"]]


def test_open_items_are_counted_where_every_row_is_there_and_else_on_demand(visit, lockstep):
    def rows(name, count):
        return [{"id": f"{name}{index}", "fields": {"title": name, "done": index % 4 == 0}}
                for index in range(count)]

    name = lockstep.make([section("short", rows("s", 8)), section("long", rows("l", 4000))],
                         rules={"kind": "check"})
    ana = visit(name)
    count = ana.section("short").locator(".section-count:visible")
    expect(count).to_contain_text("6 open items")
    asks = ana.section("long").get_by_role("button", name="4,000 items; count the open ones")
    inspector = Inspector(ana)
    inspector.check("a long checklist")
    inspector.verdict()
    asks.focus()
    ana.page.keyboard.press("Enter")
    ana.announced("3,000 open items")
    expect(asks).to_have_count(0)
    expect(ana.section("long").locator(".section-count:visible")).to_contain_text("3,000 open items")
    expect(ana.section("long").locator(".section-name")).to_be_focused()
    ana.within("l1", "done").click()
    expect(ana.section("long").locator(".section-count:visible")).to_contain_text("2,999 open items")


NOTES_PROGRESS = """() => {
    window.progress = [];
    const note = () => document.querySelectorAll('[data-progress] progress').forEach(
        (bar) => window.progress.push(bar.getAttribute('aria-label')));
    new MutationObserver(note).observe(document.getElementById('toasts'), { childList: true });
}"""


def long_checklist(lockstep):
    """A checklist of 2,000 rows, none ticked, at revision 2."""
    name = lockstep.make({"one": ""}, rules={"kind": "check"})
    for start in range(0, 2000, 1000):
        lockstep.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "one"},
                               "fields": {"title": f"{index}"}}
                              for index in range(start, start + 1000)))
    return name


def ticked(lockstep, name):
    """How many rows of a list's only section are ticked."""
    rows = lockstep.snapshot(name)["sections"][0]["rows"]
    return sum(row["fields"].get("done") is True for row in rows)


def test_all_of_a_long_checklist_are_ticked_in_as_many_edits_as_it_takes_and_undone_at_once(
        visit, lockstep):
    name = long_checklist(lockstep)
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("2,?000 items selected")
    note = ana.page.locator("[data-progress]")
    # It may be there for a moment only.
    ana.page.evaluate(NOTES_PROGRESS)
    ana.control("tick-selected").click()
    ana.at_revision(4)
    assert "Saving changes" in ana.page.evaluate("window.progress")
    expect(note).to_have_count(0)
    assert ticked(lockstep, name) == 2000
    ana.page.keyboard.press("Escape")
    ana.control("undo").click()
    ana.at_revision(6)
    assert ticked(lockstep, name) == 0
    ana.control("redo").click()
    ana.at_revision(8)
    assert ticked(lockstep, name) == 2000
