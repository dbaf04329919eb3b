"""Adding, ticking, pasting, copying, renaming, notes and texts that are no markup."""

from lockstep_server import section
from person import control, row, within
from sight import FAULTS, OPACITY, VALUE, some


def test_new_items_follow_each_other_and_are_ticked_and_renamed(visit, lockstep):
    name = lockstep.make({"one": ""}, rules={"kind": "check"})
    ana = visit(name)
    ana.click(control("new-item"))
    ana.add("Milk", "größer 🍐")
    ana.press("Escape")
    ana.shows_titles([["Milk", "größer 🍐"]])
    ana.agrees()
    first = lockstep.order(name)[0][1]
    ana.click(within(first, "done"))
    ana.has(f'{row(first)} [data-action="done"]:checked')
    ana.agrees()
    assert lockstep.snapshot(name)["sections"][0]["rows"][0]["fields"]["done"] is True
    # Whatever takes the focus from a field has it saved.
    ana.click(row(first, ".title"))
    ana.focused(row(first, "[data-field=title]"))
    ana.press("Control+a")
    ana.type("Oat milk")
    ana.click("h1")
    ana.shows_titles([["Oat milk", "größer 🍐"]])
    ana.agrees()


def test_lines_and_rows_are_copied_and_pasted_by_keys(visit, lockstep):
    name = lockstep.make({"one": "a"}, rules={"kind": "check"})
    ana = visit(name)
    ana.click(row("a", ".title"))
    ana.focused(row("a", "[data-field=title]"))
    ana.press("Tab")
    ana.focused(row("a", "textarea"))
    ana.type("- [x] Eggs")
    ana.press("Shift+Enter")
    ana.type("2) Tea")
    ana.press("Control+a", "Control+c", "Escape")
    ana.focused(row("a"))
    ana.click(control("new-item"))
    ana.focused("[data-new]")
    ana.press("Control+v")
    ana.shows_titles([["a", "Eggs", "Tea"]])
    ana.announced("Added 2 items")
    ana.add("Rye")
    ana.press("Escape")
    ana.shows_titles([["a", "Eggs", "Tea", "Rye"]])
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert stored["revision"] == 2
    assert [one["fields"].get("done") for one in stored["sections"][0]["rows"]] == \
        [None, True, False, False]
    ana.rest_on("a")
    ana.press("ArrowDown")
    ana.press("Control+c")
    # The row in focus is copied, wherever the mouse was last.
    ana.click(control("new-item"))
    ana.focused("[data-new]")
    ana.press("Control+v")
    ana.sees("Eggs", VALUE, "[data-new]", what="the new title")


def test_a_title_wraps_where_it_is_edited_and_has_the_caret_where_one_clicked(visit, lockstep):
    title = "whether they can water the plants in August " * 8
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": title}}])])
    ana = visit(name)
    shown = ana.ask("() => document.querySelector('.title').offsetHeight")
    ana.click(row("a", ".title"))
    ana.focused(row("a", "[data-field=title]"))
    caret, height, hidden = ana.ask("""() => { const field = document.activeElement;
        return [field.selectionStart, field.offsetHeight, field.scrollHeight - field.clientHeight]; }""")
    assert len(title) / 8 < caret < len(title) * 7 / 8
    assert height >= shown and hidden <= 0
    ana.press("Tab")
    ana.focused(row("a", "[data-field=detail]"))
    ana.press("Shift+Tab")
    # The Tab key selects what it comes to, as in every field of one line.
    ana.type("short")
    ana.press("Enter", "Escape")
    ana.shows_titles([["short"]])
    ana.agrees()


def test_rows_are_cut_and_pasted_by_keys(visit, lockstep):
    milk = {"id": "a", "fields": {"title": "Milk"}}
    name = lockstep.make([section("one", [milk, "b"]), section("two", "c")])
    ana = visit(name)
    ana.rest_on("a")
    ana.press("Control+x")
    ana.shows_titles([["b"], ["c"]])
    ana.focused(row("b"))
    ana.press("ArrowDown")
    ana.focused(row("c"))
    ana.press("Control+v")
    ana.shows_titles([["b"], ["c", "Milk"]])
    ana.announced("Added 1 item")
    ana.agrees()
    ana.press("Control+z", "Control+z")
    ana.shows_titles([["Milk", "b"], ["c"]])
    ana.agrees()


def test_a_note_is_written_in_the_sheet_of_the_row_that_is_pointed_at(visit, lockstep):
    milk = {"id": "a", "fields": {"title": "Milk", "price": 2}}
    name = lockstep.make([section("one", [milk, "b"])])
    ana = visit(name)
    more = within("a", "row-menu")
    ana.page.move_to(ana.reach(row("b", ".title")))
    ana.sees("0", OPACITY, more, what="a button")
    ana.page.move_to(ana.reach(row("a", ".title")))
    ana.sees("1", OPACITY, more, what="a button")
    ana.click(more)
    ana.choose("details")
    notes = "dialog textarea[name=detail]"
    ana.click(notes)
    ana.focused(notes)
    ana.type("größer 🍐")
    ana.press("Enter")
    ana.type("and cold")
    ana.choose("confirm")
    ana.has("dialog", 0)
    ana.focused(row("a"))
    ana.reads(row("a", ".detail"), "größer 🍐\nand cold")
    ana.agrees()
    fields = lockstep.snapshot(name)["sections"][0]["rows"][0]["fields"]
    assert fields == {"title": "Milk", "price": 2, "detail": "größer 🍐\nand cold"}
    ana.press("i")
    ana.sees("größer 🍐\nand cold", VALUE, notes, what="notes")
    ana.click(notes)
    ana.press("Control+a")
    ana.type("lost")
    ana.press("Escape")
    ana.sees("größer 🍐\nand cold", VALUE, notes, what="notes")
    ana.press("Escape")
    ana.has("dialog", 0)
    ana.reads(row("a", ".detail"), "größer 🍐\nand cold")
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_text_is_never_markup_and_the_policy_refuses_what_would_run(visit, lockstep):
    title = "<img src=x onerror=alert(1)> & <b>bold</b>"
    ana = visit(lockstep.make([section("one", [{"id": "a", "fields": {"title": title}}])],
                              title=title))
    ana.reads(row("a", ".title"), title)
    ana.reads("h1", title)
    ana.has("main img, main b", 0)
    assert ana.faults() == []
    ana.ask("""() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
    }""")
    ana.until(FAULTS, passes=some("script-src"))
    assert ana.ask("() => window.ran ?? null") is None
    ana.forgive()


def test_back_closes_what_is_open_and_escape_one_thing_at_a_time(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    ana.edit()
    ana.click(control("list-menu"))
    ana.has("dialog[open]")
    ana.page.evaluate("() => history.back()")
    ana.has("dialog", 0)
    ana.has("main.editing")
    ana.click(control("list-menu"))
    ana.has("dialog[open]")
    ana.press("Escape")
    ana.has("dialog", 0)
    ana.has("main.editing")
    ana.page.evaluate("() => history.back()")
    ana.has("main.editing", 0)
    ana.live()
