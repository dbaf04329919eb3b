"""Disks that are full or fail: new edits are refused, reading goes on, and the lists come back by themselves."""

import contextlib
import os
import subprocess

import pytest

from actions import insert, update
from check_command import CheckCommand
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
def test_a_bad_disk_refuses_edits_and_lets_readers_go_on(spawn, seed, fault):
    goes_bad(spawn(history_snapshot_every=50).start(), seed, fault)


@pytest.mark.soak
def test_a_small_disk_that_is_full_refuses_edits_and_lets_readers_go_on(spawn, seed, tmp_path):
    """As root: the disk is mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk], check=True)
    server = spawn(history_snapshot_every=50)
    server.store = disk / "lists.sqlite"
    try:
        goes_bad(server.start(), seed, filled)
    finally:
        server.stop()
        subprocess.run(["umount", "-l", disk], check=True)


def goes_bad(server, seed, fault):
    """The disk goes bad under load and is well again, then the server is killed; a check judges all of it."""
    server.make({"s": ""}, list_id="own")
    editor = Client(server.ws())
    editor.open("own")
    with CheckCommand(server, clients=6, lists=3, seed=seed) as check:
        check.goes_on(60)
        with fault(server):
            sent = edit_until_refused(editor)
            reading_goes_on(server, check)
        wait_until(lambda: server.readiness() == 200, "readyz is 200 again")
        # Without a restart, the lists take edits; those that were undecided are stored.
        check.goes_on(20)
        kinds = {row: editor.answer("own", number).kind for number, row in sent.items()}
        assert set(kinds.values()) <= {"set", "reject"}
        assert editor.edit("own", insert("last")).kind == "set"
        assert all(len(answers) == 1 for answers in editor.answers.values())
        editor.leave()
        before = server.snapshot("own")
        stored = [row["id"] for row in before["sections"][0]["rows"]]
        assert stored == [row for row, kind in kinds.items() if kind == "set"] + ["last"]
        server.kill()
        server.start()
        assert server.snapshot("own") == before
        check.goes_on(20)
        code, report, messages = check.end()
    assert code == 0, (report, messages)
    assert len(server.log_lines("the journal cannot be written")) == 1


def edit_until_refused(editor):
    """Inserts rows until one is refused; the first ones may be undecided. The rows by the ids of their edits."""
    sent = {}
    while not any(answers and answers[0].kind == "reject" for answers in editor.answers.values()):
        row = f"r{len(sent)}"
        sent[editor.post("own", insert(row))] = row
        editor.settle()
    return sent


def reading_goes_on(server, check):
    """While the journal fails: not ready, but lists are shown and opened."""
    wait_until(lambda: server.readiness() == 503, "readyz is 503")
    figures = server.get("/metrics").body.decode().splitlines()
    assert "lockstep_ready 0" in figures and "lockstep_journal_errors_total 0" not in figures
    assert server.get("/healthz").status == 200
    for name in check.revisions():
        snapshot = server.snapshot(name)
        reader = Client(server.ws())
        opened = reader.open(name)
        assert opened["revision"] >= snapshot["revision"]
        again = reader.open(name, snapshot["revision"], snapshot["epoch"])
        assert again["revision"] >= opened["revision"]
        reader.leave()
    answer = server.request("POST", "/api/lists/own/edits", {
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
