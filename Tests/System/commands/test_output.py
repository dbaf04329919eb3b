"""What commands do where nobody takes what they print."""

import json
import os
import subprocess

import pytest

from lockstep_command import Lockstep
from process import BOUND, FaultyServer, wait_until

OUT_OF_ROOM = "standard output cannot be written: No space left on device"
SIGPIPE = 141
"""What a shell shows for a process that ended by that signal."""

COMMANDS = {
    "lists": "lists --url {url}",
    "lists as JSON": "lists --json --url {url}",
    "show": "show {list} --url {url}",
    "show as JSON": "show {list} --json --url {url}",
    "a list of a server": "export {list} --url {url}",
    "a list of a store": "export {list} --store {store}",
    "verify": "verify {store}",
    "create": "create {list}-other --url {url}",
    "delete": "delete {list} --yes --url {url}",
    "import": "import {folder}/small.json --as {list}-third --url {url}",
    "edit": "edit {list} rename a Alpha --url {url}",
    "edit as JSON": "edit {list} rename a Alpha --json --url {url}",
    "watch": "watch {list} --url {url}",
    "bot": "bot sweeper {list} --for 0.01 --url {url}",
    "top": "top --once --interval 0.1 --url {url}",
    "top, over and over": "top --json --interval 0.1 --url {url}",
    "check": "check --clients 1 --lists 1 --seconds 1 --url {url}",
    "load": "load lists --lists 1 --clients 1 --seconds 0.1 --url {url}",
    "key": "key new.key",
    "token": "token --key {folder}/old.key --sub ana --list *=viewer",
    "help": "--help",
    "help of a command": "help edit",
    "version": "--version",
}
"""All that commands print goes through one writer, whose errors are shown with values beside it."""

WAYS = ["lists", "show as JSON", "a list of a store", "watch", "top, over and over", "load", "help"]
"""A command of each way to print: a table, a document, a file, lines, frames, a report, and what the parser prints."""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server that all of these share, and its folder with a list and a key as files."""
    server = FaultyServer(tmp_path_factory.mktemp("served")).start()
    yield server, Lockstep(server.folder)
    server.stop()


@pytest.fixture
def run(served, tmp_path):
    """Runs a command with an output of the test's on a list of its own; its status and what it said of errors."""
    server, lockstep = served
    url, name = f"http://127.0.0.1:{server.port}", server.make({"s": "a b c"}, title="Small")
    if not (server.folder / "old.key").exists():
        (server.folder / "small.json").write_bytes(lockstep("export", name, "--url", url).stdout)
        lockstep("key", "old.key")

    def start(command, output):
        words = command.format(url=url, store=server.store, folder=server.folder, list=name).split()
        return subprocess.Popen(
            [str(lockstep.binary), *words], cwd=tmp_path, stdout=output, stderr=subprocess.PIPE,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})

    def finish(command, output):
        process = start(command, output)
        said = process.communicate(timeout=BOUND)[1].decode()
        return process.returncode, said

    finish.start, finish.server, finish.list = start, server, name
    return finish


@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_cannot_be_written_is_an_error(run, name):
    with open("/dev/full", "wb") as full:
        status, said = run(COMMANDS[name], full)
    assert (status, said.count(OUT_OF_ROOM)) == (1, 1), said
    assert "Fatal error" not in said and len(said.splitlines()) <= 2, said


@pytest.mark.parametrize("name", WAYS)
def test_a_reader_that_has_gone_ends_a_command_quietly(run, name):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        status, said = run(COMMANDS[name], writer)
    finally:
        os.close(writer)
    assert status == SIGPIPE, (status, said)
    assert not said or said.startswith("seed "), said


def test_watch_ends_with_the_reader_of_its_first_line(run):
    watch = run.start("watch {list} --json --url {url}", subprocess.PIPE)
    os.set_blocking(watch.stdout.fileno(), False)
    count = 0

    def edit():
        nonlocal count
        count += 1
        action = {"op": "updateRow", "row": "a", "fields": {"n": count}}
        assert run.server.request(
            "POST", f"/api/lists/{run.list}/edits", {"id": 1, "actions": [action]}).status == 200

    def first_line():
        edit()
        return watch.stdout.readline()

    def ended():
        edit()
        return watch.poll() is not None

    assert "updatedRows" in json.loads(wait_until(first_line, "watch tells of a change"))
    watch.stdout.close()
    wait_until(ended, "watch ends")
    assert (watch.returncode, watch.stderr.read()) == (SIGPIPE, b"")


def test_top_ends_with_the_reader_of_its_first_line(run):
    top = run.start("top --json --interval 0.1 --url {url}", subprocess.PIPE)
    assert json.loads(top.stdout.readline())["sessions"] >= 0
    top.stdout.close()
    assert (top.wait(BOUND), top.stderr.read()) == (SIGPIPE, b"")


def test_notes_that_nobody_reads_end_nothing(run):
    reader, writer = os.pipe()
    os.close(reader)
    url = f"http://127.0.0.1:{run.server.port}"
    process = subprocess.run(
        [str(run.server.binary), "bot", "sweeper", run.list, "--for", "0.01", "--url", url],
        stdout=subprocess.PIPE, stderr=writer, timeout=BOUND, check=False,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
    os.close(writer)
    assert process.returncode == 0 and b"0 edits" in process.stdout
