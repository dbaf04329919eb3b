"""A list that is there and cannot be read: nobody is told that it is gone, and nobody loses an edit for it."""

import sqlite3

import pytest

from client import Client
from process import wait_until

DAMAGE = {
    "no snapshot": "DELETE FROM snapshots",
    "a record that is gone": "DELETE FROM records WHERE revision = 2",
}
"""One of each table; what else may be damaged is seen likewise (`ListLoaderTests`)."""


def update(row, title):
    """Gives a row a title."""
    return {"op": "updateRow", "row": row, "fields": {"title": title}}


def damaged(spawn, statement):
    """A running server with a sound list, and one that cannot be read."""
    server = spawn().start()
    for name in ("sound", "broken"):
        server.request("POST", "/api/lists", {"list": name, "title": "T", "sections": [
            {"id": "s1", "title": "", "rows": [{"id": "a", "fields": {"title": "Apples"}}]}]})
    client = Client(server.ws(), key="k" * 12)
    client.open("broken")
    for number in range(3):
        assert client.edit("broken", update("a", f"Apples {number}")).kind == "set"
    client.leave()
    assert server.stop() == 0
    with sqlite3.connect(server.store) as store:
        store.execute("PRAGMA foreign_keys = ON")
        table = statement.split()[2 if statement.startswith("DELETE") else 1]
        condition = "list = (SELECT key FROM lists WHERE id = 'broken')"
        store.execute(f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} {condition}")
        assert store.total_changes > 0, table
    store.close()
    return server.start()


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_list_that_cannot_be_read_is_unavailable_and_not_gone(spawn, damage):
    server = damaged(spawn, DAMAGE[damage])
    # Nobody has opened it: it was found after the start, and is named.
    wait_until(lambda: "broken" in server.log(), "the log names the list")
    wait_until(lambda: "lockstep_lists_unreadable 1\n" in server.get("/metrics").body.decode(), "it is counted")
    assert server.get("/readyz").status == 200
    assert server.get("/api/lists/broken").status == 503
    answer = server.request("POST", "/api/lists/broken/edits", {
        "client": "k" * 12, "id": 9, "actions": [update("a", "Pears")]})
    assert (answer.status, answer.json()["code"]) == (504, "unavailable")
    assert server.request("POST", "/api/lists", {"list": "broken"}).status == 409

    client = Client(server.ws(), key="k" * 12)
    client.send({"type": "open", "list": "broken"})
    error = client.take(type="error")
    assert (error["code"], error["list"], error["fatal"], "id" in error) == ("unavailable", "broken", False, False)
    client.send({"type": "edit", "list": "broken", "id": 10, "actions": [update("a", "Pears")]})
    error = client.take(type="error")
    assert (error["code"], error["list"], "id" in error) == ("unavailable", "broken", False)
    client.open("sound")
    assert client.edit("sound", update("a", "Pears")).kind == "set"
    assert server.request("DELETE", "/api/lists/broken").status == 204
    client.send({"type": "open", "list": "broken"})
    assert client.take(type="error")["code"] == "unknownList"
    client.leave()
