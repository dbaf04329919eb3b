"""Disks that are full or fail: new edits are refused, reading goes on, and the lists come back by themselves."""

import contextlib
import subprocess

import pytest

from actions import insert, update
from client import Client
from process import Injection, wait_until

EDIT = {"client": "k" * 12, "id": 1, "actions": [update("a", {"title": "late"})]}

SYNCS, WRITES = ("fdatasync", "fsync"), ("pwrite64", "pwritev")


def failing_sync(server):
    """A disk that fails to sync."""
    return Injection(server, *SYNCS)


def full(server):
    """A disk without room, as the system calls tell it."""
    return Injection(server, *WRITES, error="ENOSPC")


@contextlib.contextmanager
def filled(server):
    """A disk of which all room is taken."""
    filler = server.store.with_name("filler")
    with open(filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    try:
        yield
    finally:
        filler.unlink()


@pytest.mark.parametrize("fault", [failing_sync, full])
def test_a_failing_disk_refuses_edits_and_lets_readers_go_on(spawn, fault):
    goes_bad(spawn(history_snapshot_every=5).start(), fault)


@pytest.mark.soak
def test_a_small_disk_that_is_full_refuses_edits_and_lets_readers_go_on(spawn, tmp_path):
    """As root: the disk is mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk], check=True)
    server = spawn(history_snapshot_every=5)
    server.store = disk / "lists.sqlite"
    try:
        goes_bad(server.start(), filled)
    finally:
        server.stop()
        subprocess.run(["umount", "-l", disk], check=True)


def goes_bad(server, fault):
    """The disk goes bad while four clients edit three lists, and is well again; then the server is killed."""
    names = [server.make({"s": ""}) for _ in range(3)]
    editors = [Client(server.ws()) for _ in range(4)]
    for editor in editors:
        for name in names:
            editor.open(name)
    edits = Edits(editors, names)
    for _ in range(3):
        edits.post()
    edits.are_answered()
    with fault(server):
        while not all(edits.is_refusing(name) for name in names):
            edits.post()
        reading_goes_on(server, names)
    wait_until(lambda: server.readiness() == 200, "readyz is 200 again")
    # Without a restart, what was undecided is decided, and the lists take edits.
    edits.are_answered()
    edits.post()
    edits.are_answered()
    before = {name: server.snapshot(name) for name in names}
    for name in names:
        rows = [row["id"] for row in before[name]["sections"][0]["rows"]]
        assert len(rows) == len(set(rows)) and set(rows) == edits.stored(name)
        assert all(editor.reach(name, before[name]["revision"]).revision == len(rows) for editor in editors)
    assert all(editor.answers[name, number][-1].kind == "set" for editor, name, number in list(edits.sent)[-12:])
    assert len(server.log_lines("the journal cannot be written")) == 1
    for editor in editors:
        editor.leave()
    server.kill()
    server.start()
    assert {name: server.snapshot(name) for name in names} == before


class Edits:
    """Rows that editors insert, each client one into each list at a time."""

    def __init__(self, editors, names):
        self.editors, self.names, self.sent = editors, names, {}

    def post(self):
        """A row of each client for each list; reads what has come so far."""
        for editor in self.editors:
            for name in self.names:
                row = f"r{len(self.sent)}"
                self.sent[editor, name, editor.post(name, insert(row))] = row
            editor.settle()

    def is_refusing(self, name):
        """Whether the list has refused an edit."""
        return any(editor.answers[of, number] and editor.answers[of, number][0].kind == "reject"
                   for editor, of, number in self.sent if of == name)

    def are_answered(self):
        """Waits until each edit is answered, and sees that none is twice."""
        for editor, name, number in self.sent:
            editor.answer(name, number, timeout=60)
        for editor in self.editors:
            editor.settle()
            assert all(len(answers) == 1 for answers in editor.answers.values())

    def stored(self, name):
        """The rows of a list that answers tell of as stored; what is not was refused as unavailable."""
        rows = set()
        for (editor, of, number), row in self.sent.items():
            [answer] = editor.answers[of, number]
            assert answer.kind == "set" or answer.body["code"] == "unavailable"
            if of == name and answer.kind == "set":
                rows.add(row)
        return rows


def reading_goes_on(server, names):
    """While the journal fails: not ready, but lists are shown and opened."""
    wait_until(lambda: server.readiness() == 503, "readyz is 503")
    figures = server.get("/metrics").body.decode().splitlines()
    assert "lockstep_ready 0" in figures and "lockstep_journal_errors_total 0" not in figures
    assert server.get("/healthz").status == 200
    for name in names:
        snapshot = server.snapshot(name)
        reader = Client(server.ws())
        opened = reader.open(name)
        assert opened["revision"] >= snapshot["revision"]
        again = reader.open(name, snapshot["revision"], snapshot["epoch"])
        assert again["revision"] >= opened["revision"]
        reader.leave()
        answer = server.request("POST", f"/api/lists/{name}/edits", {
            "id": 1, "client": "k" * 12, "actions": [insert("never")]})
        assert (answer.status, answer.json()["code"]) == (503, "unavailable")


def test_lists_that_a_failing_disk_may_create_or_delete_are_not_told_as_untouched(spawn):
    """A transaction whose sync failed is one again after a crash, unless another is written over it."""
    server = spawn(bounds_request_seconds=1).start()
    server.make({"s1": "a b"}, list_id="kept")
    with Injection(server, *SYNCS) as injection:
        created = server.request("POST", "/api/lists", {"list": "ghost", "title": "Ghost"})
        assert (created.status, created.json()["code"]) == (504, "unavailable")
        deleted = server.request("DELETE", "/api/lists/kept")
        assert (deleted.status, deleted.json()["code"]) == (504, "unavailable")
        assert server.get("/healthz").status == 200 and injection.hits() > 1
    wait_until(lambda: server.request("POST", "/api/lists/kept/edits", EDIT).status == 200, "it takes edits again")
    before = server.snapshot("kept")
    server.kill()
    server.start()
    assert server.snapshot("kept") == before and before["revision"] == 1
    assert server.get("/api/lists/ghost").status == 404
    assert server.request("POST", "/api/lists", {"list": "ghost", "title": "Ghost"}).status == 201


def test_an_edit_over_http_that_takes_too_long_is_told_as_perhaps_applied(spawn):
    server = spawn(bounds_request_seconds=1).start()
    server.make({"s1": "a b"}, list_id="slow")
    with Injection(server, "fdatasync", holds=True):
        answer = server.request("POST", "/api/lists/slow/edits", EDIT)
        assert (answer.status, answer.json()["code"]) == (504, "unavailable")
    wait_until(lambda: server.get("/api/lists/slow").status == 200, "the commit is over")
    assert server.snapshot("slow")["revision"] == 1, "it is applied all the same"
    again = server.request("POST", "/api/lists/slow/edits", EDIT)
    assert (again.status, again.json()["outcome"], again.json()["applied"]) == (200, "duplicate", True)
