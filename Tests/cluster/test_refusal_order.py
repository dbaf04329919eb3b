"""What a session sent before it opened a list again is answered before the list is opened."""

import json

from client import Client
from cluster_run import stream_of
from process import wait_until

IN_FLIGHT = 128
TITLE = {"op": "updateList", "title": "refused"}


def test_an_edit_before_an_open_is_refused_before_it(nodes, spawn):
    """A client resends upon `opened` what was not answered: a later reject would be of what it sent twice."""
    server = spawn(nodes, nats_wait_seconds=1).start()
    name = server.make({"one": "a b"})
    own, other = Client(server.ws()), Client(server.ws())
    epoch = own.open(name)["epoch"]
    other.open(name)
    # Behind these no edit can be one that was sent to another server before.
    for number in range(IN_FLIGHT):
        assert own.edit(name, {"op": "updateList", "title": str(number)}).kind == "set"
    stream = stream_of(name)
    settings = nodes.request(f"$JS.API.STREAM.INFO.{stream}")
    nodes.request(f"$JS.API.STREAM.UPDATE.{stream}",
                  {**settings["config"], "max_bytes": settings["state"]["bytes"] + 1})
    other.post(name, TITLE)
    wait_until(lambda: server.figure("lockstep_journal_errors_total") > 0, "the list is read-only")
    own.send({"type": "edit", "list": name, "id": IN_FLIGHT + 1, "epoch": epoch, "actions": [TITLE]},
             {"type": "open", "list": name, "epoch": epoch})
    kinds = []
    while not {"opened", "reject"} <= set(kinds):
        content = json.loads(own.socket.recv(timeout=90))
        kinds += [m["type"] for m in (content if isinstance(content, list) else [content])]
    assert kinds.index("reject") < kinds.index("opened")
