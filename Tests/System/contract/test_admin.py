"""Protocol.md, "For those who run the server"."""

import socket
import time

import pytest

from client import Client
from server import Server
from tokens import SECRET, bearer, token
from waiting import BOUND, until

OWNER = {"*": "owner"}
ASKED = ({"get": "figures"}, {"get": "lists"}, {"get": "sessions"}, {"get": "hooks"}, {"end": "0" * 24})
PROXIES_SAY = ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto")


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A server without authentication, whose admin page is open."""
    folder = tmp_path_factory.mktemp("opened")
    (folder / "settings.json").write_text('{"admin": {"open": true}}')
    running = Server(folder, "--config", str(folder / "settings.json")).start()
    yield running
    running.stop()


@pytest.fixture
def session():
    """Opens sessions, and ends them after the test."""
    clients = []

    def make(server, lists=None, name=None, **options):
        client = Client(server.ws(), greet=lists is None, name=name, **options)
        clients.append(client)
        if lists is not None:
            client.welcome = client.hello(token=token(lists))
        return client

    yield make
    for client in clients:
        client.leave()


def ask(client, n=1, **asked):
    """Asks something; returns the answer."""
    client.send({"type": "admin", "n": n, **asked})
    return client.take(lambda m: m["type"] in ("admin", "error") and m.get("n") == n)


def row_of(client, public):
    """The row of a session, found by its public name."""
    rows = ask(client, get="sessions", text=public)["sessions"]
    return rows[0] if rows else None


def is_refused(client):
    """Whether nothing at all is told."""
    assert "admin" not in client.welcome["features"]
    return all(ask(client, n, **one).get("code") == "forbidden" for n, one in enumerate(ASKED))


@pytest.mark.parametrize("lists", [{"*": "viewer"}, {"*": "editor"}, {"mine": "owner"}, {"*": "owner", "pay": "viewer"}])
def test_owner_of_less_than_everything_is_told_nothing(guarded, session, lists):
    assert is_refused(session(guarded, lists))


def test_owner_of_everything_is_told_also_through_a_proxy(guarded, session):
    client = session(guarded, OWNER, additional_headers={"X-Forwarded-For": "192.0.2.7"})
    assert "admin" in client.welcome["features"]
    assert all(ask(client, n, **one)["type"] == "admin" for n, one in enumerate(ASKED))


def test_without_authentication_it_is_off_unless_it_is_opened(server, opened, session):
    assert is_refused(session(server))
    assert server.get("/admin").status == 404 and b"admin.open" in server.get("/admin").body
    assert "admin" in session(opened).welcome["features"]
    page = opened.get("/admin")
    assert page.status == 200 and b"<html" in page.body and page.headers["content-type"].startswith("text/html")
    assert opened.request("POST", "/admin").status == 405


@pytest.mark.parametrize("header", PROXIES_SAY)
def test_forwarded_requests_are_never_those_of_this_machine(opened, session, header):
    assert is_refused(session(opened, additional_headers={header: "for=192.0.2.7"}))
    assert opened.get("/admin", {header: "for=192.0.2.7"}).status == 404


def test_what_is_empty_or_comes_twice_is_forwarded_too(opened):
    for lines in (["Forwarded: "], ["Forwarded: ", "Forwarded: for=192.0.2.7"], ["X-Forwarded-Host:", "X-Forwarded-Host: a"]):
        answered = raw(opened, "GET /admin HTTP/1.1", f"Host: 127.0.0.1:{opened.port}", *lines)
        assert answered.startswith(b"HTTP/1.1 404"), lines
    assert raw(opened, "GET /admin HTTP/1.1", f"Host: 127.0.0.1:{opened.port}").startswith(b"HTTP/1.1 200")


def raw(server, *lines):
    """The beginning of the answer to a request with these lines."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as s:
        s.sendall("\r\n".join([*lines, "", ""]).encode())
        return s.recv(4096)


def test_a_foreign_page_is_not_told_whichever_may_edit_lists(configured, session):
    server = configured(admin={"open": True}, origins="*")
    for origin in ("http://foreign.example", f"http://localhost:{server.port}", "null"):
        assert is_refused(session(server, origin=origin)), origin
    assert "admin" in session(server, origin=f"http://127.0.0.1:{server.port}").welcome["features"]
    assert "admin" in session(server).welcome["features"]


def test_peer_that_is_a_trusted_proxy_is_no_user_of_this_machine(configured, session):
    assert is_refused(session(configured(admin={"open": True}, trustedProxies="127.0.0.1")))


def test_page_is_served_where_tokens_are_asked_for(guarded):
    assert guarded.get("/admin").status == 200 and guarded.get("/admin/").status == 200


def test_figures_are_those_of_top_with_rates_from_the_second_sample_on(opened, session):
    client = session(opened)
    first = ask(client, get="figures")
    assert first["figures"]["version"] == "0.1.0" and first["servers"] == 1
    assert first["health"] == {"ready": True, "reasons": [], "unreadable": [], "backupFailures": 0}
    list_id = opened.make({"s": "a"})
    client.open(list_id)

    def rate():
        client.edit(list_id, {"op": "insertRow", "fields": {}})
        return ask(client, get="figures")["figures"].get("appliedPerSecond")

    until(rate, "a sample after an edit")


def test_lists_tell_size_sessions_rate_and_history(opened, session):
    client = session(opened)
    list_id = opened.make({"s": "a b c"})
    before = ask(client, get="lists", text=list_id.upper())
    assert before["total"] == 1
    assert before["lists"][0] | {"title": ""} == before["lists"][0] | {
        "list": list_id, "title": "", "rows": 3, "clients": 0, "revision": 0, "loaded": False, "history": {"from": 0}}
    client.open(list_id)

    def busiest():
        client.edit(list_id, {"op": "insertRow", "fields": {}})
        row = ask(client, get="lists", by="rate", limit=1)["lists"][0]
        return row["list"] == list_id and row.get("rate") and row

    row = until(busiest, "two looks at an edited list")
    count = client.lists[list_id].revision
    assert (row["rows"], row["clients"], row["revision"]) == (3 + count, 1, count)
    assert row["loaded"] and row["bytes"] > 0 and row["history"] == {"from": 0}


def test_lists_are_sorted_by_a_column_and_told_by_pages(opened, session):
    client = session(opened)
    made = {opened.make({"s": " ".join(f"r{i}" for i in range(n))}): n for n in (2, 7, 4)}
    rows = [one for one in ask(client, get="lists", by="rows")["lists"] if one["list"] in made]
    assert [one["rows"] for one in rows] == [7, 4, 2]
    by_id = ask(client, get="lists", by="list")
    assert [one["list"] for one in by_id["lists"]] == sorted(one["list"] for one in by_id["lists"])
    second = ask(client, get="lists", by="list", **{"from": 1}, limit=1)
    assert second["lists"][0]["list"] == by_id["lists"][1]["list"] and second["total"] == by_id["total"]
    assert ask(client, get="lists", **{"from": 10**6})["lists"] == []


def test_sessions_tell_user_address_and_what_they_do(guarded, session):
    operator = session(guarded, OWNER)
    made = {"list": "told", "sections": [{"title": "S", "rows": []}]}
    assert guarded.request("POST", "/api/lists", made, bearer(token(OWNER))).status == 201
    before = time.time() * 1000
    client = session(guarded, {"*": "editor"})
    client.open("told")
    client.edit("told", {"op": "insertRow", "fields": {}})
    row = row_of(operator, client.public)
    assert (row["user"], row["address"], row["lists"], row["edits"]) == ("ana", "127.0.0.1", 1, 1)
    assert (row["behind"], row["queued"]) == (0, 0) and row["received"] > 0 and row["sent"] > 0
    assert before - 1 <= row["since"] <= time.time() * 1000


def test_address_is_what_a_trusted_proxy_names(spawn, session, monkeypatch, tmp_path):
    monkeypatch.setenv("LOCKSTEP_TRUSTED_PROXIES", "127.0.0.1")
    (tmp_path / "keys").write_text(SECRET)
    server = spawn("--auth-mode", "jwt", "--auth-keys", str(tmp_path / "keys"))
    operator = session(server, OWNER, additional_headers={"X-Forwarded-For": "203.0.113.9, 2001:db8::7"})
    assert row_of(operator, operator.public)["address"] == "2001:db8::7"


def test_reader_that_does_not_read_is_told_to_be_behind(opened, session):
    operator, writer = session(opened), session(opened)
    list_id = opened.make({"s": "a"})
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    plain.connect((opened.host, opened.port))
    # Its library stops reading after sixteen frames that nobody takes.
    slow = session(opened, sock=plain, max_queue=16, close_timeout=0)
    slow.open(list_id)
    writer.open(list_id)

    def behind():
        for k in range(40):
            writer.edit(list_id, {"op": "updateRow", "row": "a", "fields": {"title": f"{k}".ljust(15_000, "x")}})
        row = ask(operator, get="sessions", by="lag", limit=1)["sessions"][0]
        return row["behind"] and row

    row = until(behind, "a session that is behind")
    assert row["client"] == slow.public and row["queued"] > 0


def test_ended_session_is_told_why_and_others_go_on(opened, session):
    operator, client, other = session(opened), session(opened), session(opened)
    assert ask(operator, end=client.public)["ended"] is True
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("ended", True)
    assert client.closed() == 4403
    assert ask(operator, n=2, end=client.public)["ended"] is False
    other.settle()


def test_newer_token_that_grants_less_ends_the_right(guarded, session):
    client = session(guarded, OWNER)
    assert ask(client, get="figures")["type"] == "admin"
    client.send({"type": "token", "token": token({"*": "editor"})}, {"type": "admin", "n": 9, "get": "sessions"})
    client.take(type="renewed")
    assert client.take(type="error")["code"] == "forbidden"
