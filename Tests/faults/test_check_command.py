"""`lockstep check` as a user runs it: against a server that is killed, and against one that is lied about."""

import json
import signal
import subprocess

import pytest

from lying_proxy import Doubling, Dropping, LyingProxy, Swapping
from process import wait_until
from server import free_port


class CheckCommand:
    """One `lockstep check` that runs beside the test."""

    def __init__(self, server, url, **options):
        flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        self.process = subprocess.Popen(
            [str(server.binary), "check", url, "--json", *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self):
        """Waits for its end; gives exit code, report (None: there is none) and messages."""
        try:
            out, messages = self.process.communicate(timeout=90)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, json.loads(out) if out else None, messages


def states(report):
    """Each property's number and what came of it."""
    return {p["property"]: p["state"] for p in report["properties"]}


def broken(report):
    """The numbers of the properties that do not hold."""
    return {number for number, state in states(report).items() if state == "broken"}


def lists(server):
    """The lists that are there."""
    return server.get("/api/lists").json()["lists"]


def edited(server, revision):
    """Whether some list was edited so often."""
    return any(entry["revision"] >= revision for entry in lists(server))


def test_a_server_that_is_killed_twice_keeps_every_promise(spawn, seed, capsys):
    server = spawn().start()
    check = CheckCommand(server, server.ws(""), seconds=6, seed=seed)
    for revision in (60, 200):
        wait_until(lambda: edited(server, revision), "the check edits")
        server.kill()
        server.start()
    code, report, messages = check.end()
    with capsys.disabled():
        print(f"\nseed {seed}: {report and report['counts']}")
    assert code == 0, (report, messages)
    assert set(states(report).values()) == {"held"}, report
    assert report["counts"]["reconnects"] >= 2 * report["clients"]
    assert report["counts"]["resends"] > 0
    assert report["leftLists"] == [] and lists(server) == []


@pytest.mark.parametrize("lies, wanted", [
    (Dropping, {"1"}), (Doubling, {"1"}), (Swapping, {"3", "10", "A"})])
def test_a_lie_breaks_its_property(spawn, seed, lies, wanted):
    server, lies = spawn().start(), lies()
    with LyingProxy(server.port, lies) as proxy:
        check = CheckCommand(server, proxy.ws(), seconds=2, clients=8, lists=2, seed=seed)
        code, report, messages = check.end()
    assert lies.told == 1
    assert code == 1, messages
    # An edit with another's answer breaks more of them, in ways that the moment decides.
    found = broken(report)
    assert wanted <= found if isinstance(lies, Swapping) else wanted == found, report
    first = next(p["first"] for p in report["properties"] if p["state"] == "broken")
    assert first["list"].startswith("check-") and first["messages"]
    assert first.get("revision", 1) > 0


def test_ctrl_c_ends_the_load_and_deletes_the_lists(spawn, seed):
    server = spawn().start()
    check = CheckCommand(server, server.ws(""), seconds=300, seed=seed)
    wait_until(lambda: edited(server, 20), "the check edits")
    check.process.send_signal(signal.SIGINT)
    code, report, messages = check.end()
    assert code == 0, (report, messages)
    assert report["interrupted"] and report["counts"]["answered"] > 0
    assert lists(server) == []


def test_without_a_server_there_is_nothing_to_check(spawn):
    code, report, messages = CheckCommand(spawn(), f"ws://127.0.0.1:{free_port()}").end()
    assert code == 2 and report is None
    assert "cannot connect" in messages
