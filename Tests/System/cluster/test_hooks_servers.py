"""Webhooks of several servers: who wrote last tells, and another does when that one is gone; nothing is lost."""

import pytest

from hook_receiver import HookReceiver, hook, hooks_file
from process import wait_until
from server import free_port
from test_several_servers import CLIENTS, start_servers

pytestmark = pytest.mark.soak


@pytest.fixture
def receiver(tmp_path):
    """A receiver, which ends with the test."""
    made = HookReceiver(tmp_path / "receiver", free_port()).start()
    yield made
    made.kill()


def waiting(server):
    """Lists of which a server's hook is to be told."""
    return server.get("/api/hooks").json()["hooks"][0]["lists"]


def test_every_set_is_told_though_servers_and_the_receiver_are_killed(nodes, spawn, edit, receiver, tmp_path, figures):
    """Each server is killed once while nine clients edit four lists, and the receiver in between."""
    servers = start_servers(spawn, nodes, hooks_file=hooks_file(tmp_path / "hooks.json", hook(receiver)),
                            hooks_allow_private="true")
    run = edit(*servers, clients=CLIENTS, keep_lists=True)
    for server in servers:
        server.kill()
        run.moved_from(server)
        receiver.kill()
        run.goes_on()
        receiver.start()
        run.goes_on()
        server.start()
    run.finish("servers killed that tell hooks", figures)

    def notified(name):
        changes = servers[0].get(f"/api/lists/{name}/changes?since=0").json()["sets"]
        return len(receiver.sets(name)) >= len(changes) > 0

    for name in run.names:
        wait_until(lambda name=name: notified(name), f"the hook is told of {name}", 90)
        changes = servers[0].get(f"/api/lists/{name}/changes?since=0").json()["sets"]
        assert receiver.sets(name) == changes
        assert receiver.events(name)[0]["type"] == "list.created"
    for server in servers:
        wait_until(lambda server=server: waiting(server) == 0, "nothing waits", 90)
    # While servers die, what was told may be told again. Then one of them tells.
    name, before = run.names[0], len(receiver.requests())
    edits = [{"actions": [{"op": "insertRow", "fields": {"title": f"calm {number}"}}]} for number in range(20)]
    for edit in edits:
        assert servers[0].request("POST", f"/api/lists/{name}/edits", edit).status == 200
    wait_until(lambda: notified(name), "the hook is told of what follows", 90)
    ids = [request["id"] for request in receiver.requests()[before:]]
    assert 0 < len(ids) == len(set(ids)) <= len(edits)


def test_a_deletion_is_told_though_its_server_dies(nodes, spawn, receiver, tmp_path):
    """Another server finds the cursor of a list that is no more."""
    servers = start_servers(spawn, nodes, hooks_file=hooks_file(tmp_path / "hooks.json", hook(receiver)),
                            hooks_allow_private="true")
    kept, gone = servers[0].make({"s": "a"}), servers[0].make({"s": "a"})
    wait_until(lambda: len(receiver.events()) == 2, "both are told")
    receiver.answer(503)
    assert servers[0].request("DELETE", f"/api/lists/{gone}").status == 204
    wait_until(lambda: servers[1].get(f"/api/lists/{gone}").status == 404, "the others have heard")
    servers[0].kill()
    receiver.answer()
    wait_until(lambda: [event["type"] for event in receiver.events(gone)] == ["list.created", "list.deleted"],
               "another server tells the deletion")
    assert [event["type"] for event in receiver.events(kept)] == ["list.created"]
