"""`lockstep edit` while no answer comes."""

import json
import os
import signal
import subprocess

import pytest

from process import BOUND, wait_until

UNKNOWN = "not known whether applied"


class Editing:
    """One `lockstep edit` that reads its edits from the test."""

    def __init__(self, lockstep, server, *flags):
        self.server = server
        self.process = subprocess.Popen(
            [str(lockstep.binary), "edit", "small", "--url", f"http://127.0.0.1:{server.port}", *flags],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})

    def say(self, title):
        """Gives it an edit."""
        action = {"op": "updateRow", "row": "a", "fields": {"title": title}}
        self.process.stdin.write(json.dumps(action).encode() + b"\n")
        self.process.stdin.flush()

    def answered(self):
        """The next line that it prints."""
        return self.process.stdout.readline().decode()

    def ends(self):
        """Its status, and what else it printed."""
        output, errors = self.process.communicate(timeout=BOUND)
        return self.process.returncode, output.decode(), errors.decode()


def unread(port):
    """Bytes that a server on that port has received and not read."""
    with open("/proc/net/tcp", encoding="ascii") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    return sum(int(row[4].split(":")[1], 16) for row in rows
               if int(row[1].split(":")[1], 16) == port and row[3] == "01")


@pytest.fixture
def stopped(spawn, lockstep):
    """Starts editing, has one edit answered, and leaves the next without an answer."""
    server = spawn().start()
    server.make({"s": "a b c"}, list_id="small")
    made = []

    def start(*flags):
        editing = Editing(lockstep, server, *flags)
        made.append(editing)
        editing.say("first")
        assert "1" in editing.answered()
        server.suspend()
        editing.say("second")
        wait_until(lambda: unread(server.port) > 0, "the edit is sent")
        return editing

    yield start
    server.resume()
    for editing in made:
        editing.process.kill()
        editing.process.communicate()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_wait_for_an_answer(stopped, name):
    editing = stopped()
    editing.process.send_signal(getattr(signal, name))
    status, output, errors = editing.ends()
    assert (status, output) == (3, "")
    assert UNKNOWN in errors


def test_a_time_limit_ends_the_wait_for_an_answer(stopped):
    status, output, errors = stopped("--timeout", "2", "--json").ends()
    assert (status, json.loads(output)) == (3, {"outcome": "unknown"})
    assert UNKNOWN in errors


def test_a_time_limit_ends_the_wait_for_a_server(spawn, lockstep):
    server = spawn().start()
    server.make({"s": "a b c"}, list_id="small")
    server.suspend()
    try:
        said = lockstep.refusal("edit", "small", "rename", "a", "A", "--timeout", "0.3",
                                "--url", f"http://127.0.0.1:{server.port}")
    finally:
        server.resume()
    assert "0.3 seconds" in said and "nothing was sent" in said
    assert server.snapshot("small")["revision"] == 0


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_wait_for_the_next_line(spawn, lockstep, name):
    server = spawn().start()
    server.make({"s": "a b c"}, list_id="small")
    editing = Editing(lockstep, server)
    editing.say("first")
    assert "applied" in editing.answered()
    editing.process.send_signal(getattr(signal, name))
    # Its input stays open: it must not wait for it.
    assert editing.process.wait(BOUND) == 1
    status, output, errors = editing.ends()
    assert (status, output) == (1, "") and UNKNOWN not in errors and "no edit was under way" in errors


def test_a_field_that_nests_too_deep_is_not_sent(spawn, lockstep):
    server = spawn().start()
    server.make({"s": "a b c"}, list_id="small")
    url = f"http://127.0.0.1:{server.port}"
    said = lockstep.output("edit", "small", "set", "a", "x", "[" * 17 + "]" * 17, "--url", url, code=2)
    assert "the field x nests 17 deep" in said
    lockstep("edit", "small", "set", "a", "x", "[" * 16 + "]" * 16, "--url", url)


def test_a_time_limit_is_a_number_of_seconds(lockstep):
    for value in ["0", "-1", "soon"]:
        lockstep("edit", "small", "undo", f"--timeout={value}", code=64)
