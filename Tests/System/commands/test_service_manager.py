"""What the server tells the manager that started it, as systemd wants to know it (sd_notify)."""

import secrets
import socket

import pytest


@pytest.fixture(params=["path", "abstract name"])
def manager(request, tmp_path, monkeypatch):
    """The socket of a manager that the servers of the test are told of."""
    name = str(tmp_path / "notify") if request.param == "path" else f"@lockstep-{secrets.token_hex(8)}"
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0"))
        listening.settimeout(30)
        yield listening


def test_it_says_when_it_serves_and_when_it_stops(spawn, manager):
    server = spawn()
    server.launch()
    assert manager.recv(100) == b"READY=1"
    assert server.readiness() == 200
    server.stop()
    assert manager.recv(100) == b"STOPPING=1"


def test_one_that_cannot_start_is_not_ready(spawn, manager):
    code, _ = spawn(tls_cert="/no/such.pem", tls_key="/no/such.pem").run_to_end()
    assert code == 1
    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(100)


@pytest.mark.parametrize("name", ["nobody", "/" + 200 * "n", ""])
def test_a_manager_that_is_not_there_holds_nothing_up(spawn, monkeypatch, tmp_path, name):
    monkeypatch.setenv("NOTIFY_SOCKET", name and str(tmp_path / name))
    spawn().start()
