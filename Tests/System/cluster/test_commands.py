"""The commands with several addresses, `--url` more than once, against three servers on three nodes."""

import json
import re
import subprocess

import pytest

from process import wait_until
from server import binary

SECONDS = 4
"""Seconds of a check: long enough for its clients to drop connections, and come elsewhere, besides."""


@pytest.fixture
def servers(nodes, spawn):
    """Three servers that are ready."""
    made = [spawn(nodes) for _ in range(3)]
    for server in made:
        server.launch()
    for server in made:
        wait_until(server.is_ready, "the server is ready")
    return made


def url(server):
    """The address of a server."""
    return f"http://127.0.0.1:{server.port}"


def sessions(server):
    """How many sessions a server has now."""
    return int(re.search(r"^lockstep_sessions (\d+)", server.get("/metrics").body.decode(), re.M)[1])


def test_check_goes_on_at_the_others_and_compares_what_they_hold(servers):
    check = subprocess.Popen(
        [binary(), "check", *map(url, servers), "--clients", "9", "--lists", "3", "--seconds", str(SECONDS),
         "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: all(sessions(server) > 0 for server in servers), "each server has some of the clients")
    servers[1].kill()
    said, noted = check.communicate(timeout=90)
    result = json.loads(said)
    assert check.returncode == 0 and result["held"], (result, noted)
    assert result["server"] == ",".join(map(url, servers)) and result["leftLists"] == []


def test_load_shares_its_clients_and_finds_the_same_on_all(servers):
    addresses = [word for server in servers for word in ("--url", url(server))]
    load = subprocess.Popen(
        [binary(), "load", "editors", *addresses, "--editors", "6", "--in-flight", "2", "--seconds", "2", "--json"],
        stdout=subprocess.PIPE, text=True)
    wait_until(lambda: all(sessions(server) == 2 for server in servers), "each server has a third of the clients")
    said, _ = load.communicate(timeout=60)
    assert load.returncode == 0 and json.loads(said)["converged"], said
