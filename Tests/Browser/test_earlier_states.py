"""The slider of the history page: a list as it was, read from the server, and made so again."""

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from test_restoring import RestoringServer


@pytest.fixture
def ana(visit, lockstep):
    """A person on the history of a list whose row a was renamed three times."""
    person = on_its_history(visit(lockstep.make({"one": "a b"})))
    for title in ("Alpha", "Beta", "Gamma"):
        lockstep.edit(person.name, {"op": "updateRow", "row": "a", "fields": {"title": title}})
    return person


def on_its_history(person):
    """A person with what the history page has."""
    person.slider = person.page.get_by_role("slider", name="The list as it was")
    person.past = person.page.locator(".earlier-state")
    person.restores = person.page.locator('[data-action="restore-shown"]')
    return person


def opens_history(person):
    person.go(f"#/list/{person.name}/history")
    expect(person.slider).to_be_visible()


def slides_to_the_start(person):
    person.slider.focus()
    person.page.keyboard.press("Home")


def test_the_list_is_shown_as_it_was_and_what_happened_since(ana):
    opens_history(ana)
    expect(ana.slider).to_have_attribute("aria-valuetext", "The list as it is now")
    expect(ana.past).to_be_hidden()
    slides_to_the_start(ana)
    expect(ana.past.locator(".earlier-title")).to_have_text(["Alpha", "b"])
    expect(ana.past.locator(".differs")).to_have_count(1)
    expect(ana.page.locator(".earlier-since")).to_contain_text("2 changes since then, by")
    expect(ana.page.locator(".history > .since")).to_have_count(2)
    ana.page.keyboard.press("ArrowRight")
    expect(ana.past.locator(".earlier-title")).to_have_text(["Beta", "b"])
    ana.page.keyboard.press("End")
    expect(ana.past).to_be_hidden()
    expect(ana.page.locator(".history > .since")).to_have_count(0)


def test_what_is_shown_is_restored_for_all_and_undone(ana, visit):
    bob = visit(ana.name, "Bob")
    bob.shows_titles([["Gamma", "b"]])
    opens_history(ana)
    slides_to_the_start(ana)
    ana.restores.click()
    ana.shows_titles([["Alpha", "b"]])
    bob.shows_titles([["Alpha", "b"]])
    ana.page.locator('[data-action="undo-restore"]').click()
    ana.shows_titles([["Gamma", "b"]])
    bob.shows_titles([["Gamma", "b"]])


def test_an_earlier_state_that_may_not_be_restored_is_shown_and_one_no_longer_kept_is_left_out(ana, visit):
    def as_viewer(page):
        RestoringServer(page).role = "viewer"

    viewer = on_its_history(visit(ana.name, "Tom", prepared=as_viewer))
    viewer.page.route("**/api/lists/*?revision=1", lambda route: route.fulfill(status=410, json={}))
    opens_history(viewer)
    slides_to_the_start(viewer)
    expect(viewer.page.get_by_text("The list as it was then is no longer kept.")).to_be_visible()
    expect(viewer.past.locator(".earlier-title")).to_have_text(["Beta", "b"])
    expect(viewer.slider).to_have_attribute("max", "1")
    expect(viewer.restores).to_be_hidden()


def test_a_long_list_is_shown_in_part(ana):
    rows = [{"op": "insertRow", "row": f"r{n}", "fields": {"title": f"{n}"},
             "to": {"section": "one", "at": "end"}} for n in range(300)]
    ana.server.edit(ana.name, *rows)
    ana.server.edit(ana.name, {"op": "deleteRows", "rows": ["b"]})
    opens_history(ana)
    ana.slider.focus()
    ana.page.keyboard.press("ArrowLeft")
    expect(ana.past.locator("li")).to_have_count(200)
    expect(ana.past).to_contain_text("… and 102 more rows")


def test_a_version_is_named_shown_and_deleted(ana):
    opens_history(ana)
    slides_to_the_start(ana)
    expect(ana.past).to_be_visible()
    page = ana.page
    page.locator('[data-action="name-version"]').click()
    page.get_by_label("Name", exact=True).fill("50 % / party")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    named = page.locator('[data-action="show-version"]')
    expect(named).to_contain_text("50 % / party")
    ana.slider.focus()
    page.keyboard.press("End")
    expect(ana.past).to_be_hidden()
    named.click()
    expect(ana.past.locator(".earlier-title")).to_have_text(["Alpha", "b"])
    inspector = Inspector(ana)
    inspector.check("a named version")
    inspector.verdict()
    page.locator('[data-action="delete-version"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(named).to_have_count(0)
    status, answer = ana.server.request("GET", f"/api/lists/{ana.name}/versions")
    assert (status, answer["versions"]) == (200, [])
