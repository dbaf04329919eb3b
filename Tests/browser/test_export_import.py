"""Lists go out of the page as files and as text, and come back from them."""

import json

from playwright.sync_api import expect

from lockstep_server import ROOT, section

FIXTURES = ROOT / "Tests/Fixtures/files"
ALL = json.loads((FIXTURES / "all-cells.json").read_text())

DROP = """([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, {
            bubbles: true, cancelable: true, dataTransfer: transfer }));
    }
}"""


def menu(person, action):
    """An entry of the menu of the open list."""
    person.control("list-menu").click()
    person.page.locator(f"dialog [data-action={action}]").click()


def open_overview(person):
    person.go("#/")
    expect(person.page.locator("[data-list-row]").first).to_be_visible()


def import_new(person):
    """Opens the import of the overview."""
    open_overview(person)
    person.control("overview-menu").click()
    person.page.locator("dialog [data-action=import-list]").click()


def preview(person):
    return person.page.locator("[data-import-preview]")


def confirm(person):
    person.page.locator("dialog [data-action=confirm]").click()


def test_a_download_holds_what_the_command_exports_and_comes_back_whole(visit, lockstep):
    status, answer = lockstep.request("POST", "/api/lists", ALL)
    assert status == 201, answer
    ana = visit(ALL["list"])
    menu(ana, "export-list")
    ana.page.locator("dialog select").select_option("json")
    with ana.page.expect_download() as download:
        confirm(ana)
    assert download.value.suggested_filename == "All cells.json"
    with open(download.value.path(), "rb") as written:
        assert written.read() == (FIXTURES / "all-cells.json").read_bytes()
    import_new(ana)
    ana.page.locator("dialog [name=file]").set_input_files(download.value.path())
    expect(preview(ana)).to_contain_text("in 10 sections")
    confirm(ana)
    ana.page.wait_for_url(lambda url: not url.endswith(("#/", ALL["list"])))
    ana.live()
    made = lockstep.snapshot(ana.page.url.rsplit("/", 1)[1])
    assert {key: made[key] for key in ("title", "rules", "sections")} == {
        key: ALL[key] for key in ("title", "rules", "sections")}


def test_a_list_is_copied_as_text_or_there_to_copy_where_the_clipboard_is_closed(visit, lockstep):
    rows = [{"id": "m", "fields": {"title": "Milk", "done": True, "detail": "fresh"}},
            {"id": "e", "fields": {"title": "Eggs", "done": False}}]
    name = lockstep.make([section("dairy", rows)], title="Copied")
    ana = visit(name)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_overview(ana)
    ana.page.locator(f'[data-list-row="{name}"]').click(button="right")
    ana.page.locator("dialog [data-action=export-list]").click()
    ana.page.locator("dialog select").select_option("markdown")
    ana.page.locator("dialog [data-action=copy-export]").click()
    ana.toasted("Copied")
    copied = ana.page.evaluate("navigator.clipboard.readText()")
    assert copied == "# Copied\n\n## Dairy\n\n- [x] Milk\n    fresh\n- [ ] Eggs\n"
    ana.go(f"#/list/{name}")
    ana.live()
    ana.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    menu(ana, "export-list")
    ana.page.locator("dialog select").select_option("text")
    ana.page.locator("dialog [data-action=copy-export]").click()
    expect(ana.page.locator("dialog textarea")).to_have_value("Dairy:\n[x] Milk\n    fresh\n[ ] Eggs\n")
    expect(ana.page.locator("dialog textarea")).to_be_focused()


def test_a_pasted_list_is_shown_before_it_is_made(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    expect(ana.page.locator("dialog textarea")).to_be_focused()
    ana.page.keyboard.insert_text("# Party\n## Food\n- [x] Bread\n- Cheese\nwords\n## Drinks\n- Tea\n")
    expect(preview(ana)).to_contain_text("3 items in 2 sections")
    expect(preview(ana).locator(".import-problems li")).to_have_text("Line 5: “words” is no item of a list; left out.")
    expect(ana.page.locator("dialog [name=title]")).to_have_value("Party")
    ana.page.locator("dialog [name=title]").fill("")
    confirm(ana)
    expect(ana.page.locator(".dialog-problem")).to_have_text("Give the new list a name.")
    ana.page.locator("dialog [name=title]").fill("Our party")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("h1")).to_have_text("Our party")
    ana.shows_titles([["Bread", "Cheese"], ["Tea"]])
    expect(ana.page.get_by_role("checkbox", name="Bread")).to_be_checked()


def test_which_column_is_the_title_is_asked(visit, lockstep, tmp_path):
    (tmp_path / "stock.csv").write_text("Menge;Ding\r\n2;Milch\r\n\"3\r\n\";Eier;zu viel\r\n", encoding="cp1252")
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    ana.page.locator("dialog [name=file]").set_input_files(tmp_path / "stock.csv")
    column = ana.page.locator("dialog [name=title-column]")
    expect(column).to_be_visible()
    expect(preview(ana).locator(".import-item").first).to_have_text("2")
    column.select_option("Ding")
    expect(preview(ana).locator(".import-item").first).to_have_text("Milch")
    expect(preview(ana).locator(".import-problems li")).to_contain_text(["Line 3:"])
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("stock")
    ana.shows_titles([["Milch"]])


def test_a_dropped_file_is_added_to_the_open_list_in_one_step_or_becomes_a_list(visit, lockstep):
    name = lockstep.make({"dairy": "milk", "bread": "rye"})
    ana = visit(name)
    ana.page.evaluate(DROP, ["more.md", "## Dairy\n- butter\n- cheese\n## Fruit\n- pear\n"])
    expect(preview(ana).locator(".import-places li")).to_have_text(
        ["2 items into “Dairy”", "1 item into the new section “Fruit”"])
    confirm(ana)
    ana.toasted("Added 3 items")
    ana.shows_titles([["milk", "butter", "cheese"], ["rye"], ["pear"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1
    ana.control("undo").click()
    ana.shows_titles([["milk"], ["rye"]])
    ana.page.evaluate(DROP, ["Errands.txt", "Bank\nPost\n"])
    ana.page.locator("dialog [name=target]").select_option("new")
    expect(ana.page.locator("dialog [name=title]")).to_have_value("Errands")
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("Errands")
    ana.shows_titles([["Bank", "Post"]])


def test_many_lines_are_added_in_steps_that_undo_takes_back(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    menu(ana, "import-list")
    ana.paste("\n".join(f"item {at}" for at in range(1200)))
    expect(preview(ana)).to_contain_text("1,200 items in 1 section")
    confirm(ana)
    ana.toasted("Added 1,200 items in 3 steps")
    count = "() => document.querySelector('.subtitle').textContent"
    assert ana.page.evaluate(count) == "1,201 items"
    ana.control("undo").click()
    expect(ana.page.locator(".subtitle")).to_have_text("1,001 items")


def test_an_import_that_is_stopped_leaves_nothing_behind(visit, lockstep):
    ana = visit("groceries")
    import_new(ana)
    ana.paste("\n".join(f"item {at}" for at in range(3000)))
    ana.page.locator("dialog [name=title]").fill("Half")
    ana.page.route("**/edits", lambda route: None)
    confirm(ana)
    expect(ana.page.locator("dialog progress")).to_be_visible()
    ana.page.locator("dialog [data-action=cancel]").click()
    ana.page.unroute_all(behavior="ignoreErrors")
    ana.toasted("nothing was imported")
    titles = [one["title"] for one in lockstep.request("GET", "/api/lists")[1]["lists"]]
    assert "Half" not in titles
