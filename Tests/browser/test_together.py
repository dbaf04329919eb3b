"""Two people on one list, and a server that is killed under them."""

import pytest
from playwright.sync_api import expect


def fill(lockstep):
    return lockstep.make({"fruit": "apple banana cherry", "bread": "rye bun"})


def test_two_people_edit_one_list_and_the_server_is_killed(visit, own_server):
    name = fill(own_server)
    ana = visit(name, "Ana", on=own_server)
    tom = visit(name, "Tom", on=own_server)
    ana.edit()
    tom.edit()
    ana.rename("banana", "Two bananas")
    tom.drag("apple", tom.row("rye"))
    for person in (ana, tom):
        person.shows([["fruit", "banana", "cherry"], ["bread", "rye", "apple", "bun"]])
        person.agrees()

    own_server.kill()
    expect(ana.page.locator(".status[data-state=waiting], .status[data-state=connecting]")).to_be_visible()
    ana.rename("cherry", "Sour cherries")
    tom.drag("bun", tom.row("banana"), part=0.2)
    tom.shows([["fruit", "bun", "banana", "cherry"], ["bread", "rye", "apple"]])
    own_server.start()

    for person in (ana, tom):
        person.live()
        person.shows_titles([["bun", "Two bananas", "Sour cherries"], ["rye", "apple"]])
        person.agrees()
    assert own_server.snapshot(name)["revision"] == 4
    ana.drag("rye", ana.row("bun"), part=0.2)
    tom.shows([["fruit", "rye", "bun", "banana", "cherry"], ["bread", "apple"]])
    tom.agrees()
    assert tom.control("edit").get_attribute("aria-pressed") == "true"


def test_edits_in_flight_when_the_server_dies_are_applied_once(visit, own_server):
    name = own_server.make({"one": ""})
    ana = visit(name, on=own_server)
    ana.edit()
    ana.control("add").click()
    for round_ in range(3):
        for item in range(4):
            ana.page.keyboard.type(f"item {round_}{item}")
            ana.page.keyboard.press("Enter")
        own_server.kill()
        ana.page.keyboard.type(f"late {round_}")
        ana.page.keyboard.press("Enter")
        own_server.start()
        ana.live()
    wanted = [f"item {r}{i}" if i < 4 else f"late {r}" for r in range(3) for i in range(5)]
    ana.shows_titles([wanted])
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '15'")
    assert own_server.titles(name) == [wanted]


def test_a_remote_change_steals_neither_text_nor_focus(visit, lockstep):
    name = fill(lockstep)
    ana = visit(name)
    ana.edit()
    ana.within("banana", "rename").click()
    ana.page.keyboard.type("My ban")
    lockstep.edit(name, {"op": "moveRow", "row": "banana", "to": {"section": "fruit", "index": 0}},
                {"op": "updateRow", "row": "banana", "fields": {"title": "other"}},
                {"op": "deleteRows", "rows": ["cherry"]})
    ana.shows([["fruit", "banana", "apple"], ["bread", "rye", "bun"]])
    ana.page.keyboard.type("ana")
    field = ana.row("banana").locator("input[name=title]")
    expect(field).to_be_focused()
    expect(field).to_have_value("My banana")
    ana.page.keyboard.press("Enter")
    ana.row("banana").locator("[data-action=keep-mine]").click()
    ana.shows_titles([["My banana", "apple"], ["rye", "bun"]])


def test_a_row_that_is_renamed_across_sections_keeps_its_text(visit, lockstep):
    name = fill(lockstep)
    ana = visit(name)
    ana.edit()
    ana.within("banana", "rename").click()
    ana.page.keyboard.type("kept")
    lockstep.edit(name, {"op": "moveRow", "row": "banana", "to": {"section": "bread"}})
    ana.shows([["fruit", "apple", "cherry"], ["bread", "rye", "bun", "banana"]])
    expect(ana.row("banana").locator("input[name=title]")).to_have_value("kept")
    expect(ana.row("banana").locator("input[name=title]")).to_be_focused()


def test_others_are_seen_with_what_they_do(visit, lockstep):
    name = fill(lockstep)
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


@pytest.mark.parametrize("how", ["delete", "move"])
def test_a_held_row_survives_the_changes_of_others(visit, lockstep, how):
    name = fill(lockstep)
    ana = visit(name)
    ana.edit()
    x = ana.grab("apple")
    ana.carry(x, ana.row("rye"), 0.9)
    if how == "delete":
        lockstep.edit(name, {"op": "deleteRows", "rows": ["apple"]})
        ana.toasted("deleted")
        expect(ana.page.locator(".row.lifted")).to_have_count(0)
        ana.page.mouse.up()
        ana.shows([["fruit", "banana", "cherry"], ["bread", "rye", "bun"]])
    else:
        lockstep.edit(name, {"op": "moveRow", "row": "cherry", "to": {"section": "fruit", "index": 0}})
        expect(ana.page.locator(".row.lifted")).to_have_count(1)
        ana.page.mouse.up()
        ana.shows([["fruit", "cherry", "banana"], ["bread", "rye", "apple", "bun"]])
    ana.agrees()
