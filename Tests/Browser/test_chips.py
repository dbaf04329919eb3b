"""Rows show their fields besides title and note as chips, and are indented."""

from playwright.sync_api import expect

from axe_looks import Inspector
from lockstep_server import section

FULL = {"title": "Report", "detail": "a draft", "due": "2026-12-01", "priority": 1, "labels": ["home", "<b>bold</b>"],
        "assignee": "Ana", "url": "https://example.org/a"}


def test_fields_are_shown_as_chips_links_open_beside_and_nothing_is_markup(visit, lockstep):
    rows = [{"id": "a", "fields": FULL},
            {"id": "b", "fields": {"title": "Plain", "indent": 2}},
            {"id": "c", "fields": {"title": "Bad", "url": "javascript:alert(1)", "shop": "x" * 500, "indent": 8}}]
    ana = visit(lockstep.make([section("one", rows)]))
    axe = Inspector(ana)
    chips = ana.row("a").locator(".row-chip")
    expect(chips).to_have_text(["Due Dec 1, 2026", "Priority 1", "home", "<b>bold</b>", "For Ana", "example.org"])
    link = ana.row("a").locator("a.row-chip")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("target", "_blank")
    expect(ana.row("b").locator(".row-chip")).to_have_count(0)
    expect(ana.row("c").locator("a")).to_have_count(0)
    expect(ana.row("c").locator(".row-chip").last).to_have_attribute("title", "shop: " + "x" * 393 + "…")
    expect(ana.row("a")).not_to_have_attribute("aria-level", "1")
    expect(ana.row("b")).to_have_attribute("aria-level", "3")
    starts = [ana.row(one).locator(".title").bounding_box()["x"] for one in "abc"]
    assert starts[0] < starts[1] < starts[2]
    axe.check("chips", dark=True)
    ana.edit()
    axe.check("chips in edit mode")
    ana.page.set_viewport_size({"width": 320, "height": 640})
    ana.still()
    words, chip = (ana.row("c").locator(f".{one}").last.bounding_box() for one in ("words", "row-chip"))
    assert chip["x"] + chip["width"] <= words["x"] + words["width"]
    axe.verdict()


def test_chips_follow_what_others_change_and_make_way_for_the_form(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "Tea"}}])])
    ana = visit(name)
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"due": "soon", "labels": ["green"]}})
    expect(ana.row("a").locator(".row-chip")).to_have_text(["Due soon", "green"])
    ana.within("a", "rename").click()
    expect(ana.row("a").locator(".row-chip")).to_have_count(0)
    ana.page.keyboard.press("Escape")
    expect(ana.row("a").locator(".row-chip")).to_have_text(["Due soon", "green"])
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"due": None, "labels": None}})
    expect(ana.row("a").locator(".row-chip")).to_have_count(0)
    ana.agrees()
