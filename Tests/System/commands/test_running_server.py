"""The commands that work on stores, through a running server instead."""

import json
import sqlite3
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from figures import Figures
from process import wait_until

RULES = {"insertable": False, "editable": False, "maxRows": 3000, "moveScope": "section"}


def large(count):
    """A list that no server takes in one request, with rules that forbid what filling it by edits would need."""
    deep = {"deep": [[[[[[[[[[1.5]]]]]]]]]]}
    rows = [{"id": f"r{n}", "fields": {"title": f"Row {n} " + "ä" * 5_000, "n": n, "x": deep}} for n in range(count)]
    rows[0].update(pinned="top", movable=False)
    rows[1].update(pinned="top")
    rows[-1].update(pinned="bottom", editable=False)
    half = count // 2
    return {"format": "lockstep-list/1", "list": "large", "title": "Large", "rules": RULES, "sections": [
        {"id": "one", "title": "One", "rules": {"insertable": False, "maxRows": half}, "rows": rows[:half]},
        {"id": "none", "title": "", "rules": {}, "rows": []},
        {"id": "two", "title": "Two", "rules": {"deletable": False}, "rows": rows[half:]}]}


@pytest.fixture
def running(spawn):
    """A server with a list, and its address."""
    server = spawn().start()
    server.make({"s": "a b c"}, title="Small", list_id="small")
    return server, f"http://127.0.0.1:{server.port}"


def test_a_list_of_any_size_goes_in_and_out(running, lockstep, tmp_path):
    server, url = running
    content = large(1000)
    (tmp_path / "large.json").write_text(json.dumps(content, ensure_ascii=False))
    assert "large.json: Lockstep, 1 list, 1000 rows" in lockstep.output("import", "large.json", "--url", url)
    snapshot = server.snapshot("large")
    assert {k: snapshot[k] for k in ("title", "rules", "sections")} == {
        k: content[k] for k in ("title", "rules", "sections")}
    document = json.loads(lockstep.output("export", "large", "--url", url))
    assert document["sections"] == content["sections"] and document["rules"] == RULES
    lockstep("export", "--all", "--output", "out", "--url", url)
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["large.json", "small.json"]
    said = lockstep.refusal("import", "out/small.json", "large.json", "--url", url)
    assert "small" in said and "--as" in said
    lockstep("import", "out/small.json", "--as", "again", "--url", url)
    assert server.snapshot("again")["sections"] == server.snapshot("small")["sections"]


AWAY = "http://127.0.0.1:1"


def test_of_several_addresses_the_first_that_answers_is_used(running, lockstep, monkeypatch):
    _, url = running
    addresses = ["--url", AWAY, "--url", url]
    assert "Small" in lockstep.output("lists", *addresses)
    assert "applied in revision 1" in lockstep.output("edit", "small", "add", "Tea", *addresses)
    assert json.loads(lockstep.output("export", "small", *addresses))["title"] == "Small"
    top = lockstep.output("top", "--once", "--json", "--interval", "0.1", *addresses)
    assert "sessions" in json.loads(top)
    monkeypatch.setenv("LOCKSTEP_URL", f"{AWAY}, {url}")
    assert "Small" in lockstep.output("lists")


def test_addresses_of_which_none_answers_are_said(lockstep, monkeypatch):
    addresses = ["--url", AWAY, "--url", "http://127.0.0.1:2"]
    for command in ("lists", "top", "export small"):
        said = lockstep.refusal(*command.split(), *addresses)
        assert "none of the 2 servers" in said and "127.0.0.1:2" in said
    assert "nonsense" in lockstep.refusal("lists", *addresses, "--url", "nonsense", code=64)
    monkeypatch.setenv("LOCKSTEP_URL", f"{AWAY},{AWAY}/lists")
    assert "LOCKSTEP_URL names the server alone" in lockstep.refusal("lists", code=64)


def test_a_list_that_the_server_refuses_leaves_nothing(running, lockstep, tmp_path):
    server, url = running
    content = large(1000)
    content["sections"][2]["rows"][-1]["id"] = "r7"
    (tmp_path / "large.json").write_text(json.dumps(content, ensure_ascii=False))
    assert "r7" in lockstep.refusal("import", "large.json", "--url", url)
    assert [s["list"] for s in server.get("/api/lists").json()["lists"]] == ["small"]


def test_a_backup_comes_over_http_and_is_sound(running, lockstep, tmp_path):
    server, url = running
    for number in range(30):
        body = {"list": f"l{number}", "sections": [{"id": "s", "rows": [
            {"fields": {"title": "x" * 12_000}} for _ in range(20)]}]}
        assert server.request("POST", "/api/lists", body).status == 201
    lockstep("backup", "backup.sqlite", "--url", url)
    assert (tmp_path / "backup.sqlite").stat().st_size > 30 * 20 * 12_000
    assert "31 lists" in lockstep.output("verify", "backup.sqlite")
    assert "31 lists" in lockstep.output("verify", "--url", url)
    with closing(sqlite3.connect(tmp_path / "backup.sqlite")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    names = {p.name for p in server.folder.iterdir()}
    assert not [n for n in names if ".backup-" in n], "the server leaves nothing behind"


@pytest.mark.parametrize("headers", [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"},
    {"Origin": "http://elsewhere.example"}, {"Origin": "null", "Sec-Fetch-Site": "cross-site"}])
def test_page_from_elsewhere_gets_no_backup(running, headers):
    server, _ = running
    response = server.get("/api/backup", headers=headers)
    assert response.status == 403 and response.json()["code"] == "forbidden"
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    for headers in (own, {"Sec-Fetch-Site": "none"}):
        assert server.get("/api/backup", headers=headers).status == 200
    assert server.get("/api/lists", headers={"Sec-Fetch-Site": "cross-site"}).status == 200


def test_one_backup_is_made_at_a_time(running):
    server, _ = running
    statuses = []

    def fetch():
        response = server.get("/api/backup")
        statuses.append(response.status)
        if response.status == 200:
            assert response.body.startswith(b"SQLite format 3\0")
            assert len(response.body) == int(response.headers["content-length"])
        else:
            assert response.json()["code"] == "unavailable" and response.headers["retry-after"]

    threads = [threading.Thread(target=fetch) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 200 in statuses and set(statuses) <= {200, 503}
    assert server.request("POST", "/api/backup").status == 405
    fetch()
    assert statuses[-1] == 200


def test_a_server_that_is_not_there_is_said(lockstep):
    assert "cannot connect" in lockstep.refusal("export", "x", "--url", "http://127.0.0.1:1")
    lockstep("export", "x", "--url", "http://127.0.0.1:1", "--store", "x.sqlite", code=64)
    lockstep("export", "x", "--url", "ftp://127.0.0.1", code=64)


@pytest.mark.soak
def test_memory_is_given_back_once_a_large_list_goes(spawn, lockstep, tmp_path):
    (tmp_path / "big.csv").write_text("title,detail\n" + "".join(f"Row {n},some detail {n}\n" for n in range(100_000)))
    server = spawn().start()
    url = f"http://127.0.0.1:{server.port}"
    resident = lambda: Figures(server)("process_resident_memory_bytes")
    before = resident()
    lockstep("import", "big.csv", "--url", url)
    lockstep("show", "big", "--url", url)
    most = resident() - before
    assert most > 20_000_000, "the list is large"
    lockstep("delete", "big", "--yes", "--url", url)
    wait_until(lambda: resident() - before < most / 2, "half of it is given back")


class Hostile(BaseHTTPRequestHandler):
    """A server that names lists as it likes."""

    def do_GET(self):
        """Answers every request with its lists."""
        body = json.dumps(self.server.lists).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Says nothing."""


@pytest.fixture
def hostile():
    """Starts a server that answers with these lists; its address."""
    with HTTPServer(("127.0.0.1", 0), Hostile) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def start(*lists):
            server.lists = {"lists": list(lists)}
            return f"http://127.0.0.1:{server.server_port}"

        yield start
        server.shutdown()
        thread.join()


def summary(name):
    """A list as `GET /api/lists` has it."""
    return {"list": name, "title": "Title", "rows": 1, "revision": 1, "epoch": "e"}


@pytest.mark.parametrize("name", ["../../outside", "/outside", "a/b", "..", ""])
def test_a_server_names_no_file_outside_of_the_folder(hostile, lockstep, tmp_path, name):
    url = hostile(summary("good"), summary(name))
    folder = tmp_path / "deep/er/out"
    folder.mkdir(parents=True)
    said = lockstep.refusal("export", "--all", "--output", folder, "--url", url)
    assert "cannot be an id" in said
    assert [path.name for path in tmp_path.rglob("*")] == ["deep", "er", "out"]


def test_titles_of_a_server_reach_the_terminal_as_text(running, lockstep):
    server, url = running
    server.make({"s": "a"}, list_id="l", title="\x1b]0;owned\x07\x1b[2J\nforged  9 rows\u202eright\u2028end")
    for command in ("lists", "show l"):
        printed = lockstep.output(*command.split(), "--url", url)
        assert "forged" in printed and not [line for line in printed.splitlines() if line.startswith("forged")]
        assert not set("\x1b\x07\u202e\u2028") & set(printed)


def test_copies_of_a_server_are_their_owners_alone(running, lockstep, tmp_path):
    _, url = running
    lockstep("backup", "backup.sqlite", "--url", url)
    assert (tmp_path / "backup.sqlite").stat().st_mode & 0o777 == 0o600
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "elsewhere.sqlite")
    for file in ("backup.sqlite", "link.sqlite"):
        before = (tmp_path / "backup.sqlite").read_bytes()
        assert file in lockstep.refusal("backup", file, "--url", url)
        assert (tmp_path / "backup.sqlite").read_bytes() == before
    assert not (tmp_path / "elsewhere.sqlite").exists()
