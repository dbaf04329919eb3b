"""Lists too long to be sent whole: 100,000 rows, scrolled, dragged and searched while others edit."""

import re

import pytest
from playwright.sync_api import expect

ROWS = 100_000
PART = 1000
IN_VIEW = """() => [...document.querySelectorAll('[data-row]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 60 && bottom <= innerHeight - 70;
}).map((row) => ({ id: row.dataset.row, at: +row.ariaPosInSet, of: +row.ariaSetSize }))"""

SEEN = f"""() => {{
    const rows = ({IN_VIEW})();
    return rows.length >= 5 && !document.querySelector('[data-absent]') && rows;
}}"""
"""What is in view, once all of it is drawn."""


@pytest.fixture(scope="module")
def songs(lockstep):
    """A list of 100,000 rows, `r0` to `r99999`; some titles have a word of their own."""
    name = lockstep.make({"all": "", "more": "m1 m2"})
    for start in range(0, ROWS, PART):
        lockstep.edit(name, *(
            {"op": "insertRow", "row": f"r{index}", "to": {"section": "all"},
             "fields": {"title": f"Song {index}{' by Nightingale' if index % 30_000 == 7 else ''}"}}
            for index in range(start, start + PART)))
    return name


def scroll_near(person, part):
    """Scrolls to a part of the page's height."""
    expect(person.page.locator("[data-row], [data-absent]").first).to_be_visible()
    person.page.evaluate("part => scrollTo(0, document.body.scrollHeight * part)", part)


def scroll_to(person, part):
    """Scrolls to a part of the page's height, and waits until every row in view is there."""
    scroll_near(person, part)
    return person.page.wait_for_function(SEEN).json_value()


def place_of(lockstep, name, row):
    """The index of a row in its section, as the server has it."""
    status, answer = lockstep.request("GET", f"/api/lists/{name}/rows?around={row}&before=0&after=1")
    assert status == 200
    run = answer["runs"][0]
    assert run["rows"][0]["id"] == row, answer
    return run["at"]


def test_any_place_is_there_when_it_is_scrolled_to_and_others_edits_shift_it(visit, lockstep, songs):
    ana = visit(songs)
    first = ana.page.evaluate(IN_VIEW)
    assert first[0]["of"] == place_of(lockstep, songs, "r99999")[1] + 1
    height = ana.page.evaluate("document.body.scrollHeight")
    assert height > ROWS * 50
    for part in (0.5, 0.9, 0.2):
        rows = scroll_to(ana, part)
        assert abs(rows[0]["at"] / rows[0]["of"] - part) < 0.01
        lockstep.edit(songs, {"op": "insertRow", "fields": {"title": "Above"},
                              "to": {"section": "all", "at": "start"}})
        expect(ana.row(rows[0]["id"])).to_have_attribute("aria-posinset", str(rows[0]["at"] + 1))
        expect(ana.row(rows[0]["id"])).to_have_attribute("aria-setsize", str(rows[0]["of"] + 1))
        shown = ana.page.evaluate(IN_VIEW)[0]
        assert shown["at"] == place_of(lockstep, songs, shown["id"])[1] + 1
    lockstep.edit(songs, {"op": "moveRow", "row": "r77777", "to": {"before": rows[2]["id"]}})
    expect(ana.row("r77777")).to_contain_text("Song 77777")


def test_a_row_is_dragged_from_the_top_over_rows_that_are_not_there_yet(visit, lockstep, songs):
    ana = visit(songs)
    ana.edit()
    row = ana.page.evaluate(IN_VIEW)[1]["id"]
    x = ana.grab(row)
    ana.page.mouse.move(x, 740, steps=4)
    ana.page.mouse.wheel(0, 2_000_000)
    lockstep.edit(songs, {"op": "deleteRows", "rows": ["r50"]})
    expect(ana.page.locator("[data-absent]")).to_have_count(0)
    ana.page.mouse.move(x, 400, steps=4)
    ana.still()
    above = ana.page.evaluate("""() => document.querySelector('.gap').previousElementSibling
        .dataset.row""")
    revision = int(ana.page.locator("main").get_attribute("data-revision"))
    ana.page.mouse.up()
    ana.announced("Dropped")
    expect(ana.page.locator(f"main[data-revision='{revision + 1}']")).to_be_visible()
    expect(ana.row(row)).to_be_visible()
    at = place_of(lockstep, songs, above)
    assert at[1] > 20_000
    assert place_of(lockstep, songs, row) == [at[0], at[1] + 1]


def test_keys_reach_both_ends_and_the_focus_is_never_lost(visit, songs):
    ana = visit(songs)
    first = ana.page.evaluate(IN_VIEW)[0]["id"]
    ana.row(first).focus()
    ana.page.keyboard.press("End")
    expect(ana.row("m2")).to_be_focused()
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("ArrowUp")
    expect(ana.row("r99999")).to_be_focused()
    ana.page.keyboard.press("Home")
    expect(ana.row(first)).to_be_focused()


def test_the_server_searches_and_every_match_is_gone_to(visit, lockstep, songs):
    ana = visit(songs)
    ana.page.keyboard.press("/")
    ana.page.keyboard.type("nightingale")
    expect(ana.page.locator(".search-count")).to_have_text("1 of 4")
    for index in (7, 30_007, 60_007, 90_007):
        expect(ana.row(f"r{index}")).to_be_in_viewport()
        expect(ana.row(f"r{index}")).to_have_class(re.compile("found"))
        ana.page.keyboard.press("Enter")
    lockstep.edit(songs, {"op": "deleteRows", "rows": ["r30007"]})
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".search-count")).to_have_text(re.compile("of 3"))


def test_a_link_leads_to_a_row_that_is_far_away(visit, songs):
    ana = visit(songs)
    ana.go(f"#/list/{songs}/row/r64000")
    expect(ana.row("r64000")).to_be_focused()


def test_going_back_returns_to_a_place_that_is_far_away(visit, songs):
    ana = visit(songs)
    scroll_to(ana, 0.3)
    row = ana.page.evaluate(IN_VIEW)[3]["id"]
    ana.control("history").click()
    expect(ana.page.locator(".history")).to_be_visible()
    ana.page.go_back()
    expect(ana.row(row)).to_be_in_viewport()


def test_all_are_selected_by_their_ids_and_filters_have_the_list_sent(visit, lockstep):
    name = lockstep.make({"one": ""})
    for start in (0, 1500):
        lockstep.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "one"},
                               "fields": {"title": f"{index}", "done": index % 2 == 1}}
                              for index in range(start, start + 1000)))
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("2,?000 items selected")
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


def test_all_of_a_long_checklist_are_ticked_in_as_many_edits_as_it_takes(visit, lockstep):
    name = lockstep.make({"one": ""}, rules={"kind": "check"})
    for start in (0, 1000):
        lockstep.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "one"},
                               "fields": {"title": f"{index}"}}
                              for index in range(start, start + 1000)))
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("2,?000 items selected")
    ana.control("tick-selected").click()
    expect(ana.page.locator(".toast").filter(has_text="2 changes")).to_be_visible()
    expect(ana.page.locator("main[data-revision='4']")).to_be_visible()
    rows = lockstep.snapshot(name)["sections"][0]["rows"]
    assert len(rows) == 2000 and all(row["fields"]["done"] for row in rows)


def test_what_was_seen_is_there_without_a_network_and_edits_of_it_wait(visit, own_server):
    name = own_server.make({"one": ""})
    for start in (0, 1000, 2000):
        own_server.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "one"},
                                 "fields": {"title": f"{index}"}}
                                for index in range(start, start + 1000)))
    ana = visit(name, on=own_server)
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    ana.live()
    rows = scroll_to(ana, 0.9)
    # Lists are stored when the page is hidden.
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ana.disconnect()
    ana.page.reload()
    scroll_near(ana, 0.9)
    ana.edit()
    ana.rename(rows[1]["id"], "Renamed offline")
    expect(ana.row(rows[1]["id"])).to_contain_text("Renamed offline")
    ana.page.context.set_offline(False)
    ana.live()
    expect(ana.row(rows[1]["id"])).to_contain_text("Renamed offline")
    ana.page.evaluate("scrollTo(0, 40000)")
    expect(ana.page.locator("[data-absent]")).to_have_count(0)
    assert rows[1]["id"] in own_server.order(name)[0]
