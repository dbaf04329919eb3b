"""Backups that a server makes by itself: when, how many, and what is told of them."""

import os
import re
import stat
import subprocess

import pytest

from client import Client
from figures import Figures
from process import BOUND, wait_until

NAME = re.compile(r"lists-\d{8}T\d{6}Z\.sqlite")


def backups(server):
    """The names of a server's backups, by time."""
    folder = server.folder / "backups"
    return sorted(os.listdir(folder)) if folder.exists() else []


def whole(server):
    """Those of them that are not being made just now."""
    return [name for name in backups(server) if NAME.fullmatch(name)]


def test_backups_are_made_and_the_oldest_go(spawn, lockstep, tmp_path):
    server = spawn(backup_every="1s", backup_keep=2).start()
    server.make({"s": "a b"}, list_id="kept")
    wait_until(lambda: len(whole(server)) == 2, "two backups are there")
    first = whole(server)[0]
    wait_until(lambda: first not in whole(server) and len(whole(server)) == 2, "the older one has gone")
    folder = server.folder / "backups"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    figures = Figures(server)
    assert figures("lockstep_backup_timestamp_seconds") > 1_700_000_000
    assert figures("lockstep_backup_failures_total") == 0
    server.stop()
    newest = folder / whole(server)[-1]
    assert "all is as it was written" in lockstep.output("verify", newest)
    (tmp_path / "restored").mkdir()
    newest.rename(tmp_path / "restored/lists.sqlite")
    restored = spawn(tmp_path / "restored").start()
    assert restored.snapshot("kept")["revision"] == 0


def test_the_next_one_is_due_by_the_newest_also_after_a_restart(spawn):
    server = spawn(backup_every="1h").start()
    wait_until(lambda: len(whole(server)) == 1, "a backup is there")
    (name,) = whole(server)
    left = server.folder / "backups" / f"{name}.partial-{gone()}"
    left.write_bytes(b"half a backup")
    under_way = server.folder / "backups" / f"{name}.partial-{os.getpid()}"
    under_way.write_bytes(b"of another server")
    server.kill()
    server.start()
    wait_until(lambda: ("lockstep_backup_timestamp_seconds",) in Figures(server).samples, "the newest is known")
    wait_until(lambda: not left.exists(), "what was left is gone")
    assert backups(server) == [name, under_way.name], "another server's is not touched"


def gone():
    """The id of a process that has ended."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def test_those_of_a_clock_that_was_wrong_go_first(spawn):
    server = spawn(backup_every="1s", backup_keep=2)
    (server.folder / "backups").mkdir()
    wrong = ["lists-29991231T000000Z.sqlite", "lists-29991231T000001Z.sqlite"]
    for name in wrong:
        (server.folder / "backups" / name).write_bytes(b"of another time")
    (server.folder / "backups/mine.txt").write_text("mine")
    server.start()
    wait_until(lambda: not set(wrong) & set(backups(server)) and len(backups(server)) == 3, "they have gone")
    assert "mine.txt" in backups(server)


def test_lists_on_nats_are_copied_into_files(spawn, nats, lockstep, tmp_path):
    server = spawn(backup_every="1s", backup_keep=2, backup_folder=tmp_path / "copies", **nats().settings()).start()
    server.make({"s": "a b"}, list_id="kept")

    def newest_with_the_list():
        for path in sorted((tmp_path / "copies").glob("lists-*Z.sqlite"), reverse=True):
            if b"kept" in lockstep("verify", path, "--verbose").stdout:
                return path
    assert wait_until(newest_with_the_list, "a backup has the list")
    assert Figures(server)("lockstep_backup_failures_total") == 0


def test_a_server_that_stops_gives_a_backup_up(spawn, lockstep, tmp_path):
    (tmp_path / "big.csv").write_text("title,detail\n" + f"row,{'x' * 15_000}\n" * 5_000)
    server = spawn(limits_list_bytes=800_000_000)
    lockstep("import", "big.csv", "--store", server.store)
    server = spawn(server.folder, backup_every="1h")
    server.launch()
    wait_until(lambda: any("partial" in name for name in backups(server)), "it is under way", pause=0.001)
    server.process.terminate()
    assert server.process.wait(BOUND) == 0
    assert backups(server) == []


def test_a_backup_that_cannot_be_made_is_told(spawn, tmp_path):
    (tmp_path / "file").write_text("in the way")
    server = spawn(backup_every="1s", backup_folder=tmp_path / "file").start()
    wait_until(lambda: Figures(server)("lockstep_backup_failures_total") >= 2, "it was tried twice")
    assert "a backup could not be made" in server.log() and str(tmp_path / "file") in server.log()
    assert server.get("/readyz").status == 200
    with (client := Client(server.ws())).stack:
        server.make({"s": "a"}, list_id="used")
        client.open("used")
        client.edit("used", {"op": "insertRow", "fields": {"title": "b"}})
    assert server.snapshot("used")["revision"] == 1


@pytest.mark.parametrize("setting, value, says", [
    ("every", "often", "backup.every must be a time such as 30m"), ("keep", "0", "backup.keep must be a whole number")])
def test_what_makes_no_sense_is_refused(lockstep, monkeypatch, setting, value, says):
    monkeypatch.setenv(f"LOCKSTEP_BACKUP_{setting.upper()}", value)
    assert says in lockstep.refusal("serve", "--web", "", "--lists", "", code=64)
