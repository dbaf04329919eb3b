"""The cost table of paths, queries and header fields that hold a run of combining marks."""

from http.client import HTTPConnection
from urllib.parse import quote

from marks import marks
from peer import TIMEOUT
from scenes import web
from table import Request, Row

ANY = range(200, 500)
"""The status of an answer, whatever it is: the cost counts."""

ENCODED, RAW = 1_500, 5_000
"""Bytes of text: three times as many are sent where they are percent-encoded."""

FIELDS = ["Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection", "Content-Type",
          "Cookie", "Expect", "Forwarded", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "Last-Event-ID",
          "Origin", "Range", "Referer", "Sec-Fetch-Site", "Sec-WebSocket-Protocol", "Upgrade", "User-Agent",
          "X-Forwarded-For"]
"""What a request may say about itself."""


class RawConnection(HTTPConnection):
    """Sends a target as it is, in UTF-8."""

    def _encode_request(self, request):
        return request.encode()


class RawHttp:
    """A connection for each request: many of them are refused, and end theirs."""

    def __init__(self, server):
        self.server = server

    def request(self, method, path, body=None, headers=None):
        """One request; returns the status."""
        connection = RawConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None or method == "POST":
                connection.putheader("Content-Length", str(len(body or b"")))
            connection.endheaders(body)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def close(self):
        """Nothing is kept."""


def raw(workshop, n):
    """A list of a hundred rows, and who sends targets as they are."""
    scene = web()(workshop, n)
    scene.http.close()
    scene.http = RawHttp(scene.server)
    return scene


def field(name, path):
    """A request with marks in a header field."""
    return lambda scene, k: Request("GET", path.format(list=scene.list), None, {name: marks(scene.n).encode()})


def path_of(method, path, encode):
    """A request with marks in its path or query, at `{marks}`."""
    return lambda scene, k: Request(method, path.format(list=scene.list, marks=encode(marks(scene.n))))


PATHS = [
    ("GET /healthz", "GET", "/h{marks}"), ("GET /metrics", "GET", "/{marks}/metrics"),
    ("GET /readyz", "GET", "/readyz/{marks}"), ("GET /api/lists", "GET", "/api/{marks}"),
    ("GET /api/openapi.json", "GET", "/api/{marks}.json"), ("GET /api/lists/{list}", "GET", "/api/lists/{marks}"),
    ("GET /api/lists/{list}/events", "GET", "/api/lists/{list}/{marks}"),
    ("DELETE /api/lists/{list}/versions/{version}", "DELETE", "/api/lists/{list}/versions/{marks}"),
    ("POST /api/hooks/{hook}/resume", "POST", "/api/hooks/{marks}/resume"),
    ("DELETE /api/hooks/{hook}", "DELETE", "/api/hooks/{marks}"),
]

QUERIES = [
    ("GET /healthz", "GET", "/healthz?{marks}={marks}"), ("GET /metrics", "GET", "/metrics?{marks}"),
    ("GET /api/lists/{list}", "GET", "/api/lists/{list}?revision={marks}"),
    ("GET /api/lists/{list}/changes", "GET", "/api/lists/{list}/changes?since=0&epoch={marks}"),
    ("GET /api/lists/{list}/changes", "GET", "/api/lists/{list}/changes?before={marks}"),
    ("GET /api/lists/{list}/rows", "GET", "/api/lists/{list}/rows?around={marks}"),
    ("GET /api/lists/{list}/rows", "GET", "/api/lists/{list}/rows?find=a&from={marks}"),
    ("GET /api/lists/{list}/rows", "GET", "/api/lists/{list}/rows?section={marks}"),
    ("GET /api/lists/{list}/events", "GET", "/api/lists/{list}/events?since={marks}"),
    ("POST /api/hooks/{hook}/resend", "POST", "/api/hooks/h/resend?since=0&list={marks}"),
]

ROWS = [
    Row(covers, f"marks at {path}, percent-encoded", ENCODED, raw, path_of(method, path, quote), ANY, counted=ENCODED)
    for covers, method, path in PATHS + QUERIES
] + [
    Row(covers, f"marks at {path}, as they are", RAW, raw, path_of(method, path, str), ANY, counted=RAW)
    for covers, method, path in PATHS
] + [
    Row("GET /api/lists/{list}", f"marks in {name}", RAW, raw, field(name, "/api/lists/{list}"), ANY,
        counted=RAW)
    for name in FIELDS
] + [
    Row("GET /healthz", f"marks in {name} for a file", RAW, raw, field(name, "/"), ANY, counted=RAW)
    for name in ("Accept-Encoding", "If-None-Match", "Range", "Host", "Expect")
]
