"""Presence and sessions over several servers on real nodes: who is on another server is seen, replaced, and gone with it.

`PresenceServersTests` and `SessionClaimsTests` show that on simulated servers.
"""

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

pytestmark = pytest.mark.soak

LIST = "together"


class Client:
    """A session that has the list open, and what it sees of the others."""

    def __init__(self, stack, server, key, create=False):
        self.socket = stack.enter_context(connect(server.ws(), subprotocols=["lockstep.v1"]))
        self.say(type="hello", client=key, name=key)
        self.name = self.wait("welcome")["client"]
        if create:
            self.say(type="create", list=LIST, title="Together", sections=[])
            self.wait("created")
        self.say(type="open", list=LIST)
        self.wait("opened")

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def wait(self, kind, matches=lambda message: True, seconds=15):
        """The next message of a kind that matches."""
        while True:
            frame = json.loads(self.socket.recv(timeout=seconds))
            for message in frame if isinstance(frame, list) else [frame]:
                if message["type"] == kind and matches(message):
                    return message

    def sees(self, client, row=None):
        """Waits until another is shown, with a row that it selects."""
        return self.wait("presence", lambda message: any(
            entry["client"] == client.name and (row is None or row in entry["selected"])
            for entry in message["clients"]))


@pytest.fixture
def stack():
    """Closes the sessions after the test."""
    with contextlib.ExitStack() as open_sessions:
        yield open_sessions


def test_presence_on_two_servers_replaced_across_and_gone_with_a_server(nodes, spawn, stack):
    first, second = spawn(nodes).start(), spawn(nodes).start()
    ana = Client(stack, first, "ana-key", create=True)
    ben = Client(stack, second, "ben-key")
    ana.sees(ben)
    ben.say(type="presence", list=LIST, mode="active", selected=["r7"])
    ana.sees(ben, "r7")
    ana.say(type="presence", list=LIST, mode="active", selected=["r8"])
    ben.sees(ana, "r8")

    again = Client(stack, second, "ana-key")
    assert again.name == ana.name
    assert ana.wait("error")["code"] == "replaced"
    with pytest.raises(ConnectionClosed) as end:
        ana.socket.recv(timeout=90)
    assert end.value.rcvd.code == 1008
    again.say(type="ping", n=1)
    assert again.wait("pong")["n"] == 1

    carl = Client(stack, first, "carl-key")
    ben.sees(carl)
    first.kill()
    ben.wait("presence", lambda message: carl.name in message["left"])
    again.say(type="ping", n=2)
    assert again.wait("pong")["n"] == 2
