"""The menu of a row: how it is opened, and what its entries do."""

from playwright.sync_api import expect

from list_page import until_true
from lockstep_server import section
from test_body_drag import middle
from test_hands import touches


def choose(person, action):
    """Selects an entry of the open menu."""
    person.page.locator(f'dialog [data-action="{action}"]').click()


def entries(person):
    """The actions of the open menu."""
    items = person.page.locator("dialog .menu-item")
    expect(items.first).to_be_visible()
    return items.evaluate_all("all => all.map((one) => one.dataset.action)")


def stored(server, name):
    """The fields of all rows, by section."""
    return [[row["fields"] for row in one.get("rows", [])]
            for one in server.snapshot(name)["sections"]]


def test_the_menu_opens_by_mouse_by_keys_and_by_its_button(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    dialog = ana.page.get_by_role("dialog", name="b")
    ana.row("b").click(button="right")
    expect(dialog).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(ana.row("b")).to_be_focused()
    for key in ("ContextMenu", "Shift+F10"):
        ana.page.keyboard.press(key)
        expect(dialog).to_be_visible()
        ana.page.keyboard.press("Escape")
        expect(ana.page.locator("dialog")).to_have_count(0)
        expect(ana.row("b")).to_be_focused()
    ana.row("c").hover()
    ana.page.get_by_role("button", name="c: more").click()
    expect(ana.page.get_by_role("dialog", name="c")).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.edit()
    ana.within("a", "rename").click()
    # The browser's own menu stays in fields.
    ana.page.locator("[data-field=title]").click(button="right")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("dialog")).to_have_count(0)


def test_a_swipe_reveals_the_menu_also_where_nothing_may_be_deleted(visit, lockstep):
    name = lockstep.make([section("one", "a b")], rules={"deletable": False})
    ana = visit(name, phone=True)
    ana.swipe("a", 340, 180)
    more = ana.row("a").locator(".confirm-more")
    expect(more).to_be_visible()
    expect(ana.within("a", "confirm-delete")).to_be_hidden()
    ana.still()
    assert more.bounding_box()["width"] >= 44
    more.tap()
    expect(ana.page.get_by_role("dialog", name="a")).to_be_visible()
    assert "delete-rows" not in entries(ana)


def test_rows_are_copied_as_text(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Milk", "detail": "oat\ncold", "done": False}},
            {"id": "b", "fields": {"title": "Rye", "done": True}}, "c"]
    name = lockstep.make([section("one", rows)])
    ana = visit(name)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    clipboard = "navigator.clipboard.readText()"
    ana.row("a").click(button="right")
    choose(ana, "copy-rows")
    ana.toasted("^Copied$")
    assert ana.page.evaluate(clipboard) == "Milk\noat\ncold"
    ana.row("b").focus()
    ana.page.keyboard.press("ControlOrMeta+c")
    until_true(ana.page, f"() => {clipboard}.then((text) => text === 'Rye')")
    for row in ("b", "a"):
        ana.row(row).click(modifiers=["ControlOrMeta"], position={"x": 200, "y": 10})
    ana.row("a").click(button="right")
    assert "copy-row-link" not in entries(ana)
    choose(ana, "copy-rows")
    ana.toasted("^2 items copied$")
    assert ana.page.evaluate(clipboard) == "- [ ] Milk\n  oat\n  cold\n- [x] Rye"
    ana.page.keyboard.press("Escape")
    ana.row("c").click(button="right")
    choose(ana, "copy-row-link")
    ana.toasted("link to this item")
    assert ana.page.evaluate(clipboard) == f"{lockstep.url}/#/list/{name}/row/c"
    ana.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    ana.row("b").click(button="right")
    choose(ana, "copy-rows")
    expect(ana.page.locator("dialog textarea")).to_have_value("Rye")
    expect(ana.page.locator("dialog textarea")).to_be_focused()
    assert ana.page.evaluate("document.activeElement.selectionEnd") == 3


def test_rows_are_cut_and_pasted_with_all_that_they_have(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Milk", "detail": "oat", "done": True, "price": 1.5}},
            {"id": "b", "fields": {"title": "Rye"}}, "c"]
    name, other = lockstep.make([section("one", rows)]), lockstep.make({"two": "d"}, rules={"kind": "plain"})
    ana = visit(name)
    for row in ("a", "b"):
        ana.row(row).click(modifiers=["ControlOrMeta"], position={"x": 300, "y": 10})
    ana.row("b").focus()
    ana.page.keyboard.press("ControlOrMeta+x")
    ana.shows([["one", "c"]])
    ana.toasted("Deleted 2 items")
    ana.agrees()
    ana.go(f"#/list/{other}")
    ana.row("d").focus()
    ana.page.keyboard.press("ControlOrMeta+v")
    ana.shows_titles([["d", "Milk", "Rye"]])
    expect(ana.page.locator("[data-row]").last).to_be_focused()
    ana.stored()
    assert stored(lockstep, other) == [[{"title": "d"}, rows[0]["fields"], rows[1]["fields"]]]
    # Of other programs, each line is an item.
    ana.page.keyboard.press("ArrowUp")
    ana.paste("- tea\n- [x] rolls")
    ana.shows_titles([["d", "Milk", "tea", "rolls", "Rye"]])
    # The menu does what the keys do.
    milk = ana.page.locator("[data-row]").nth(1)
    milk.click(button="right")
    choose(ana, "cut-rows")
    ana.toasted("Deleted “Milk”")
    ana.row("d").click(button="right")
    choose(ana, "paste-rows")
    ana.shows_titles([["d", "Milk", "tea", "rolls", "Rye"]])
    expect(milk).to_be_focused()
    ana.stored()
    assert stored(lockstep, other)[0][1] == rows[0]["fields"]
    ana.page.evaluate("navigator.clipboard.writeText(' ')")
    ana.row("d").click(button="right")
    choose(ana, "paste-rows")
    ana.toasted("There is no text to paste")
    refuse = "(name) => { navigator.clipboard[name] = () => Promise.reject(new Error('no')); }"
    ana.page.evaluate(refuse, "readText")
    ana.row("d").click(button="right")
    choose(ana, "paste-rows")
    ana.toasted("Press (Ctrl|⌘)-V to paste below this item")
    expect(ana.row("d")).to_be_focused()
    ana.page.evaluate(refuse, "writeText")
    ana.row("d").click(button="right")
    choose(ana, "cut-rows")
    expect(ana.page.locator("dialog textarea")).to_have_value("d")
    ana.page.keyboard.press("Escape")
    ana.shows_titles([["d", "Milk", "tea", "rolls", "Rye"]])


def test_nothing_is_cut_or_pasted_where_the_rules_forbid_it(visit, lockstep):
    name = lockstep.make([section("one", "a b", insertable=False, deletable=False)])
    ana = visit(name)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.row("a").focus()
    ana.page.keyboard.press("ControlOrMeta+x")
    until_true(ana.page, "() => navigator.clipboard.readText().then((text) => text === 'a')")
    ana.page.keyboard.press("ControlOrMeta+v")
    ana.announced("Nothing can be added")
    ana.shows([["one", "a", "b"]])
    ana.agrees()
    ana.page.keyboard.press("ContextMenu")
    assert not {"cut-rows", "paste-rows"} & set(entries(ana))


def test_a_duplicate_stands_below_with_all_fields_where_rows_may_be_added(visit, lockstep):
    fields = {"title": "Milk", "detail": "oat", "done": True, "price": 1.5, "tags": ["a"]}
    name = lockstep.make([section("one", [{"id": "a", "fields": fields}, "b"], maxRows=3),
                          section("two", "c", insertable=False)])
    ana = visit(name)
    ana.row("a").click(button="right")
    choose(ana, "duplicate")
    ana.announced("Duplicated")
    ana.agrees()
    assert stored(lockstep, name)[0][:2] == [fields, fields]
    assert ana.page.evaluate("document.activeElement.dataset.row") == lockstep.order(name)[0][2]
    for row in ("a", "c"):
        ana.row(row).click(button="right")
        assert "duplicate" not in entries(ana)
        ana.page.keyboard.press("Escape")
    ana.control("undo").click()
    ana.shows([["one", "a", "b"], ["two", "c"]])
    ana.row("a").click(button="right")
    assert "duplicate" in entries(ana)


def test_rows_move_to_the_ends_of_sections(visit, lockstep):
    sections = [section("one", "a b c"), section("two", [
        {"id": "p", "fields": {"title": "p"}, "pinned": "top"}, "d"]),
        section("full", "f", maxRows=1), section("fixed", "g", reorderable=False)]
    name = lockstep.make(sections)
    ana = visit(name)
    ana.row("a").click(button="right")
    choose(ana, "move-to")
    places = ana.page.locator("dialog .place")
    expect(places).to_have_count(2)
    expect(ana.page.get_by_role("button", name="Top of One")).to_be_disabled()
    ana.page.get_by_role("button", name="Top of Two").click()
    ana.toasted("Moved to the top of Two")
    ana.agrees()
    assert lockstep.order(name)[:2] == [["one", "b", "c"], ["two", "p", "a", "d"]]
    for row in ("b", "d"):
        ana.row(row).click(modifiers=["ControlOrMeta"])
    ana.row("d").click(button="right")
    choose(ana, "move-to")
    ana.page.get_by_role("button", name="Bottom of One").click()
    ana.shows([["one", "c", "b", "d"], ["two", "p", "a"], ["full", "f"], ["fixed", "g"]])
    ana.page.keyboard.press("Escape")
    ana.control("undo").click()
    ana.shows([["one", "b", "c"], ["two", "p", "a", "d"], ["full", "f"], ["fixed", "g"]])
    ana.agrees()


def test_the_menu_is_where_the_pointer_was_and_on_a_phone_a_finger_that_rested_opens_it(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana, dialog = visit(name), "dialog[open]"
    place = ana.row("a").bounding_box()
    ana.page.mouse.click(place["x"] + 300, place["y"] + 10, button="right")
    expect(ana.page.locator(dialog)).to_be_visible()
    shown = ana.box(ana.page.locator(dialog))
    assert abs(shown["x"] - place["x"] - 300) <= 1
    assert shown["y"] >= 0 and shown["y"] + shown["height"] <= 800
    tom = visit(name, "Tom", phone=True)
    place = tom.row("b").bounding_box()
    session = tom.page.context.new_cdp_session(tom.page)
    touches = [{"x": place["x"] + 200, "y": place["y"] + 20}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touches})
    expect(tom.page.locator(".row.lifted")).to_have_count(1)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tom.page.get_by_role("dialog", name="b")).to_be_visible()
    expect(tom.page.locator(".row.lifted")).to_have_count(0)
    tom.shows([["one", "a", "b", "c"]])


def test_a_finger_that_rests_on_a_row_that_is_not_lifted_opens_its_menu_too(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "a"}, "movable": False},
                                          *[f"r{at}" for at in range(40)]])])
    ana = visit(name, phone=True)
    send, dialog = touches(ana), ana.page.locator("dialog[open]")
    rested = "() => document.documentElement.classList.contains('dragging')"

    def rest(row, leave):
        x, y = middle(ana, row)
        send("touchStart", (x, y))
        ana.page.wait_for_function(rested)
        leave(x, y)

    def opens_menu(row):
        rest(row, lambda *_: send("touchEnd"))
        expect(ana.page.get_by_role("dialog", name=row, exact=True)).to_be_visible()
        ana.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    opens_menu("a")
    ana.edit()
    opens_menu("a")
    opens_menu("r1")
    # One that taps opens the form, and one that moves after all scrolls.
    ana.within("r1", "rename").tap()
    expect(ana.row("r1").locator("[data-field=title]")).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("[data-field]")).to_have_count(0)
    ana.still()

    def scroll(x, y):
        for step in range(1, 9):
            send("touchMove", (x, y - 25 * step))
        send("touchEnd")
    rest("r5", scroll)
    ana.page.wait_for_function(f"() => window.scrollY > 50 && !({rested})()")
    expect(dialog).to_have_count(0)


def test_the_places_of_a_list_of_many_sections_are_searched(visit, lockstep):
    ana = visit(lockstep.make([section(f"s{at}", [f"r{at}"]) for at in range(12)]))
    ana.row("r0").click(button="right")
    ana.control("move-to").click()
    ana.page.get_by_label("Search sections").fill("S11")
    expect(ana.page.locator(".place:visible")).to_have_count(1)
    ana.page.locator(".place:visible [data-action=move-bottom]").click()
    expect(ana.section("s11").locator("[data-row=r0]")).to_be_visible()


def test_a_cut_takes_what_it_copies_from_the_circle_of_a_row_too(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b", "two": "c d"}, rules={"kind": "check"}))
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.section("two").locator("[data-action=select-section]").click()
    ana.within("a", "select").click()
    expect(ana.within("a", "select")).to_be_focused()
    ana.page.keyboard.press("ControlOrMeta+x")
    ana.shows([["one", "b"], ["two", "c", "d"]])
    ana.agrees()
