"""Checklists and plain lists, the settings of a list, and deleting a list."""

from playwright.sync_api import expect

from lockstep_server import section


def choose(person, action):
    """Takes an entry of the list's menu."""
    person.control("list-menu").click()
    person.page.locator(f'dialog [data-action="{action}"]').click()


def dialog(person):
    """The dialog that is open."""
    return person.page.locator("dialog[open]")


def circles(person):
    """The circles of rows in view."""
    return person.page.locator("[data-action=done]")


def new_list(person, title, kind=None):
    """Makes a list on the overview; returns its id."""
    person.go("#/")
    person.control("new-list").click()
    dialog(person).locator("[name=text]").fill(title)
    if kind:
        dialog(person).locator("select[name=kind]").select_option(label=kind)
    person.page.keyboard.press("Tab")
    dialog(person).locator("[data-action=confirm]").click()
    expect(person.page.locator("h1")).to_have_text(title)
    person.live()
    return person.page.locator("main").get_attribute("data-list")


def add(person, *titles):
    """Adds items to a new list, whose first row has the focus."""
    expect(person.page.locator("[data-new]")).to_be_focused()
    for title in titles:
        person.page.keyboard.type(title)
        person.page.keyboard.press("Enter")
    person.page.keyboard.press("Escape")


def test_a_new_list_is_a_checklist_or_plain(visit, lockstep):
    ana = visit("groceries")
    for kind, rules, fields in ((None, {"kind": "check"}, {"title": "Milk", "done": True}),
                                ("Plain list", {"kind": "plain"}, {"title": "Milk"})):
        name = new_list(ana, kind or "Errands", kind)
        add(ana, "Milk")
        expect(circles(ana)).to_have_count(0 if kind else 1)
        if not kind:
            circles(ana).check()
        ana.at_revision(1 if kind else 2)
        stored = lockstep.snapshot(name)
        assert stored["rules"] == rules
        assert stored["sections"][0]["rows"][0]["fields"] == fields


def test_the_settings_change_the_kind_of_a_list_and_leave_its_other_rules(visit, lockstep):
    rules = {"deleteTitle": "Trash"}
    name = lockstep.make({"one": "a b"}, rules=rules)
    ana, tom = visit(name), visit(name, "Tom")
    expect(circles(ana)).to_have_count(0)
    choose(ana, "list-settings")
    expect(dialog(ana).locator("select[name=kind]")).to_have_value("plain")
    dialog(ana).locator("[data-action=confirm]").click()
    choose(ana, "list-settings")
    dialog(ana).locator("select[name=kind]").select_option("check")
    dialog(ana).locator("[data-action=confirm]").click()
    for person in (ana, tom):
        expect(circles(person)).to_have_count(2)
    tom.row("b").locator("[data-action=done]").check()
    expect(ana.row("b").locator("[data-action=done]")).to_be_checked()
    assert lockstep.snapshot(name)["rules"] == {**rules, "kind": "check"}
    assert lockstep.snapshot(name)["revision"] == 2
    choose(ana, "list-settings")
    dialog(ana).locator("select[name=kind]").select_option("plain")
    dialog(ana).locator("[data-action=confirm]").click()
    expect(circles(tom)).to_have_count(0)
    ana.control("undo").click()
    expect(circles(tom)).to_have_count(2)


def test_a_list_is_deleted_only_after_a_question_that_names_it(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"}, title="Party")
    ana = visit(name)
    choose(ana, "delete-list")
    expect(dialog(ana)).to_contain_text("Delete “Party”?")
    expect(dialog(ana)).to_contain_text("The list and its 3 items are deleted for everyone")
    dialog(ana).locator("[data-action=cancel]").click()
    ana.go("#/")
    ana.edit()
    ana.page.locator(f'[data-list-row="{name}"] [data-action=delete-list]').click()
    expect(dialog(ana)).to_contain_text("The list and its 3 items")
    ana.page.keyboard.press("Escape")
    ana.go(f"#/list/{name}")
    ana.live()
    choose(ana, "delete-list")
    dialog(ana).locator("[data-action=confirm]").click()
    expect(ana.page.locator("h1")).to_have_text("Lists")
    expect(ana.page.locator(f'[data-list-row="{name}"]')).to_have_count(0)
    lockstep.becomes(404, f"/api/lists/{name}")


def field(person, row, name="title"):
    """A field of a row."""
    return person.row(row).locator(f"[name={name}]")


def test_edit_turns_every_text_into_a_field_and_done_saves(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Ana", "detail": "home"}}, "b",
            {"id": "c", "fields": {"title": "fixed"}, "editable": False}]
    name = lockstep.make([section("one", rows)])
    ana = visit(name)
    choose(ana, "list-settings")
    dialog(ana).locator("input[name=editFields]").check()
    dialog(ana).locator("[data-action=confirm]").click()
    expect(field(ana, "a")).to_have_count(0)
    ana.edit()
    expect(field(ana, "a")).to_have_value("Ana")
    expect(field(ana, "a", "detail")).to_have_value("home")
    expect(field(ana, "c")).to_have_count(0)
    field(ana, "a").click()
    ana.page.keyboard.press("End")
    ana.page.keyboard.type(" F.")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Tab")
    expect(field(ana, "b")).to_be_focused()
    ana.page.keyboard.type("Berta")
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"detail": "work"}})
    expect(field(ana, "a", "detail")).to_have_value("work")
    expect(field(ana, "b")).to_be_focused()
    ana.edit()
    ana.shows_titles([["Ana F.", "Berta", "fixed"]])
    expect(ana.page.locator("[data-field]")).to_have_count(0)
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert stored["rules"] == {"editFields": True}
    assert stored["sections"][0]["rows"][0]["fields"] == {"title": "Ana F.", "detail": "work"}
    ana.edit()
    field(ana, "b").click()
    ana.page.keyboard.type("nothing")
    ana.page.keyboard.press("Escape")
    expect(field(ana, "b")).to_have_value("Berta")
    expect(ana.row("b")).to_be_focused()
    field(ana, "a").fill("x" * 20_000)
    field(ana, "b").click()
    # A text that is too long keeps the focus in its field.
    ana.toasted("too long")
    expect(field(ana, "a")).to_be_focused()
    field(ana, "a").fill("short")
    field(ana, "b").click()
    expect(field(ana, "b")).to_be_focused()
    ana.edit()
    ana.shows_titles([["short", "Berta", "fixed"]])
    ana.agrees()


def test_a_list_with_circles_has_them_in_new_rows_of_every_section(visit, lockstep):
    ticked = {"id": "a", "fields": {"title": "a", "done": False}}
    name = lockstep.make([section("one", [ticked]), section("two", "")])
    ana = visit(name)
    choose(ana, "list-settings")
    expect(dialog(ana).locator("select[name=kind]")).to_have_value("check")
    ana.page.keyboard.press("Escape")
    ana.section("two").locator("[data-action=new-item]").click()
    ana.page.keyboard.type("b")
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Escape")
    # As a program adds it, which knows of no circles.
    lockstep.edit(name, {"op": "insertRow", "row": "c", "fields": {"title": "c"}, "to": {"section": "two"}})
    expect(circles(ana)).to_have_count(3)
    ana.row("c").locator("[data-action=done]").check()
    ana.agrees()
    assert [row["fields"] for row in lockstep.snapshot(name)["sections"][1]["rows"]] == [
        {"title": "b", "done": False}, {"title": "c", "done": True}]
