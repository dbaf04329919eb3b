"""Pages from elsewhere, and names that are pointed here, get nothing."""

import pytest
from websockets.exceptions import InvalidStatus

from client import Client
from event_stream import EventStream

EVIL = "http://evil.example"
LISTED = "https://lists.example,http://other.example:81"


def shakes_hands(server, origin, **headers):
    """Whether a WebSocket opens for a page of that origin; the status where not."""
    try:
        client = Client(server.ws(), greet=False, origin=origin, additional_headers=headers)
    except InvalidStatus as refusal:
        return refusal.response.status_code
    client.leave()
    return True


def test_only_own_pages_open_a_socket(server):
    own = f"http://127.0.0.1:{server.port}"
    assert shakes_hands(server, own) is True
    assert shakes_hands(server, None) is True
    for origin in (EVIL, "null", f"http://127.0.0.1:{server.port + 1}", "https://127.0.0.1"):
        assert shakes_hands(server, origin) == 403, origin


@pytest.mark.parametrize("method, path, body", [
    ("POST", "/api/lists", {"list": "by-stranger"}), ("DELETE", "/api/lists/LIST", None),
    ("POST", "/api/lists/LIST/edits", {"actions": []}),
])
def test_only_own_pages_change_something(server, method, path, body):
    list_id = server.make({"s": "a"})
    path = path.replace("LIST", list_id)
    before = server.snapshot(list_id)
    assert server.request(method, path, body, {"Origin": EVIL}).status == 403
    assert server.snapshot(list_id) == before
    assert server.get("/api/lists/by-stranger").status == 404
    own = server.request(method, path, body, {"Origin": f"http://127.0.0.1:{server.port}"})
    assert own.status < 300
    server.request("DELETE", "/api/lists/by-stranger")


def test_only_own_and_listed_pages_hold_streams_of_events(server, configured):
    list_id = server.make({"s": "a"})
    for headers in ({"Origin": EVIL}, {"Sec-Fetch-Site": "cross-site"}):
        assert EventStream(server, list_id, headers=headers).status == 403
    own = EventStream(server, list_id, headers={"Origin": f"http://127.0.0.1:{server.port}"})
    assert own.status == 200
    own.close()
    listed = configured(origins=LISTED)
    stream = EventStream(listed, listed.make({"s": "a"}), headers={"Origin": "https://lists.example"})
    assert (stream.status, stream.headers["Access-Control-Allow-Origin"]) == (200, "https://lists.example")
    stream.close()


def test_name_that_is_pointed_here_is_not_served(server):
    for path in ("/api/lists", "/api/lists/any/changes"):
        assert server.get(path, {"Host": "evil.example"}).status == 421
    assert server.get("/api/lists", {"Host": f"localhost:{server.port}"}).status == 200
    assert server.get("/metrics", {"Host": "evil.example"}).status == 421
    assert server.get("/metrics").status == 200
    assert server.get("/healthz", {"Host": "evil.example"}).status == 200


def test_listed_origins_may_and_others_may_not(configured):
    server = configured(origins=LISTED)
    for origin, opens in [("https://lists.example", True), ("http://other.example:81", True),
                          (EVIL, 403), (f"http://127.0.0.1:{server.port}", 403)]:
        assert shakes_hands(server, origin) == opens
    assert server.get("/api/lists", {"Host": "lists.example"}).status == 200


def test_pages_of_listed_origins_read_responses_and_are_told_what_they_may_send(configured, server):
    listed = configured(origins=LISTED)
    preflight = ("OPTIONS", "/api/lists", None)
    for origin in ("https://lists.example", "http://other.example:81"):
        for path in ("/api/lists", "/api/lists/no-such"):
            headers = listed.get(path, {"Origin": origin}).headers
            assert (headers["Access-Control-Allow-Origin"], headers["Vary"]) == (origin, "Origin")
        notified = listed.request(*preflight, {"Origin": origin, "Access-Control-Request-Method": "POST"})
        assert notified.status == 204 and notified.headers["Access-Control-Allow-Origin"] == origin
        assert notified.headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type, Last-Event-ID"
    for origin in (EVIL, f"http://127.0.0.1:{listed.port}", "https://lists.example:444", "null"):
        headers = listed.get("/api/lists", {"Origin": origin}).headers
        assert "Access-Control-Allow-Origin" not in headers and headers["Vary"] == "Origin"
        assert listed.request(*preflight, {"Origin": origin}).status == 403
    assert "Access-Control-Allow-Origin" not in listed.get("/metrics", {"Origin": "https://lists.example"}).headers
    own = server.get("/api/lists", {"Origin": f"http://127.0.0.1:{server.port}"}).headers
    assert "Access-Control-Allow-Origin" not in own and "Vary" not in own
    assert "connect-src 'self';" in listed.get("/").headers["Content-Security-Policy"]


def test_every_page_reads_responses_where_every_origin_is_listed(configured):
    server = configured(origins="*")
    assert server.get("/api/lists", {"Origin": EVIL}).headers["Access-Control-Allow-Origin"] == "*"
    assert server.request("OPTIONS", "/api/lists", None, {"Origin": EVIL}).status == 204


@pytest.mark.parametrize("path", ["/", "/index.html", "/api/lists", "/metrics", "/no-such-page"])
def test_pages_load_nothing_from_elsewhere_and_are_framed_by_nobody(server, path):
    headers = server.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert not headers.get_all("Set-Cookie")
