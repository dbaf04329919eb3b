"""An answer means stored: no byte of one leaves before the sync of its record has returned."""

import re
from collections import Counter

from check_command import CheckCommand
from tracing import TRACE, Trace, json_messages

UNSEQUENCED = ("badAction", "unavailable", "rateLimited", "unknownList", "tooLarge", "forbidden")
"""Refusals that may be given before an edit is sequenced, and so leave no record."""


def test_no_byte_of_an_answer_leaves_before_the_sync_of_its_record(spawn, seed, tmp_path):
    server = spawn(history_snapshot_every=50)
    trace_file = tmp_path / "server.strace"
    server.start([*TRACE, "-o", str(trace_file)])
    with CheckCommand(server, clients=4, lists=2, seed=seed) as check:
        check.goes_on(20)
        name = next(iter(check.revisions()))
        posted = [post(server, name, number) for number in range(5)]
        check.goes_on(100)
        check.holds()
    assert all(status == 200 for status in posted)
    server.stop()
    trace = Trace(trace_file, server.store)
    evidence = list(claims(trace))
    early = [e for e in evidence if not e[1]]
    kinds = Counter(e[0] for e in evidence)
    assert early == []
    assert kinds["changes"] >= 100 and kinds["HTTP"] == 5
    assert kinds["ack"] + kinds["reject"] > 0


def post(server, name, number):
    """One edit over HTTP that changes the list; returns the status."""
    return server.request("POST", f"/api/lists/{name}/edits", {
        "id": number + 1, "client": "over-http",
        "actions": [{"op": "insertRow", "fields": {"title": f"posted {number}"}}]}).status


def claims(trace):
    """For every message that answers an edit: kind, whether it left after the sync, and the trace's lines."""
    clients = {}
    for sent in trace.sent:
        for message in json_messages(sent.payload):
            kind = message.get("type")
            if kind == "welcome":
                clients[sent.stream] = message["client"]
            elif kind == "changes" or kind is None and "sets" in message:
                for change in message["sets"]:
                    commit = trace.commit_of_set(change)
                    yield judged("changes" if kind else "HTTP", sent, commit, change)
            elif kind == "ack" and message["outcome"] != "duplicate" or (
                    kind == "reject" and message["code"] not in UNSEQUENCED):
                noted = re.compile(rb'"client":"%s","highest":(\d+)' % clients[sent.stream].encode())
                commit = trace.commit_with(
                    noted, lambda match, number=message["id"]: int(match.group(1)) >= number)
                yield judged(kind, sent, commit, message)


def judged(kind, sent, commit, what):
    """One line of evidence."""
    write, sync = commit
    held = write is not None and sync is not None and sync.exit < sent.entry
    lines = ("no record was written" if write is None else
             f"record written at line {write.entry}–{write.exit}, " + (
                 f"synced {sync.entry}–{sync.exit}" if sync else "never synced"))
    number = what.get("intent", what.get("id"))
    return kind, held, f"{kind} of edit {number}: {lines}, first byte sent at line {sent.entry}"
