"""Two people on one list: what they see of each other."""

import pytest
from playwright.sync_api import expect


def test_others_are_seen_with_what_they_do(visit, lockstep):
    name = lockstep.make({"fruit": "apple banana", "bread": "rye bun"})
    ana = visit(name, "Ana")
    tom = visit(name, "Tom Berg")
    avatar = ana.page.locator(".avatar")
    expect(avatar).to_have_text("TBTom Berg is here")
    tom.edit()
    expect(avatar).to_have_attribute("data-mode", "active")
    tom.within("rye", "rename").click()
    expect(ana.row("rye").locator(".peer-tag")).to_have_text("Tom types")
    tom.page.keyboard.press("Escape")
    expect(ana.row("rye").locator(".peer-tag")).to_have_count(0)
    tom.grab("bun")
    expect(ana.row("bun").locator(".peer-tag")).to_have_text("Tom moves")
    tom.page.keyboard.press("Escape")
    tom.page.mouse.up()
    tom.go("#/")
    expect(avatar).to_have_count(0)


@pytest.mark.motion
def test_changes_of_others_slide_unless_motion_is_unwanted(visit, lockstep):
    name = lockstep.make({"one": "a b c d"})
    ana, tom = visit(name), visit(name, "Tom", media={"reduced_motion": "reduce"})
    for person in (ana, tom):
        person.still()
        person.page.evaluate("""() => {
            window.slid = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                window.slid += 1;
                return animate.apply(this, given);
            };
        }""")
    lockstep.edit(name, {"op": "moveRow", "row": "d", "to": {"section": "one", "index": 0}})
    for person, slides in ((ana, True), (tom, False)):
        person.shows([["one", "d", "a", "b", "c"]])
        assert (person.page.evaluate("window.slid") > 0) is slides
