"""What the server writes down: how sessions ended, what was refused, and nothing that was said."""

import json
import re
import socket
import time
from datetime import datetime, timezone

import pytest
from websockets.exceptions import ConnectionClosed

from client import Client
from process import wait_until
from server import Server
from tokens import SECRET, bearer, token

WORDS = ["Sesame-title", "Sesame-row", "Sesame-field", "Sesame-name", "Sesame-section", "Sesame-key",
         "Sesame-broken", "Sesame-presence"]
"""What is said in sessions: none of it may be found in the log."""


@pytest.fixture
def observed(tmp_path):
    """Starts servers that log everything there is to log."""
    made = []

    def make(*options):
        made.append(Server(tmp_path / str(len(made)), "--log-level", "trace", *options).start())
        return made[-1]

    yield make
    for server in made:
        server.stop()


def test_the_log_as_json_has_an_object_on_each_line(observed):
    server = observed("--log-format", "json")
    Client(server.ws()).leave()
    server.stop()
    lines = [json.loads(line) for line in log_of(server).splitlines()]
    serving = next(line for line in lines if line["message"] == "serving")
    assert (serving["level"], serving["source"]) == ("notice", "ListServer")
    assert serving["metadata"] == {"lists": "0", "url": f"http://127.0.0.1:{server.port}"}
    assert datetime.fromisoformat(serving["time"].replace("Z", "+00:00")).tzinfo == timezone.utc
    assert "stopping" in " ".join(line["message"] for line in lines)


def log_of(server):
    """All that the server has written so far."""
    return (server.folder / "server.log").read_text()


def ended(server):
    """How sessions ended, as the log has it: dictionaries, in order."""
    lines = [line for line in log_of(server).splitlines() if line.endswith("session ended")]
    return [dict(part.split("=", 1) for part in line.split() if "=" in part) for line in lines]


def insert(title):
    """An action that adds a row."""
    return {"op": "insertRow", "fields": {"title": title, "Sesame-field": title}}


def test_neither_tokens_nor_what_was_said_is_written(observed, tmp_path):
    keys = tmp_path / "tokens.key"
    keys.write_text(SECRET)
    server = observed("--auth-mode", "jwt", "--auth-keys", str(keys))
    tokens = {"owner": token({"*": "owner"}), "viewer": token({"*": "viewer"}, "eve"),
              "late": token({"*": "owner"}, life=-5), "forged": token({"*": "owner"}, secret="x" * 40)}
    body = {"list": "vault", "title": "Sesame-title", "sections": [{"id": "s", "title": "Sesame-section", "rows": [
        {"id": "r", "fields": {"title": "Sesame-row"}}]}]}
    assert server.request("POST", "/api/lists", body, bearer(tokens["owner"])).status == 201
    owner = Client(server.ws(), key="Sesame-key", name="Sesame-name", greet=False)
    owner.hello(token=tokens["owner"])
    owner.open("vault")
    assert owner.edit("vault", insert("Sesame-row")).kind == "set"
    assert owner.edit("vault", insert("Sesame-row" * 2000)).body["code"] == "tooLarge"
    owner.send({"type": "presence", "list": "vault", "mode": "active", "editing": {
        "row": "r", "field": "Sesame-presence"}, "selected": ["r"]})
    owner.socket.send('{"type":"edit","list":"vault","id":"Sesame-broken","actions":[]}')
    owner.take(type="error")
    viewer = Client(server.ws(), greet=False)
    viewer.hello(token=tokens["viewer"])
    assert viewer.edit("vault", insert("Sesame-row")).body["code"] == "forbidden"
    for name in ("late", "forged"):
        refused = Client(server.ws(), greet=False)
        refused.send({"type": "hello", "token": tokens[name]})
        assert refused.closed() == 4401
        refused.leave()
        assert server.get("/api/lists", bearer(tokens[name])).status == 401
    edit = {"id": 1, "actions": [insert("Sesame-row")]}
    assert server.request("POST", "/api/lists/vault/edits", edit, bearer(tokens["owner"])).status == 200
    assert server.request("POST", "/api/lists/vault/edits", b'{"Sesame-broken":', bearer(tokens["owner"])).status == 400
    assert server.get(f"/api/lists?token={tokens['owner']}").status == 401
    owner.socket.send('{"Sesame-broken"')
    assert owner.closed() == 1007
    owner.leave()
    viewer.leave()
    assert server.stop() == 0
    log = log_of(server)
    parts = {part for text in tokens.values() for part in text.split(".") if len(part) > 40}
    for word in [*WORDS, *tokens.values(), *parts, SECRET]:
        assert word not in log, word
    assert len(ended(server)) == 4 and "user=ana" in log and "user=eve" in log
    assert "requests refused" in log and "reason=401" in log


def test_each_session_has_one_line_at_its_end_that_says_why(observed):
    server = observed()
    server.make({"s": "a"}, list_id="one")
    left = Client(server.ws())
    left.open("one")
    for _ in range(3):
        left.edit("one", insert("a"))
    assert left.edit("one", {"op": "updateRow", "row": "z", "fields": {}}).kind == "reject"
    left.leave()
    wait_until(lambda: len(ended(server)) == 1, "a line at the end of a session")
    first, second = Client(server.ws(), key="same"), Client(server.ws(), key="same")
    assert first.closed() == 1008
    first.leave()
    wait_until(lambda: len(ended(server)) == 2, "a line for the one that was replaced")
    second.socket.socket.shutdown(socket.SHUT_RDWR)
    wait_until(lambda: len(ended(server)) == 3, "a line for the one that was cut")
    second.stack.pop_all()
    mute = Client(server.ws(), greet=False)
    mute.send({"type": "lists"})
    assert mute.closed() == 1008
    mute.leave()
    wait_until(lambda: len(ended(server)) == 4, "a line for one that said no hello")
    last = Client(server.ws())
    assert server.stop() == 0
    with pytest.raises(ConnectionClosed):
        while True:
            last.read(5)
    last.leave()
    lines = ended(server)
    assert [(line["why"], line.get("code")) for line in lines] == [
        ("client", "1000"), ("replaced", "1008"), ("lost", None), ("helloExpected", "1008"),
        ("shuttingDown", "1001")]
    assert len({line["session"] for line in lines}) == 5
    assert (lines[0]["edits"], lines[0]["rejected"], lines[0]["client"]) == ("4", "1", left.public)
    assert int(lines[0]["received"]) > 100 and int(lines[0]["sent"]) > 300 and float(lines[0]["seconds"]) >= 0
    assert lines[0]["address"] == "127.0.0.1" and "client" not in lines[3]


def test_a_flood_of_refusals_is_no_flood_of_lines(observed):
    server = observed()
    server.make({"s": ""}, list_id="one")
    client, began = Client(server.ws()), time.monotonic()
    for id in range(1, 501):
        client.send(client.message("one", [{"op": "updateRow", "row": "z", "fields": {}}], id=id))
    client.answer("one", 500)
    client.leave()
    for _ in range(50):
        assert server.get("/api/lists/none").status == 404
    assert server.stop() == 0
    spent = time.monotonic() - began
    for subject, reason, total in (("edits", "unknownRow", 500), ("requests", "404", 50)):
        lines = [line for line in log_of(server).splitlines()
                 if line.endswith(f"{subject} refused") and f"reason={reason} " in line]
        assert 1 <= len(lines) <= 2 + spent / 10
        assert sum(int(re.search(r"count=(\d+)", line)[1]) for line in lines) == total
