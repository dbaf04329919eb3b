"""A server of a package that is started and asked for what a user asks first."""

import http.client
import socket
import subprocess
import time

BOUND = 60
"""Seconds after which a server that does not answer never will."""


def answers(*command):
    """Starts a server, `command` but for its port, and holds it to serving lists, the page and the API's document."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*command, "--port", str(port)])
    try:
        assert until_ready(server, port)
        for path, part in [("/api/lists", b"groceries"), ("/", b"<title>"),
                           ("/api/openapi.json", b'"openapi": "3.1.0"')]:
            status, body = get(port, path)
            assert status == 200 and part in body, path
    finally:
        server.terminate()
        assert server.wait(BOUND) == 0


def get(port, path):
    """Status and body of a GET."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=BOUND)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def until_ready(server, port):
    """Waits until the server says that it is ready; false where it ended or never did."""
    deadline = time.monotonic() + BOUND
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if get(port, "/readyz")[0] == 200:
                return True
        except OSError:
            time.sleep(0.05)
    return False
