"""Disks that are full or fail: new edits are refused, reading goes on, and the lists come back by themselves."""

import os
import subprocess
import time
from collections import Counter

import pytest

from actions import update
from checker import Report
from client import Client
from process import Injection, wait_until
from run import Run

FAULTS = {"sync": ("fdatasync", "fsync"), "write": ("pwrite64", "pwritev")}
"""Which system calls fail in which test."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failing_disk_refuses_edits_and_lets_readers_go_on(spawn, seed, fault, tmp_path, capsys):
    server = spawn(history_snapshot_every=50).start()
    run = begun(server, seed)
    try:
        with Injection(server, *FAULTS[fault]) as injection:
            wait_until(lambda: refusals(run) >= 10, "edits are refused as unavailable")
            reading_goes_on(server, run)
        assert injection.hits() > 0
        comes_back(server, run)
        run.quiet(1000)
    finally:
        run.end()
    held(run, tmp_path, capsys, f"EIO on {fault}, {injection.hits()} calls failed")
    assert said_once(server)
    after_a_crash(server, run)


def test_lists_that_a_failing_disk_may_create_or_delete_are_not_told_as_untouched(spawn):
    """A transaction whose sync failed is one again after a crash, unless another is written over it."""
    server = spawn(bounds_request_seconds=1).start()
    server.make({"s1": "a b"}, list_id="kept")
    with Injection(server, *FAULTS["sync"]) as injection:
        created = server.request("POST", "/api/lists", {"list": "ghost", "title": "Ghost"})
        assert (created.status, created.json()["code"]) == (504, "unavailable")
        deleted = server.request("DELETE", "/api/lists/kept")
        assert (deleted.status, deleted.json()["code"]) == (504, "unavailable")
        assert server.get("/healthz").status == 200 and injection.hits() > 1
    edit = {"client": "k" * 12, "id": 1, "actions": [update("a", {"title": "after"})]}
    wait_until(lambda: server.request("POST", "/api/lists/kept/edits", edit).status == 200, "the list takes edits again")
    before = server.snapshot("kept")
    server.kill()
    server.start()
    assert server.snapshot("kept") == before and before["revision"] == 1
    assert server.get("/api/lists/ghost").status == 404
    assert server.request("POST", "/api/lists", {"list": "ghost", "title": "Ghost"}).status == 201


def test_a_full_disk_refuses_edits_and_lets_readers_go_on(spawn, seed, tmp_path, capsys):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(disk)], capture_output=True).returncode == 0
    server = spawn(history_snapshot_every=50)
    server.store = disk / "lists.sqlite"
    run = None
    try:
        run = begun(server.start(), seed)
        if mounted:
            how = "ENOSPC on a small tmpfs"
            filler = disk / "filler"
            fill(filler)
            wait_until(lambda: refusals(run) >= 10, "edits are refused as unavailable")
            reading_goes_on(server, run)
            filler.unlink()
        else:
            how = "ENOSPC by injection"
            with Injection(server, "pwrite64", error="ENOSPC"):
                wait_until(lambda: refusals(run) >= 10, "edits are refused as unavailable")
                reading_goes_on(server, run)
        comes_back(server, run)
        run.quiet(1000)
        run.end()
        held(run, tmp_path, capsys, how)
        assert said_once(server)
        after_a_crash(server, run)
    finally:
        if run:
            run.end()
        server.stop()
        if mounted:
            subprocess.run(["umount", "-l", str(disk)], check=True)


def begun(server, seed):
    """A few editors at work, after a while in which all is well."""
    run = Run(server, seed, editors=6, lists=3, founders=0, pause=0.05)
    run.begin()
    wait_until(lambda: all(m.model.revision > 20 for m in list(run.world.mirrors.values())),
               "edits apply while the disk is well")
    run.snapshots()
    return run


def refusals(run):
    """How many edits were answered `unavailable` so far."""
    return sum(refused_in(run).values())


def refused_in(run):
    """How many edits of each list were answered `unavailable` so far."""
    return sum((e.refused for e in run.editors), Counter())


def fill(filler):
    """Takes all room on the disk."""
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


def reading_goes_on(server, run):
    """While the journal fails: not ready, but lists are shown and opened."""
    wait_until(lambda: server.readiness() == 503, "readyz is 503")
    figures = server.get("/metrics").body.decode().splitlines()
    assert "lockstep_ready 0" in figures and "lockstep_journal_errors_total 0" not in figures
    assert server.get("/healthz").status == 200
    for name in run.names:
        snapshot = server.snapshot(name)
        run.history.add("snapshot", list=name, body=snapshot)
        reader = Client(server.ws())
        opened = reader.open(name)
        assert opened["revision"] >= snapshot["revision"]
        again = reader.open(name, snapshot["revision"], snapshot["epoch"])
        assert again["revision"] >= opened["revision"]
        reader.leave()
    # A list that refused has an undecided edit already; the first edit of another would be one itself.
    refusing = max(refused_in(run).items(), key=lambda pair: pair[1])[0]
    response = server.request("POST", f"/api/lists/{refusing}/edits", {
        "id": 1, "client": f"refused-{time.monotonic_ns()}", "actions": [
            {"op": "updateList", "title": "never"}]})
    assert (response.status, response.json()["code"]) == (503, "unavailable")


def comes_back(server, run):
    """The disk is well again: without a restart, the lists take edits."""
    wait_until(lambda: server.readiness() == 200, "readyz is 200 again")
    seen = {n: server.snapshot(n)["revision"] for n in run.names}
    wait_until(lambda: all(server.snapshot(n)["revision"] > seen[n] + 5 for n in run.names),
               "edits apply again")


def held(run, tmp_path, capsys, how):
    """The whole history is held against the properties: nothing answered missing, nothing refused there."""
    assert not run.failure
    run.history.write(tmp_path / "history.jsonl")
    report = Report(run.history)
    with capsys.disabled():
        print(f"\n{how}: {refusals(run)} edits refused as unavailable\n{report}")
    assert report.violated() == []


def said_once(server):
    """Whether the log tells of the failure once, and of its end at most once."""
    lines = [line for line in server.log_lines() if line.strip()]
    return 1 <= len(lines) <= 2


def after_a_crash(server, run):
    """What was shown after the recovery is what the journal holds: a restart gives the same lists."""
    before = {n: server.snapshot(n) for n in run.names}
    server.kill()
    server.start()
    assert {n: server.snapshot(n) for n in run.names} == before
