"""Several addresses of the same lists: told in `welcome`, named in the pages' policy, and let in."""

import pytest
from websockets.exceptions import InvalidStatus

from client import Client
from server import Server

SIBLING = "http://sibling.example:8080"
OTHER = "https://other.example"
EVIL = "http://evil.example"


@pytest.fixture
def several(configured):
    """A server that names two addresses."""
    return configured(servers=f"{SIBLING}/,{OTHER}")


def policy_of(headers, directive):
    """The sources of a directive of the Content-Security-Policy."""
    parts = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    return parts[directive].split()


def test_the_welcome_tells_the_servers_where_they_are_set(several, server, connect):
    welcome = connect(several).welcome
    assert welcome["servers"] == [SIBLING, OTHER]
    assert "servers" in welcome["features"]
    alone = connect(server).welcome
    assert "servers" not in alone and "servers" not in alone["features"]


def test_a_page_may_connect_to_the_named_servers_only(several, server):
    for path in ("/", "/api/lists", "/no-such-page"):
        headers = several.get(path).headers
        assert policy_of(headers, "connect-src") == [
            "'self'", "ws://sibling.example:8080", SIBLING, "wss://other.example", OTHER]
        assert policy_of(headers, "script-src") == policy_of(headers, "worker-src") == ["'self'"]
    assert policy_of(server.get("/").headers, "connect-src") == ["'self'"]


def test_pages_of_the_named_servers_may_what_own_pages_may_and_others_nothing(several):
    own = f"http://127.0.0.1:{several.port}"
    for origin in (SIBLING, OTHER, own):
        Client(several.ws(), origin=origin).leave()
    with pytest.raises(InvalidStatus):
        Client(several.ws(), greet=False, origin=EVIL)
    list_id = several.make({"s": "a"})
    edit = ("POST", f"/api/lists/{list_id}/edits", {"actions": []})
    assert several.request(*edit, {"Origin": SIBLING}).status == 200
    assert several.request(*edit, {"Origin": EVIL}).status == 403


def test_responses_are_shared_with_pages_of_the_named_servers(several, server):
    list_id = several.make({"s": "a"})
    for path in ("/api/lists", f"/api/lists/{list_id}", "/api/lists/no-such", "/api/nothing"):
        shared = several.get(path, {"Origin": OTHER}).headers
        assert (shared["Access-Control-Allow-Origin"], shared["Vary"]) == (OTHER, "Origin")
        for origin in ({"Origin": EVIL}, {}):
            headers = several.get(path, origin).headers
            assert "Access-Control-Allow-Origin" not in headers and headers["Vary"] == "Origin"
    assert "Access-Control-Allow-Origin" not in several.get("/metrics", {"Origin": OTHER}).headers
    assert "Access-Control-Allow-Origin" not in server.get("/api/lists", {"Origin": OTHER}).headers


def test_a_preflight_of_their_pages_says_what_they_may_send(several, server):
    preflight = ("OPTIONS", "/api/lists", None)
    notified = several.request(*preflight, {"Origin": SIBLING, "Access-Control-Request-Method": "DELETE"})
    assert notified.status == 204 and notified.headers["Access-Control-Allow-Origin"] == SIBLING
    assert "DELETE" in notified.headers["Access-Control-Allow-Methods"]
    assert notified.headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type, Last-Event-ID"
    assert several.request(*preflight, {"Origin": EVIL}).status == 403
    assert server.request(*preflight, {"Origin": SIBLING}).status == 403


def test_a_preflight_needs_no_token(spawn, tmp_path):
    """Browsers send none with it; what follows needs one."""
    (tmp_path / "key").write_text("0123456789abcdef0123456789abcdef")
    server = spawn("--servers", OTHER, "--auth-mode", "jwt", "--auth-keys", str(tmp_path / "key"))
    assert server.request("OPTIONS", "/api/lists", None, {"Origin": OTHER}).status == 204
    refused = server.get("/api/lists", {"Origin": OTHER})
    assert refused.status == 401 and refused.headers["Access-Control-Allow-Origin"] == OTHER


def test_addresses_that_no_page_can_use_end_the_start(tmp_path):
    done = Server.run("serve", "--store", str(tmp_path / "s.sqlite"), "--servers", "https://a.example/lists")
    assert done.returncode != 0
    assert "the setting servers must be" in done.stderr and "https://a.example/lists" in done.stderr
