"""Tabs that are closed before all is sent, tabs that are doubled, and data that are cleared under a tab."""

from playwright.sync_api import expect

from browser_store import KEPT
from list_page import until_true

KEEPS = f"(count) => ({KEPT})().then((kept) => kept === count)"
"""Whether the browser's database holds so many edits for sending."""


def add(person, *titles):
    for title in titles:
        person.page.keyboard.type(title)
        person.page.keyboard.press("Enter")


def test_edits_made_offline_survive_a_closed_tab(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name, loaded=True)
    ana.edit()
    ana.control("add").click()
    add(ana, "online")
    ana.shows_titles([["a", "online"]])
    ana.agrees()
    until_true(ana.page, KEEPS, 0)
    ana.disconnect()
    add(ana, "kept", "kept too")
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 2 changes kept")
    until_true(ana.page, KEEPS, 2)
    second = ana.page.context.new_page()
    ana.page.close()
    second.context.set_offline(False)
    second.goto(f"{lockstep.url}/#/")
    expect(second.locator(".status[data-state=online]")).to_be_visible()
    until_true(second, """async (name) => {
        const list = await (await fetch(`/api/lists/${name}`)).json();
        return list.sections[0].rows.length === 4;
    }""", name)
    assert lockstep.titles(name) == [["a", "online", "kept", "kept too"]]


def test_a_duplicated_tab_is_another_client(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    key = ana.page.evaluate("sessionStorage.getItem('lockstep.key')")
    with ana.page.context.expect_page() as opened:
        ana.page.evaluate("window.open(location.href)")
    twin = opened.value
    expect(twin.locator("main[data-status=live]")).to_be_visible()
    assert twin.evaluate("sessionStorage.getItem('lockstep.key')") != key
    expect(ana.page.locator(".avatar")).to_have_count(1)
    expect(ana.page.locator(".status")).to_have_attribute("data-state", "online")


def test_edits_outlive_that_the_data_of_the_site_are_cleared(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name, apart=True)
    ana.edit()
    ana.control("add").click()
    add(ana, "online")
    ana.agrees()
    ana.disconnect()
    add(ana, "kept")
    until_true(ana.page, KEEPS, 1)
    session = ana.page.context.new_cdp_session(ana.page)
    session.send("Storage.clearDataForOrigin", {"origin": lockstep.url, "storageTypes": "indexeddb"})
    until_true(ana.page, KEEPS, 1)
    add(ana, "made later")
    until_true(ana.page, KEEPS, 2)
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 2 changes kept")
    ana.shows_titles([["a", "online", "kept", "made later"]])
    expect(ana.page.locator("[data-toast=error]")).to_have_count(0)
    ana.page.context.set_offline(False)
    ana.page.reload()
    ana.live()
    ana.shows_titles([["a", "online", "kept", "made later"]])
    ana.agrees()
