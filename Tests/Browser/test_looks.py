"""Language, theme and font size: what the browser wants, and what the user has chosen."""

import re

import pytest
from playwright.sync_api import expect

from lockstep_server import section


def choose(person, **settings):
    """Chooses in the settings of the list page on screen, by the keyboard."""
    person.choose("settings")
    dialog = person.page.get_by_role("dialog")
    for name, value in settings.items():
        dialog.locator(f"[name={name}]").select_option(value)
    dialog.locator("[data-action=confirm]").press("Enter")
    expect(person.page.locator("dialog")).to_have_count(0)


def shows_language(person, tag, edit):
    expect(person.page.locator("html")).to_have_attribute("lang", tag)
    expect(person.control("edit")).to_have_text(edit)


def test_the_page_speaks_the_language_of_the_browser(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name, locale="de-AT")
    shows_language(ana, "de", "Bearbeiten")
    expect(ana.page.locator(".subtitle")).to_have_text("2 Einträge")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    expect(ana.page.locator(".subtitle")).to_have_text("1 Eintrag")
    ana.control("history").click()
    expect(ana.page.locator("[data-revision] .title").first).to_have_text(
        "Jemand hat einen Eintrag gelöscht")
    expect(ana.page).to_have_title("Verlauf – Lockstep")


def test_the_language_changes_in_place_and_is_kept(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    lockstep.edit(name, {"op": "insertRow", "row": "b", "fields": {"title": "b"},
                         "to": {"section": "one"}})
    ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ana.edit()
    ana.rename("a", "Typed offline")
    choose(ana, language="de")
    shows_language(ana, "de", "Bearbeiten")
    expect(ana.control("list-menu")).to_be_focused()
    expect(ana.row("a")).to_contain_text("Typed offline")
    ana.page.evaluate("window.dispatchEvent(new Event('online'))")
    ana.live()
    ana.agrees()
    ana.page.reload()
    ana.live()
    shows_language(ana, "de", "Bearbeiten")


DARK, LIGHT = "rgb(0, 0, 0)", "rgb(242, 242, 247)"
BARS = """[...document.querySelectorAll('meta[name=theme-color]')].map((bar) => bar.content)"""


def has_background(person, colour):
    """Waits until the page is of that colour."""
    person.page.wait_for_function("colour => getComputedStyle(document.body).backgroundColor === colour", arg=colour)


def test_the_theme_is_shown_before_any_module_runs_and_follows_the_system_again(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}), media={"color_scheme": "dark"})
    has_background(ana, DARK)
    choose(ana, theme="light")
    has_background(ana, LIGHT)
    # Modules that never arrive leave what is there at the first paint.
    ana.page.route(re.compile(r"\.js$"), lambda route: (
        route.continue_() if "/theme." in route.request.url else route.abort()))
    ana.page.reload()
    expect(ana.page.locator("main")).to_have_count(0)
    has_background(ana, LIGHT)
    assert ana.page.evaluate(BARS) == ["#f2f2f7", "#f2f2f7"]
    ana.page.unroute_all()
    ana.page.reload()
    ana.live()
    choose(ana, theme="")
    has_background(ana, DARK)
    assert ana.page.evaluate(BARS) == ["#f2f2f7", "#000000"]


def test_the_settings_are_on_the_page_of_lists_too(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    ana.control("back").click()
    ana.control("overview-menu").click()
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_label("Your name").fill("Ana Maria")
    ana.page.get_by_label("Language").select_option("Deutsch")
    ana.page.get_by_role("button", name="Save").click()
    expect(ana.page.get_by_role("heading", name="Listen")).to_be_visible()
    expect(ana.control("name")).to_contain_text("Ana Maria")
    expect(ana.control("overview-menu")).to_be_focused()


def test_texts_follow_the_default_font_size_of_the_browser(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}), phone=True, apart=True)
    session = ana.page.context.new_cdp_session(ana.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})

    def size(selector):
        return ana.page.locator(selector).first.evaluate(
            "(element) => parseFloat(getComputedStyle(element).fontSize)")

    assert size(".row .title") == pytest.approx(17 * 1.5)
    assert size(".large-title") == pytest.approx(34 * 1.5)
    assert size(".status") == pytest.approx(13 * 1.5)
    ana.edit()
    ana.still()
    assert ana.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_titles_notes_and_counts_are_shown_as_what_they_are(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "   ", "done": False}}, {"id": "b", "fields": {"title": "b", "detail": {"shelf": [1, 2]}}}]
    many = [{"id": f"r{at}", "fields": {"title": "r", "done": False}} for at in range(1001)]
    name = lockstep.make([section("one", rows), section("two", many)], title="  ", rules={"kind": "check"})
    ana = visit(name, locale="de-DE")
    ana.live()
    expect(ana.page.locator("h1")).to_have_text("Ohne Titel")
    assert ana.row("a").locator(".title").evaluate("(one) => getComputedStyle(one, '::before').content") == '"Ohne Titel"'
    expect(ana.within("a", "done")).to_have_attribute("aria-label", re.compile("Ohne Titel"))
    expect(ana.row("b").locator(".detail")).to_have_text('{"shelf":[1,2]}')
    expect(ana.page.locator(".subtitle")).to_have_text("1.003 Einträge")
    ana.section("two").locator("[data-action=collapse]").click()
    expect(ana.section("two").locator(".section-count, .section-ask").locator("visible=true").first).to_contain_text("1.001")
    ana.control("back").click()
    expect(ana.page.locator(f'[data-list-row="{name}"] .title')).to_have_text("Ohne Titel")
    expect(ana.page.locator(f'[data-list-row="{name}"] .count')).to_have_text("1.003")
