"""Ten peers at each bound of Limits.md: who edits another list is answered throughout."""

import resource

import pytest

from hostile import KINDS, SETTINGS
from hostile_run import Innocent, bounds, peers_at

QUEUES = 64 << 20
"""`bounds.queueTotalBytes` of these servers."""

EDITS = 20
"""Edits of another list that are answered while the peers are at their bound."""

ALWAYS = {
    "limits.frameBytes", "limits.setBytes", "limits.rows", "limits.inFlight", "limits.queueBytes", "sockets",
    "bounds.helloSeconds", "bounds.headSeconds", "bounds.bodyBytes",
    "long queries of a list under way, and so copies of it",
    "selected rows of a presence, bytes of its field's name",
    "earlier states that are read at a time, for HTTP; of a list, for edits that restore one",
}
"""One bound of each kind: frames, edits, lists, answers and queues that nobody reads, sockets, sessions, requests,
bodies, queries, presence, the past. The others need time."""


@pytest.fixture(autouse=True)
def descriptors():
    """Hostile peers have many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8_192)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


ELSEWHERE = {
    "bytes of a session's first frame, read as `hello` only": "Tests/System/cost sends the dearest first frames",
    "depth of a field's value; of a frame": "Tests/System/cost nests as deep as frames allow",
    "work of a list in one turn of the loop": "Tests/System/cost has the dearest edits, and many of them at once",
    "subscribers that are sent something in one turn": "it bounds what the server does, not what peers send",
    "presence of a list, to all subscribers together": "Tests/System/cost has 50 sessions show 500 rows to 500",
    "history.inMemory": "Tests/System/cost asks for all of a long history, over and over",
    "bytes of a page of the past": "Tests/System/cost has 200 readers of long pages that read nothing",
    "bytes of a record, or of a stored snapshot": "limits.listBytes and limits.undoBytes end before",
    "servers": "a setting of the operator",
    "bytes of a request's head; of a token, in it and in messages":
        "a head is looked at before it is read; test_roles.py sends those over the bound",
    "bytes that all sockets write in one pass of the loop, each write counting 1 KiB more":
        "it bounds what the server does; slow readers are here, and Tests/System/cost has 200",
    "lists that are made of such a file": "test_files.py makes as many as may be",
    "combining marks in a row that `find` puts in order": "RowFinderTests count the work of folding",
    "entries of an answer to `admin`; bytes of the text that is looked for":
        "only owners of everything are answered; Tests/System/cost has what the others send",
    "what the admin page has the server remember: a revision of every list, where 1,000 histories begin":
        "only owners of everything are answered; Tests/System/cost has a server with many lists",
    "hooks; bytes of their file; bytes of an event's body":
        "a file of the operator; a long record is in HookSenderTests",
    "lists of which a hook is told at a time; deleted lists of one name of which it was not told":
        "it bounds what the server does; test_hooks.py has a receiver that hangs",
    "requests for keys (`auth.jwks`) because of tokens that name unknown ones":
        "Tests/System/contract/test_key_urls.py has peers that name unknown keys",
    "messages of other servers that wait for the loop; bytes of one about presence, about a session":
        "servers of one cluster trust each other; ServerBusTests fill the bus",
}
"""Bounds without a hostile peer here, and why."""


def test_every_bound_has_a_hostile_peer():
    missing = [bound for bound in bounds() if bound not in KINDS and bound not in ELSEWHERE]
    assert not missing, f"Limits.md has bounds that no hostile peer goes to (hostile.py): {missing}"
    assert not ELSEWHERE.keys() - set(bounds()), "bounds that are no more"


def parameters():
    """The bounds with hostile peers."""
    found = [bound for bound in dict.fromkeys(bounds()) if bound in KINDS]
    assert ALWAYS <= set(found)
    return [pytest.param(bound, marks=() if bound in ALWAYS else pytest.mark.soak) for bound in found]


@pytest.mark.parametrize("bound", parameters())
def test_peers_at_a_bound_cost_others_nothing(spawn, bound):
    server = spawn(bounds_queue_total_bytes=QUEUES, **SETTINGS[bound]).start()
    innocent = Innocent(server)
    with peers_at(server.port, bound, meanwhile=innocent.edit) as said:
        assert said == "ready"
        for _ in range(EDITS):
            innocent.edit()
    innocent.peer.close()
