"""Thousands of clients, in small: source addresses, file descriptors, a killed server that all come back to."""

import resource
import signal
import subprocess
from pathlib import Path

import pytest

from secured import wait_until
from test_scenarios import BINARY, load

HARD_LIMIT = resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def limited(soft, hard, *arguments):
    """Runs a scenario against a server of its own, both with that limit of open files."""
    return subprocess.run(
        [BINARY, "load", *arguments, "--start-server", "--json"], capture_output=True, text=True, check=False,
        timeout=120, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))


def peers():
    """The IPv4 addresses that established connections come from, as the kernel writes them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return {fields[1].split(":")[0] for fields in map(str.split, lines) if fields[3] == "01"}


def test_clients_come_from_several_addresses(tmp_path):
    """In turn from 127.0.0.1 to 127.0.0.3."""
    command = [BINARY, "load", "idle", "--connections", "30", "--lists", "5", "--sources", "3", "--seconds", "60",
               "--start-server", "--store-folder", tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until(lambda: {"0100007F", "0200007F", "0300007F"} <= peers(), "connections of three addresses")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130


@pytest.mark.parametrize("arguments, status, said", [
    (["editors", "--sources", "2", "--url", "ws://[::1]:9"], 2, "[::1]:9 is none"),
    (["editors", "--sources", "0"], 64, "--sources must be from 1 to 250"),
    (["idle", "--connections", "25001"], 64, "25000 for each of --sources"),
    (["storm", "--kill"], 64, "--start-server"),
    (["storm", "--kill", "--missed", "3", "--start-server"], 64, "omit --missed"),
])
def test_what_does_not_go_together_is_said(arguments, status, said):
    """Before anything is connected."""
    done = subprocess.run([BINARY, "load", *arguments], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == status and said in done.stderr, done.stderr


def test_missing_descriptors_are_counted_before_anyone_connects():
    """Generator and server are named, with how many each of them lacks."""
    done = limited(200, 200, "idle", "--connections", "300")
    assert done.returncode == 2
    assert "350 clients are too many: the generator may open 200 descriptors (ulimit -n), " in done.stderr
    assert "; the server may open 200 descriptors (ulimit -n), " in done.stderr


def test_the_soft_limit_is_raised():
    """What the shell allows by default does not bound a run."""
    done = limited(100, HARD_LIMIT, "idle", "--connections", "300", "--lists", "3", "--seconds", "0.2")
    assert done.returncode == 0, done.stderr


def test_idle_tells_what_sessions_cost(tmp_path):
    """Memory, the join, and the processor while nothing happens."""
    figures = load("idle", "--connections", "300", "--lists", "30", "--seconds", "0.3", folder=tmp_path)["figures"]
    assert {"memory.connection", "cpu.idle.thousand"} <= figures.keys() and figures["time.join"] > 0
    assert figures["cpu.join.all"] == pytest.approx(figures["cpu.join"] * 300 / 1_000, rel=1e-3)


def test_all_come_back_after_kill(tmp_path):
    """To a server that was started again on the same store; the lists can be edited afterwards."""
    result = load("storm", "--clients", "60", "--lists", "6", "--kill", "--sources", "2", folder=tmp_path)
    figures = result["figures"]
    assert result["settings"] == {"clients": 60, "lists": 6, "missed": 0}
    assert figures["time.server"] > 0 and 0 < figures["wait.p50"] <= figures["time"]
    assert "cpu.client" in figures


def test_lists_at_a_steady_rate(tmp_path):
    """Edits are due whatever the server does, and each has its answer."""
    result = load("lists", "--lists", "10", "--clients", "3", "--rate", "100", "--seconds", "0.5", folder=tmp_path)
    assert result["settings"]["rate"] == 100
    assert result["figures"]["rate"] > 0
    assert 0 < result["figures"]["answer.p50"] <= result["figures"]["answer.p99"]


def test_a_started_server_speaks_tls_and_sessions_are_resumed(tmp_path):
    """Clients check its certificate; whoever comes back shows its ticket, which the server signs nothing for."""
    result = load("storm", "--clients", "40", "--missed", "3", "--tls", folder=tmp_path)
    assert result["figures"]["tls.resumed"] == 100


def test_a_server_that_was_started_again_knows_no_tickets(tmp_path):
    """The keys of tickets are those of the process: after kill -9 everyone has a full handshake."""
    result = load("storm", "--clients", "40", "--kill", "--tls", folder=tmp_path)
    assert result["figures"]["tls.resumed"] == 0
