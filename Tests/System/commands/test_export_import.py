"""Lists go out as files and come back from them, from a store at rest and beside a running server."""

import csv
import hashlib
import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from client import Client
from test_verify import await_compaction

FIXTURES = Path(__file__).resolve().parents[2] / "Support/Fixtures/files"
CONTENT = [
    {"id": "s1", "title": "Fruit, and so on", "rules": {"maxRows": 9}, "rows": [
        {"id": "a", "fields": {"title": "Äpfel", "done": True}, "pinned": "top", "movable": False},
        {"id": "b", "fields": {"title": "=SUM(A1:A9)", "detail": "two\nlines", "done": False, "n": 1.50}}]},
    {"id": "s2", "title": "Empty", "rules": {}, "rows": []},
    {"id": "s3", "title": "", "rules": {}, "rows": [{"id": "c", "fields": {"n": {"deep": [1, "x"]}}}]}]
RULES = {"moveScope": "section", "deleteTitle": "Trash"}


def files(folder):
    """Every file of a folder with its bytes, shortened."""
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir() if p.is_file()}


def same(one, other):
    """The two snapshots are of the same list."""
    return all(one[k] == other[k] for k in ("title", "rules", "sections"))


def test_a_list_comes_back_as_it_was(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make(CONTENT, RULES, "Shopping", "shop")
    before = server.snapshot("shop")
    beside = lockstep("export", "shop", "--store", server.store).stdout
    server.stop()
    at_rest = files(server.folder)
    assert lockstep("export", "shop", "--store", server.store).stdout == beside
    assert lockstep("export", "shop", "-o", "-", "--store", server.store).stdout == beside
    assert files(server.folder) == at_rest
    document = json.loads(beside)
    assert document["format"] == "lockstep-list/1" and document["sections"] == CONTENT
    (tmp_path / "shop.json").write_bytes(beside)
    fresh = tmp_path / "fresh" / "lists.sqlite"
    notified = lockstep.output("import", "shop.json", "--store", fresh).splitlines()
    assert notified[1].split() == ["shop", "3", "3", "Shopping", "(shop.json)"]
    lockstep("import", "shop.json", "--as", "copy", "--store", fresh)
    second = spawn(fresh.parent).start()
    assert same(second.snapshot("shop"), before) and same(second.snapshot("copy"), before)
    # The file is the body that the HTTP interface takes, too.
    assert second.request("POST", "/api/lists", {**document, "list": "posted"}).status == 201


def test_rows_come_back_from_a_spreadsheet_file(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make(CONTENT, RULES, "Shopping", "shop")
    lockstep("export", "shop", "--output", "rows.csv", "--store", server.store)
    text = (tmp_path / "rows.csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [r["row"] for r in rows] == ["a", "b", "c"]
    assert rows[1] == {
        "section": "s1", "sectionTitle": "Fruit, and so on", "row": "b", "title": "'=SUM(A1:A9)",
        "detail": "two\nlines", "done": "FALSE", "n:json": "1.5"}
    server.stop()
    lockstep("import", "rows.csv", "--store", server.store)
    lists = {s["list"]: s for s in server.start().get("/api/lists").json()["lists"]}
    assert lists["rows"]["rows"] == 3
    plain = [{"id": r["id"], "fields": r["fields"]} for s in CONTENT for r in s["rows"]]
    made = server.snapshot("rows")["sections"]
    assert [r for s in made for r in s["rows"]] == plain
    assert [(s["id"], s["title"]) for s in made] == [("s1", "Fruit, and so on"), ("s3", "")]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_the_files_that_the_web_client_is_held_against_are_ours(lockstep, tmp_path, form):
    fixture = FIXTURES / f"all-cells.{form}"
    store = tmp_path / "lists.sqlite"
    lockstep("import", FIXTURES / "all-cells.json", "--store", store)
    assert lockstep("export", "all-cells", "--format", form, "--store", store).stdout == fixture.read_bytes()


OUT = {
    "json": ("json", [b'"title":"Call; Lou"'], None),
    "csv": ("csv", [b"Call; Lou"], "the title of the list, the rules of the list"),
    "markdown": ("md", [
        b"# Trip\n\n## Before\n\n- [ ] Call; Lou\n  about\n  the train\n    - \\- Pack\n\n## After\n\n- [x] Rest\n"],
        "the rules of the list, 2 values of 2 fields"),
    "opml": ("opml", [
        b'<outline text="Call; Lou" _note="about&#10;the train" _complete="false" due="2026-12-05" n="1.5">\n'
        b'<outline text="- Pack"/>\n</outline>\n'], "the rules of the list, 2 sections, the type of 1 value"),
    "todo.txt": ("todo.txt", [b"Call; Lou due:2026-12-05\n- Pack\nx Rest\n"],
        "the title of the list, the rules of the list, 2 sections, 2 values of 2 fields, the indent of 1 row, "
        "the lack of a checkbox in 1 row"),
    "ics": ("ics", [
        b"UID:a\r\n", b"SUMMARY:Call\\; Lou\r\nDESCRIPTION:about\\nthe train\r\nDUE;VALUE=DATE:20261205\r\n",
        b"SUMMARY:- Pack\r\nRELATED-TO:a\r\n", b"SUMMARY:Rest\r\nSTATUS:COMPLETED\r\n"],
        "the rules of the list, 2 sections, 1 value of 1 field, the lack of a checkbox in 1 row")}


@pytest.mark.parametrize("form", OUT)
def test_a_list_goes_out_in_every_format_with_what_the_format_cannot_hold(spawn, lockstep, tmp_path, form):
    server = spawn().start()
    server.make([
        {"id": "s1", "title": "Before", "rows": [
            {"id": "a", "fields": {"title": "Call; Lou", "detail": "about\nthe train", "done": False, "due": "2026-12-05", "n": 1.5}},
            {"id": "b", "fields": {"title": "- Pack", "indent": 1}}]},
        {"id": "s2", "title": "After", "rows": [{"id": "c", "fields": {"title": "Rest", "done": True}}]}],
        {"moveScope": "section"}, "Trip", "trip")
    ending, parts, lost = OUT[form]
    done = lockstep("export", "trip", "--format", form, "--store", server.store)
    for part in parts:
        assert part in done.stdout
    assert done.stderr.decode() == (f"trip: {form} cannot hold: {lost}\n" if lost else "")
    # The ending says the format, too, and a folder has files with that ending.
    lockstep("export", "trip", "--output", f"one.{ending}", "--store", server.store)
    lockstep("export", "--all", "--output", "out", "--format", form, "--store", server.store)
    assert (tmp_path / f"one.{ending}").read_bytes() == done.stdout
    assert [p.name for p in (tmp_path / "out").iterdir()] == [f"trip.{ending}"]
    assert (tmp_path / "out" / f"trip.{ending}").read_bytes() == done.stdout


def test_every_list_goes_into_a_folder(spawn, lockstep, tmp_path):
    server = spawn().start()
    for name in ("one", "two", "three"):
        server.make({"s": "a b"}, title=name, list_id=name)
    lockstep("export", "--all", "--output", "out", "--store", server.store)
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["one.json", "three.json", "two.json"]
    said = lockstep.refusal("export", "--all", "--output", "out", "--store", server.store)
    assert "--force" in said
    lockstep("export", "--all", "--output", "out", "--force", "--store", server.store)


def test_nothing_is_imported_where_anything_is_wrong(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make({"s": "a b"}, title="Mine", list_id="mine")
    lockstep("export", "mine", "-o", "mine.json", "--store", server.store)
    (tmp_path / "new.csv").write_text("title\nMilk\n")
    (tmp_path / "bad.csv").write_text("title\n\"Milk\n")
    said = lockstep.refusal("import", "new.csv", "--store", server.store)
    assert "in use" in said
    server.stop()
    said = lockstep.refusal("import", "new.csv", "mine.json", "--store", server.store)
    assert "mine" in said and "--as" in said
    said = lockstep.refusal("import", "new.csv", "bad.csv", "--store", server.store)
    assert "bad.csv: line 2" in said
    lockstep("import", "--as", "a", "new.csv", "new.csv", "--store", server.store, code=64)
    assert [s["list"] for s in server.start().get("/api/lists").json()["lists"]] == ["mine"]


IMPORTS = FIXTURES.parent / "imports"


def test_files_of_other_programs_are_lists(spawn, lockstep, tmp_path):
    given = [IMPORTS / name for name in ("trello.json", "nested.md", "reminders.ics")]
    store = tmp_path / "lists.sqlite"
    said = lockstep.output("import", *given, "--dry-run", "--store", store)
    lines = said.splitlines()
    assert [line.split()[:3] for line in lines[:4]] == [
        ["list", "rows", "sections"], ["trello", "5", "2"], ["nested", "6", "2"], ["reminders", "2", "1"]]
    assert f"{given[0]}: Trello, 1 list, 5 rows" in lines and "  left out: 1 archived card" in lines
    assert lines[-1] == "nothing was made: --dry-run" and not list(tmp_path.iterdir())
    assert lockstep.output("import", *given, "--store", store).splitlines() == lines[:-1]
    server = spawn(tmp_path).start()
    lists = {one["list"]: (one["title"], one["rows"]) for one in server.get("/api/lists").json()["lists"]}
    assert lists == {"trello": ("Move house", 5), "nested": ("Launch", 6), "reminders": ("Errands", 2)}
    expected = json.loads((IMPORTS / "expected" / "reminders.ics.json").read_text())["lists"][0]
    made = server.snapshot("reminders")
    assert [row["fields"] for row in made["sections"][0]["rows"]] == expected["sections"][0]["rows"]


def test_a_file_that_is_cut_keeps_all_from_being_imported(lockstep, tmp_path):
    (tmp_path / "cut.json").write_bytes((IMPORTS / "trello.json").read_bytes()[:700])
    for options in ((), ("--dry-run",)):
        said = lockstep.refusal("import", IMPORTS / "nested.md", "cut.json", *options, "--store", "lists.sqlite")
        assert re.search(r"cut\.json: line \d+, column \d+: ", said)
        assert [path.name for path in tmp_path.iterdir()] == ["cut.json"]


def test_an_import_is_told_in_json(lockstep, tmp_path):
    given = ("import", IMPORTS / "trello.json", IMPORTS / "outline.opml", "--json", "--store", "lists.sqlite")
    shown = [json.loads(line) for line in lockstep.output(*given, "--dry-run").splitlines()]
    made = [json.loads(line) for line in lockstep.output(*given).splitlines()]
    assert [(one["format"], one["lists"][0]["list"], one["lists"][0]["rows"]) for one in made] == [
        ("trello", "trello", 5), ("opml", "outline", 4)]
    assert {"what": "archivedCard", "count": 1} in made[0]["leftOut"] and made[1]["leftOut"] == []
    # Where nothing is made, the lists are shown.
    titles = [row["fields"]["title"] for row in shown[1]["lists"][0]["sections"][0]["rows"]]
    assert titles == ["Opening & hook", "A story", "Numbers", "Questions"]


def test_files_are_imported_through_a_server(spawn, lockstep, tmp_path):
    server = spawn().start()
    url = ("--url", f"http://127.0.0.1:{server.port}")
    lockstep("import", IMPORTS / "nested.md", IMPORTS / "outline.opml", *url)
    assert {one["list"] for one in server.get("/api/lists").json()["lists"]} == {"nested", "outline"}
    # One id is taken: none is made.
    said = lockstep.refusal("import", IMPORTS / "trello.json", IMPORTS / "outline.opml", *url)
    assert "outline" in said and "nothing was imported" in said
    assert {one["list"] for one in server.get("/api/lists").json()["lists"]} == {"nested", "outline"}
    before = server.snapshot("outline")
    said = lockstep.output("import", IMPORTS / "todo.txt", "--into", "outline", *url)
    assert said.splitlines()[1].split()[:2] == ["outline", "3"]
    after = server.snapshot("outline")
    # One edit, after what is there.
    assert after["revision"] == before["revision"] + 1
    rows = after["sections"][0]["rows"]
    assert rows[:4] == before["sections"][0]["rows"]
    assert [row["fields"]["title"] for row in rows[4:]] == ["Call Lou", "Buy nails", "Sweep"]
    assert "gone" in lockstep.refusal("import", IMPORTS / "todo.txt", "--into", "gone", *url)
    said = lockstep.refusal("import", IMPORTS / "todo.txt", IMPORTS / "nested.md", "--into", "outline", *url, code=64)
    assert "give one file" in said
    assert server.snapshot("outline")["revision"] == after["revision"]


@pytest.mark.parametrize("arguments, words", [
    (("export", "none", "--store", "lists.sqlite"), "no list none"),
    (("export", "x", "--store", "elsewhere.sqlite"), "no store elsewhere.sqlite"),
    (("verify", "elsewhere.sqlite"), "no store elsewhere.sqlite"),
    (("backup", "file", "--store", "elsewhere.sqlite"), "no store elsewhere.sqlite"),
    (("import", "gone.json", "--store", "lists.sqlite"), "gone.json cannot be read")])
def test_what_is_not_there_is_said(spawn, lockstep, tmp_path, arguments, words):
    spawn(tmp_path).start().stop()
    before = files(tmp_path)
    assert words in lockstep.refusal(*arguments)
    assert files(tmp_path) == before


KEY = "(SELECT key FROM lists WHERE id = 'hurt')"
NEWEST = f"UPDATE snapshots SET body = %s WHERE list = {KEY}"
RECORD = f"UPDATE records SET body = %s WHERE list = {KEY} AND revision = 34"
FLIPPED = "CAST(replace(CAST(body AS TEXT), 'v33', 'v3X') AS BLOB)"


def fill(server):
    """Makes two lists, and edits one."""
    for name in ("hurt", "sound"):
        server.make({"s": "a b c"}, title=name, list_id=name)
    client = Client(server.ws())
    with client.stack:
        client.open("hurt")
        for number in range(38):
            client.edit("hurt", {"op": "updateRow", "row": "abc"[number % 3], "fields": {"title": f"v{number}"}})
            if number == 31:
                await_compaction(server, "hurt")


@pytest.fixture
def hurt(at_rest, spawn, tmp_path):
    """A store at rest with the lists `hurt`, at revision 38 and compacted before that, and `sound`."""
    return spawn(at_rest(fill, tmp_path / "hurt", history_snapshot_every=10), history_snapshot_every=10)


def damage(store, statement):
    """Changes the store behind the server's back; columns take any value, as damaged pages have."""
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.executescript("""
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'body BLOB NOT NULL', 'body BLOB')""")
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        assert connection.execute(statement).rowcount > 0


def titles(revision):
    """What the rows of `hurt` are called at that revision."""
    rows = {}
    for number in range(revision):
        rows["abc"[number % 3]] = f"v{number}"
    return [rows[r] for r in "abc"]


@pytest.mark.parametrize("statement, reached, words", [
    (NEWEST % "CAST(replace(CAST(body AS TEXT), '\"id\":\"c\"', '\"id\":\"x\"') AS BLOB)", 38,
     "the newest snapshot: the snapshot is not as it was written"),
    (NEWEST % "substr(body, 1, 50)", 38, "the newest snapshot"),
    (NEWEST % "NULL", 38, "the newest snapshot"),
    (f"DELETE FROM snapshots WHERE list = {KEY}", 38, "no newest snapshot"),
    (RECORD % FLIPPED, 33, "revision 34: the record is not as it was written"),
    (RECORD % "NULL", 33, "revision 34: the record is not as it was written"),
    (f"DELETE FROM records WHERE list = {KEY} AND revision = 34", 33, "revision 34: 1 record is missing"),
    (f"DELETE FROM records WHERE list = {KEY} AND revision = 38", 37, "the log ends at revision 37")],
    ids=["snapshot altered", "snapshot cut", "snapshot null", "snapshot missing", "record altered",
         "record null", "record missing", "last record missing"])
def test_what_is_left_of_a_damaged_list_comes_out(hurt, lockstep, tmp_path, statement, reached, words):
    damage(hurt.store, statement)
    before = files(hurt.folder)
    said = lockstep.refusal("export", "hurt", "--store", hurt.store)
    assert "hurt cannot be read" in said and "--salvage" in said
    done = lockstep("export", "hurt", "--salvage", "--store", hurt.store)
    document = json.loads(done.stdout)
    assert document["revision"] == reached
    assert [r["fields"]["title"] for r in document["sections"][0]["rows"]] == titles(reached)
    said = done.stderr.decode()
    assert f"hurt: damaged, saved up to revision {reached} of 38" in said and words in said
    assert files(hurt.folder) == before
    # The others are as they were, beside a server too.
    lockstep("export", "--all", "--salvage", "--output", "out", "--store", hurt.start().store)
    assert json.loads((tmp_path / "out" / "hurt.json").read_text()) == document
    assert hurt.snapshot("sound")["sections"][0]["rows"]


def test_a_list_of_which_nothing_is_left_is_said_so(hurt, lockstep, tmp_path):
    for table in ("snapshots", "origins", "spares"):
        damage(hurt.store, f"UPDATE {table} SET body = NULL WHERE list = {KEY}")
    done = lockstep("export", "hurt", "--salvage", "--store", hurt.store, code=1)
    assert b"nothing can be saved" in done.stderr and not done.stdout
    done = lockstep("export", "--all", "--salvage", "--output", "out", "--store", hurt.store, code=1)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["sound.json"]
    lockstep("export", "sound", "--salvage", "--url", "http://127.0.0.1:1", code=64)
