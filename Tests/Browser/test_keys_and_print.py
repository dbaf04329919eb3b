"""The dialog of keys, and the page on paper."""

import re

from playwright.sync_api import expect

from lockstep_server import section


LEAVE_DIALOG = """async () => {
    document.querySelector('dialog [data-action=cancel]').click();
    await null;
    return document.querySelectorAll('dialog').length;
}"""


def test_the_question_mark_shows_the_keys(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    keys = ana.page.get_by_role("dialog", name="Keys")
    ana.row("a").focus()
    ana.page.keyboard.press("?")
    expect(keys.locator("kbd").first).to_have_text("↑")
    expect(keys).to_contain_text("Move up or down")
    ana.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    expect(ana.row("a")).to_be_focused()
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("why?")
    expect(ana.page.locator("[data-field=title]")).to_have_value("why?")
    expect(keys).to_have_count(0)
    ana.page.keyboard.press("Escape")
    ana.choose("keys")
    expect(keys).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.control("back").click()
    ana.page.get_by_role("heading", name="Lists").wait_for()
    ana.page.keyboard.press("?")
    expect(keys).to_be_visible()
    # In the same task: the next key finds no dialog any more.
    assert ana.page.evaluate(LEAVE_DIALOG) == 0


COUNT = """() => window.addEventListener('beforeprint', () => {
    window.printed = document.querySelectorAll('[data-row]').length; })"""
DRAWN = "document.querySelectorAll('[data-row]').length"


def test_every_row_is_printed(visit, lockstep):
    rows = [{"id": f"r{index}", "fields": {"title": f"Row {index}", "done": index % 2 == 0}}
            for index in range(500)]
    ana = visit(lockstep.make([section("one", rows)]))
    assert ana.page.evaluate(DRAWN) < 200
    ana.page.evaluate(COUNT)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", ana.page.pdf(format="A4")))
    assert ana.page.evaluate("window.printed") == 500
    # A row of 17 pixels takes 500 of them over at least 7 sheets of A4; those on screen fill 3.
    assert pages >= 7
    assert ana.page.evaluate(DRAWN) < 200


def test_a_print_says_how_many_items_are_hidden(visit, lockstep):
    done = [{"id": name, "fields": {"title": name, "done": True}} for name in ("b", "c")]
    ana = visit(lockstep.make([section("one", ["a", *done]), section("two", ["d"])], {"kind": "check"}))
    note = ana.page.locator(".paper-note")
    ana.page.emulate_media(media="print")
    expect(note).to_be_hidden()
    ana.page.emulate_media(media="screen")
    ana.choose("toggle-completed")
    ana.page.emulate_media(media="print")
    expect(note).to_have_text("2 of 4 items are hidden, and not printed.")
    ana.page.emulate_media(media="screen")
    expect(note).to_be_hidden()
    ana.section("two").locator("[data-action=collapse]").click()
    expect(note).to_have_text("3 of 4 items are hidden, and not printed.")


def test_what_is_printed_has_no_controls(visit, lockstep):
    ana = visit(lockstep.make([section("one", [
        {"id": "a", "fields": {"title": "Tea", "detail": "green", "done": True}}])], title="Paper"),
        media={"color_scheme": "dark"})
    expect(ana.page.locator(".toolbar")).to_be_visible()
    ana.page.emulate_media(media="print")
    for shown in ("h1", ".section-title", ".row .title", ".row .detail", ".row .tick"):
        expect(ana.page.locator(shown).first).to_be_visible()
    for hidden in (".nav", ".toolbar", "button:not(.section-name)", ".row.add"):
        expect(ana.page.locator(f"{hidden}:visible")).to_have_count(0)
    ground = "getComputedStyle(document.body).backgroundColor"
    assert ana.page.evaluate(ground) == "rgb(255, 255, 255)"


def test_the_row_in_focus_is_framed(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b c"}, {"kind": "check"}))

    def edges():
        """Pictures of strips at the upper and the lower edge of the second row."""
        ana.still()
        box = ana.row("b").bounding_box()
        return [ana.page.screenshot(clip={"x": box["x"] + 100, "y": y, "width": 80, "height": 3})
                for y in (box["y"] + 1, box["y"] + box["height"] - 4)]

    ana.row("a").focus()
    before = edges()
    ana.page.keyboard.press("ArrowDown")
    expect(ana.row("b")).to_be_focused()
    assert all(now != then for now, then in zip(edges(), before))
    ana.page.keyboard.press("ArrowDown")
    expect(ana.row("c")).to_be_focused()
    assert edges() == before
