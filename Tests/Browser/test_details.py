"""The detail sheet of a row: its fields by kind, conflicts, drafts, and who wrote what."""

from playwright.sync_api import expect

from lockstep_server import section

FIELDS = {"title": "Milk", "detail": "oat", "price": 1.5, "due": "2026-01-31", "fresh": True,
          "shop": "https://example.org/milk", "tags": ["a", {"b": 1}]}


def sheet(person):
    """The open detail sheet."""
    return person.page.get_by_role("dialog", name="Details")


def opened(person, row="a", key="Alt+Enter"):
    """Opens the details of a row by the keyboard."""
    person.row(row).focus()
    person.page.keyboard.press(key)
    expect(sheet(person)).to_be_visible()
    return sheet(person)


def save(person):
    """Closes the open sheet by its button."""
    sheet(person).get_by_role("button", name="Done").click()
    expect(person.page.locator("dialog")).to_have_count(0)


def dismiss(person):
    """Closes the open sheet by Escape."""
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)


def stored(server, name, row="a"):
    """The fields of a row as the server has them."""
    return next(one["fields"] for part in server.snapshot(name)["sections"]
                for one in part.get("rows", []) if one["id"] == row)


def set_fields(server, name, row="a", **fields):
    """Changes fields as somebody else."""
    server.edit(name, {"op": "updateRow", "row": row, "fields": fields})


def the_list(server, **rules):
    """A list of a row with fields of every kind."""
    return server.make([section("one", [{"id": "a", "fields": FIELDS}, "b"], **rules)])


def test_fields_are_edited_by_their_kind_and_only_changes_are_sent(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    form = opened(ana)
    notes = form.get_by_label("Notes", exact=True)
    notes.fill("oat\nand cold")
    form.get_by_label("price", exact=True).fill("2,25")
    form.get_by_label("due", exact=True).fill("2026-02-01")
    form.get_by_label("fresh", exact=True).uncheck()
    expect(form.get_by_role("link", name="Open shop")).to_have_attribute("href", FIELDS["shop"])
    form.get_by_label("shop", exact=True).fill("www.example.com")
    expect(form.get_by_role("link", name="Open shop")).to_have_attribute("href", "https://www.example.com")
    expect(form.locator("[data-detail=tags]")).to_contain_text('["a",{"b":1}]')
    set_fields(lockstep, name, size=4)
    expect(form.get_by_label("size", exact=True)).to_have_value("4")
    save(ana)
    expect(ana.row("a")).to_be_focused()
    ana.agrees()
    assert stored(lockstep, name) == {
        **FIELDS, "detail": "oat\nand cold", "price": 2.25, "due": "2026-02-01", "fresh": False,
        "shop": "www.example.com", "size": 4}
    changes = lockstep.request("GET", f"/api/lists/{name}/changes?since=1")[1]["sets"]
    assert set(changes[0]["updatedRows"][0]["fields"]) == {"detail", "price", "due", "fresh", "shop"}
    ana.control("undo").click()
    expect(ana.row("a").locator(".detail")).to_have_text("oat")


def test_fields_are_added_and_removed(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    form = opened(ana, key="i")
    form.get_by_role("button", name="Remove price").click()
    for field, kind, value in (("Amount", "Number", "3"), ("until", "Date", "2026-05-01"),
                               ("opened", "Yes or no", None)):
        form.get_by_role("button", name="Add field").click()
        expect(form.get_by_label("Name of the field", exact=True)).to_be_focused()
        ana.page.keyboard.type(field)
        form.get_by_label("Kind").select_option(label=kind)
        form.get_by_role("button", name="Add", exact=True).click()
        expect(form.get_by_label(field, exact=True)).to_be_focused()
        if value:
            form.get_by_label(field, exact=True).fill(value)
    form.get_by_role("button", name="Add field").click()
    ana.page.keyboard.type("due")
    ana.page.keyboard.press("Enter")
    expect(form.locator("input:invalid")).to_have_attribute("name", "field-name")
    save(ana)
    ana.agrees()
    fields = stored(lockstep, name)
    assert "price" not in fields
    assert (fields["Amount"], fields["until"], fields["opened"]) == (3, "2026-05-01", False)


def test_closing_saves_in_any_way_with_undo_and_escape_in_a_field_drops_its_text(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ways = {"Done": lambda: save(ana), "Escape": lambda: dismiss(ana), "Back": ana.page.go_back,
            "outside": lambda: ana.page.mouse.click(5, 5)}
    for way, close in ways.items():
        form = opened(ana)
        form.get_by_label("Title", exact=True).fill(way)
        form.get_by_label("Notes", exact=True).fill("dropped")
        ana.page.keyboard.press("Escape")
        expect(form.get_by_label("Notes", exact=True)).to_have_value("")
        close()
        ana.toasted("Saved “a”.")
        ana.shows_titles([[way, "b"]])
        ana.control("undo-deletion").click()
        ana.shows_titles([["a", "b"]])
        expect(ana.page.locator(".toast")).to_have_count(0)
    opened(ana)
    dismiss(ana)
    expect(ana.page.locator(".toast")).to_have_count(0)


def test_what_is_no_value_stays_in_its_field(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    form = opened(ana)
    form.get_by_label("price", exact=True).fill("cheap")
    ana.page.mouse.click(5, 5)
    expect(form.get_by_role("alert")).to_have_text("price: This is not a number.")
    expect(form.get_by_label("price", exact=True)).to_be_focused()
    form.get_by_label("price", exact=True).fill("1")
    title = form.get_by_label("Title", exact=True)
    title.fill("kept")
    # Selecting text is no click, wherever it ends.
    box = ana.box(title)
    ana.page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
    ana.page.mouse.down()
    ana.page.mouse.move(5, 5, steps=4)
    ana.page.mouse.up()
    expect(ana.page.locator("dialog[open]")).to_have_count(1)
    ana.page.mouse.click(5, 5)
    expect(ana.page.locator("dialog")).to_have_count(0)
    ana.shows_titles([["kept", "b"]])
    ana.agrees()
    assert stored(lockstep, name)["price"] == 1
    assert lockstep.snapshot(name)["revision"] == 1


def test_a_true_conflict_is_asked_about_at_the_row_and_a_row_that_goes_leaves_its_text(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    form = opened(ana)
    form.get_by_label("price", exact=True).fill("2")
    form.get_by_label("fresh", exact=True).uncheck()
    set_fields(lockstep, name, price=3, title="Oat milk")
    expect(form.get_by_label("Title", exact=True)).to_have_value("Oat milk")
    save(ana)
    question = ana.row("a").locator('[data-question="price"]')
    expect(question).to_contain_text("price changed meanwhile to “3”. Yours: “2”.")
    question.get_by_role("button", name="Keep mine").click()
    expect(question).to_have_count(0)
    ana.agrees()
    fields = stored(lockstep, name)
    assert (fields["title"], fields["price"], fields["fresh"]) == ("Oat milk", 2, False)
    opened(ana).get_by_label("Notes", exact=True).fill("a long thought")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    expect(ana.page.locator("dialog")).to_have_count(0)
    expect(ana.page.locator(".recovered-draft")).to_have_text("a long thought")


def test_what_is_typed_survives_a_reload_and_leaving_saves_it(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    opened(ana).get_by_label("price", exact=True).fill("7")
    ana.page.reload()
    expect(sheet(ana).get_by_label("price", exact=True)).to_have_value("7")
    ana.go("#/")
    expect(ana.page.locator(".lists-page")).to_be_visible()
    ana.go(f"#/list/{name}")
    ana.live()
    ana.agrees()
    assert stored(lockstep, name)["price"] == 7


def test_a_locked_row_is_only_shown(visit, lockstep):
    name = the_list(lockstep, editable=False)
    ana = visit(name)
    form = opened(ana)
    expect(form.get_by_label("Title", exact=True)).not_to_be_editable()
    expect(form.get_by_label("fresh", exact=True)).to_be_disabled()
    for button in ("Done", "Add field", "Remove price"):
        expect(form.get_by_role("button", name=button)).to_have_count(0)
    set_fields_free = {"op": "updateSection", "section": "one", "rules": {}}
    lockstep.edit(name, set_fields_free)
    set_fields(lockstep, name, title="Rye")
    expect(form.get_by_label("Title", exact=True)).to_have_value("Rye")


def test_it_tells_who_added_and_who_changed_the_row(visit, lockstep):
    name = lockstep.make({"one": "b"})
    ana = visit(name)
    ana.page.get_by_role("button", name="New item").first.click()
    ana.page.keyboard.type("Tea")
    ana.page.keyboard.press("Enter")
    dismiss(ana)
    ana.agrees()
    row = lockstep.order(name)[0][2]
    form = opened(ana, row)
    expect(form.locator("[data-story=added]")).to_contain_text("Added: You,")
    expect(form.locator("[data-story=changed]")).to_have_count(0)
    dismiss(ana)
    tom = visit(name, "Tom")
    opened(tom, row).get_by_label("Notes", exact=True).fill("green")
    save(tom)
    expect(ana.row(row).locator(".detail")).to_have_text("green")
    form = opened(ana, row)
    expect(form.locator("[data-story=changed]")).to_contain_text("Last changed: Tom,")


def test_the_form_in_the_row_keeps_lines_and_leads_to_the_sheet(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "a", "detail": "x\ny"}}])])
    ana = visit(name, phone=True)
    ana.edit()
    ana.within("a", "rename").tap()
    ana.row("a").get_by_label("Add a note").focus()
    ana.page.keyboard.press("ControlOrMeta+End")
    ana.page.keyboard.press("Shift+Enter")
    ana.page.keyboard.type("z")
    info = ana.row("a").get_by_role("button", name="a: details")
    assert info.bounding_box()["width"] >= 44
    info.tap()
    expect(sheet(ana).get_by_label("Notes", exact=True)).to_have_value("x\ny\nz")
    ana.agrees()
    assert stored(lockstep, name)["detail"] == "x\ny\nz"


def test_of_a_long_list_the_server_tells_who_wrote_a_row_without_the_history(visit, lockstep):
    name = lockstep.make([section("one", [{"id": f"m{index}", "fields": {"title": "made"}}
                                          for index in range(1500)])])
    lockstep.edit(name, {"op": "insertRow", "row": "a", "fields": {"title": "a"},
                         "to": {"section": "one", "at": "start"}})
    ana = visit(name)
    ana.page.route("**/changes?*", lambda route: route.fulfill(status=410))
    form = opened(ana)
    expect(form.locator("[data-story=added]")).to_contain_text("Added: ")
    expect(form.locator("[data-story=changed]")).to_have_count(0)
    set_fields(lockstep, name, size=4)
    expect(form.locator("[data-story=changed]")).to_contain_text("Last changed: ")
    dismiss(ana)
    opened(ana, row="m1")
    expect(sheet(ana)).to_contain_text("The history cannot be read now.")
    expect(sheet(ana).locator("[data-story]")).to_have_count(0)


def test_the_sheet_closes_where_the_list_is_deleted_and_the_text_is_kept(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    opened(ana).get_by_label("Title").fill("Oat milk")
    lockstep.request("DELETE", f"/api/lists/{name}")
    expect(ana.page.locator("dialog")).to_have_count(0)
    expect(ana.page.locator(".recovered-draft")).to_contain_text("Oat milk")


def test_what_is_no_number_is_kept_and_not_sent_where_the_page_is_left(visit, lockstep):
    name = the_list(lockstep)
    ana = visit(name)
    form = opened(ana)
    form.get_by_label("Title").fill("Oat milk")
    form.get_by_role("textbox", name="price").fill("1.5 or so")
    ana.go("#/")
    expect(ana.page.locator("dialog")).to_have_count(0)
    ana.go(f"#/list/{name}")
    ana.shows_titles([["Oat milk", "b"]])
    expect(ana.page.locator(".recovered-draft")).to_contain_text("1.5 or so")
    assert stored(lockstep, name) == {**FIELDS, "title": "Oat milk"}
