"""Lists go out of the page as files and as text, and come back from them."""

import json
import re

import pytest
from playwright.sync_api import expect

from lockstep_server import ROOT, section

FIXTURES = ROOT / "Tests/Support/Fixtures/files"
SAMPLES = ROOT / "Tests/Support/Fixtures/imports"
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


SHOPPING = [
    {"id": "a", "title": "", "rules": {}, "rows": [
        {"id": "1", "fields": {"title": "Milk", "done": True}},
        {"id": "2", "fields": {"title": "- 3. # [x] \\odd", "done": False, "detail": "two\n\n- lines"}}]},
    {"id": "b", "title": "Later", "rules": {}, "rows": [
        {"id": "3", "fields": {"title": "2024. a year", "done": False}},
        {"id": "4", "fields": {"title": "#tag *stars* =1+1", "done": False}}]}]


@pytest.mark.parametrize("kind", ["csv", "markdown", "text"])
def test_what_the_page_writes_comes_back_by_its_import(visit, lockstep, kind):
    ana = visit(lockstep.make(SHOPPING, rules={"kind": "check"}, title="Shopping"))
    menu(ana, "export-list")
    ana.page.locator("dialog select").select_option(kind)
    with ana.page.expect_download() as download:
        confirm(ana)
    import_new(ana)
    ana.page.locator("dialog [name=file]").set_input_files(download.value.path())
    expect(preview(ana)).to_contain_text("4 items in 2 sections")
    expect(ana.page.locator(".import-left-out")).to_be_hidden()
    ana.page.locator("dialog [name=title]").fill("Came back")
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("Came back")
    made = lockstep.snapshot(ana.page.url.rsplit("/", 1)[1])
    assert [[one["title"], *[row["fields"] for row in one["rows"]]] for one in made["sections"]] == [
        [one["title"], *[row["fields"] for row in one["rows"]]] for one in SHOPPING]


def choose_file(person, file):
    person.page.locator("dialog [name=file]").set_input_files(file)


def titles_of(server):
    return [one["title"] for one in server.request("GET", "/api/lists")[1]["lists"]]


def left_out(person):
    return person.page.locator(".import-left-out li")


def test_a_pasted_list_is_shown_before_it_is_made(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    expect(ana.page.locator("dialog textarea")).to_be_focused()
    ana.page.keyboard.insert_text("# Party\n## Food\n- [x] Bread\n- Cheese\nwords\n## Drinks\n- Tea\n")
    expect(preview(ana)).to_contain_text("Markdown: 3 items in 2 sections")
    expect(left_out(ana)).to_have_text("1 line that is no item left out (line 5)")
    expect(ana.page.locator("dialog [name=title]")).to_have_value("Party")
    ana.page.locator("dialog [name=title]").fill("")
    confirm(ana)
    expect(ana.page.locator(".dialog-problem")).to_have_text("Give the new list a name.")
    ana.page.locator("dialog [name=title]").fill("Our party")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("h1")).to_have_text("Our party")
    assert re.search(r"#/list/our-party-\w{6}$", ana.page.url)
    ana.shows_titles([["Bread", "Cheese"], ["Tea"]])
    expect(ana.page.get_by_role("checkbox", name="Bread")).to_be_checked()


def test_the_file_of_another_program_tells_what_is_left_out_and_makes_the_list(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    choose_file(ana, SAMPLES / "trello.json")
    expect(preview(ana)).to_contain_text("Trello: 5 items in 2 sections")
    expect(left_out(ana)).to_have_text(
        ["1 archived card left out", "1 card of an archived list left out"])
    expect(ana.page.locator("dialog [name=format]")).to_have_value("trello")
    expect(ana.page.locator("dialog [name=title]")).to_have_value("Move house")
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("Move house")
    ana.shows_titles([["Cancel power", "Call", "Write", "Pack books"], ["Paint"]])


def test_all_lists_of_a_file_are_made(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    choose_file(ana, SAMPLES / "google-tasks.json")
    expect(preview(ana)).to_contain_text("Google Tasks: 2 lists")
    expect(preview(ana).locator(".import-places li")).to_have_text(
        ["“Garden”: 3 items in 1 section", "“Empty one”: 0 items in 0 sections"])
    expect(ana.page.locator("dialog [name=title]")).to_be_hidden()
    confirm(ana)
    ana.toasted("2 lists imported")
    assert ana.page.url.endswith("#/")
    for title in ("Garden", "Empty one"):
        expect(ana.page.locator("[data-list-row]").filter(has_text=title)).to_have_count(1)


def test_a_file_that_is_cut_off_is_told_with_the_place_and_makes_nothing(visit, lockstep, tmp_path):
    (tmp_path / "cut.csv").write_text('title\nMilk\n"Butter')
    (tmp_path / "half.json").write_bytes((SAMPLES / "trello.json").read_bytes()[:700])
    ana = visit(lockstep.make({"one": "a"}))
    before = titles_of(lockstep)
    import_new(ana)
    choose_file(ana, tmp_path / "half.json")
    expect(preview(ana)).to_contain_text(re.compile(r"Line 1, column \d+ cannot be read: .+"))
    choose_file(ana, tmp_path / "cut.csv")
    expect(preview(ana)).to_contain_text("Line 3, column 1 cannot be read: ")
    confirm(ana)
    expect(ana.page.locator(".dialog-problem")).to_contain_text("Line 3, column 1")
    expect(ana.page.locator("dialog")).to_be_visible()
    assert titles_of(lockstep) == before


def test_a_file_that_is_too_large_is_not_sent(visit, lockstep, tmp_path):
    (tmp_path / "large.txt").write_bytes(b"x\n" * (8 << 20) + b"x")
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    choose_file(ana, tmp_path / "large.txt")
    expect(preview(ana)).to_have_text("This file is larger than 16 MB.")
    ana.page.locator("dialog textarea").fill("Milk")
    expect(preview(ana)).to_contain_text("1 item in 1 section")


def test_which_column_is_the_title_is_asked(visit, lockstep, tmp_path):
    (tmp_path / "stock.csv").write_text("Menge;Ding\r\n2;Äpfel\r\n\"3\r\n\";Eier\r\n", encoding="cp1252")
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    choose_file(ana, tmp_path / "stock.csv")
    column = ana.page.locator("dialog [name=title-column]")
    expect(column).to_be_visible()
    expect(preview(ana).locator(".import-item").first).to_have_text("2")
    column.select_option("Ding")
    expect(preview(ana).locator(".import-item").first).to_have_text("Äpfel")
    expect(column).to_have_value("Ding")
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("stock")
    ana.shows_titles([["Äpfel", "Eier"]])


def test_another_format_reads_the_file_anew(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    ana.page.keyboard.insert_text("Name,Amount\nMilk,2\n")
    expect(preview(ana)).to_contain_text("CSV (a table): 1 item")
    ana.page.locator("dialog [name=format]").select_option("text")
    expect(preview(ana)).to_contain_text("Plain text: 2 items")
    ana.page.locator("dialog [name=format]").select_option("opml")
    expect(preview(ana)).to_contain_text("cannot be read")
    ana.page.locator("dialog [name=format]").select_option("")
    expect(preview(ana)).to_contain_text("CSV (a table): 1 item")
    expect(ana.page.locator("dialog [name=format]")).to_have_value("csv")


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


def test_what_one_edit_takes_is_added_and_undone_as_one(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    menu(ana, "import-list")
    ana.paste("\n".join(f"item {at}" for at in range(1000)))
    expect(preview(ana)).to_contain_text("1,000 items in 1 section")
    expect(preview(ana).locator(".import-item")).to_have_count(20)
    expect(preview(ana)).to_contain_text("and 980 more")
    confirm(ana)
    ana.toasted("Added 1,000 items")
    expect(ana.page.locator(".subtitle")).to_have_text("1,001 items")
    ana.stored()
    assert lockstep.snapshot(name)["revision"] == 1
    ana.control("undo").click()
    expect(ana.page.locator(".subtitle")).to_have_text("1 item")


def test_what_one_edit_does_not_take_can_only_become_a_list(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    menu(ana, "import-list")
    ana.paste("\n".join(f"item {at}" for at in range(1200)))
    expect(preview(ana)).to_contain_text("1,200 items in 1 section")
    expect(ana.page.locator("dialog")).to_contain_text(
        "More than 1,000 items can’t be added in one step: make a new list.")
    expect(ana.page.locator("dialog [name=target]")).to_be_hidden()
    ana.page.locator("dialog [name=title]").fill("Many")
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("Many")
    expect(ana.page.locator(".subtitle")).to_have_text("1,200 items")
    assert lockstep.snapshot(name)["revision"] == 0


def test_what_is_too_large_for_one_edit_can_only_become_a_list(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    menu(ana, "import-list")
    ana.paste("\n".join("long " * 200 for _ in range(500)))
    expect(ana.page.locator("dialog")).to_contain_text("This is too much to be added in one step: make a new list.")
    expect(ana.page.locator("dialog [name=target]")).to_be_hidden()
    ana.page.locator("dialog textarea").fill("Milk")
    expect(ana.page.locator("dialog [name=target]")).to_be_visible()


def test_a_list_is_made_once_though_the_first_answer_is_lost(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    ana.page.keyboard.insert_text("Milk\nBread")
    expect(preview(ana)).to_contain_text("2 items")
    ana.page.locator("dialog [name=title]").fill("Only once")
    sent = []

    def lose_the_first_answer(route):
        sent.append(route.request.url)
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort()

    ana.page.route("**/api/files?*make=1*", lose_the_first_answer)
    confirm(ana)
    expect(ana.page.locator("h1")).to_have_text("Only once")
    assert len(sent) == 2 and titles_of(lockstep).count("Only once") == 1


def test_several_lists_are_asked_for_once_and_a_lost_answer_is_told(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    import_new(ana)
    choose_file(ana, SAMPLES / "google-tasks.json")
    expect(preview(ana)).to_contain_text("2 lists")
    sent = []

    def lose(route):
        sent.append(route.request.url)
        route.abort()

    ana.page.route("**/api/files?*make=1*", lose)
    confirm(ana)
    ana.toasted("Look first whether the lists are there.")
    assert len(sent) == 1


def test_importing_needs_a_connection_and_a_server_that_offers_it(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}), apart=True)
    import_new(ana)
    ana.page.context.set_offline(True)
    expect(preview(ana)).to_have_text("Importing needs a connection.")
    ana.page.locator("dialog textarea").fill("Milk")
    confirm(ana)
    expect(ana.page.locator(".dialog-problem")).to_have_text("Importing needs a connection.")
    ana.page.context.set_offline(False)
    expect(preview(ana)).to_contain_text("1 item in 1 section")
    ana.page.locator("dialog [data-action=cancel]").click()

    def without_files(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(text.replace('"files"', '"other"')))

    ana.page.route_web_socket(re.compile("/ws"), without_files)
    ana.page.reload()
    ana.control("overview-menu").click()
    ana.page.locator("dialog [data-action=import-list]").click()
    expect(preview(ana)).to_have_text("This server offers no importing.")
