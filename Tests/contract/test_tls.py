"""TLS on the same port for pages and sockets, and certificates that are renewed under way."""

import json
import os
import signal
import socket
import ssl
import subprocess
import time

import pytest

from client import Client
from server import Server

INSERT = {"op": "insertRow", "fields": {"title": "x"}}


def certify(folder, name, kind="ec"):
    """A self-signed certificate for 127.0.0.1 in `folder`, under the names that the server has."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"] if kind == "ec" else [
        "-newkey", "rsa:2048"]
    subprocess.run(
        ["openssl", "req", "-x509", *key, "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(folder / "key.pem"),
         "-out", str(folder / "cert.pem")], check=True, capture_output=True)


def trust(folder):
    """Believes what is in `folder` now, and nothing else."""
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def shown(server, **settings):
    """The name on the certificate that a new connection sees."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for name, value in settings.items():
        setattr(context, name, value)
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
        with context.wrap_socket(raw) as tls:
            der = tls.getpeercert(binary_form=True)
            assert tls.selected_alpn_protocol() == "http/1.1"
    text = subprocess.run(["openssl", "x509", "-inform", "DER", "-noout", "-subject"], input=der,
                          capture_output=True, check=True).stdout.decode()
    return text.split("CN = ")[1].strip()


def reload(server, until):
    """Has the server read its files again and waits until its log says how it went."""
    os.kill(server.process.pid, signal.SIGHUP)
    deadline = time.monotonic() + 8
    while until not in server.log():
        assert time.monotonic() < deadline, server.log()
        time.sleep(0.02)


@pytest.fixture(scope="module")
def secured(tmp_path_factory):
    """A server that speaks TLS."""
    folder = tmp_path_factory.mktemp("tls")
    certify(folder, "first")
    running = Server(folder, "--cert", str(folder / "cert.pem"), "--key", str(folder / "key.pem"),
                     "--log-level", "notice")
    running.tls = trust(folder)
    running.start()
    yield running
    running.stop()


def test_no_handshake_is_lost(secured):
    """A request that comes with the end of the TLS handshake is read, whatever was looked at before."""
    request = (f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{secured.port}\r\nUpgrade: websocket\r\n"
               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode()
    for _ in range(300):
        with socket.create_connection(("127.0.0.1", secured.port), timeout=10) as plain:
            with secured.tls.wrap_socket(plain, server_hostname="127.0.0.1") as tls:
                tls.sendall(request)
                assert tls.recv(4096).startswith(b"HTTP/1.1 101")


def test_pages_and_sockets_on_one_port(secured):
    rows = [{"id": f"r{n}", "fields": {"title": "t" * 400}} for n in range(2000)]
    list_id = secured.make([{"id": "s", "title": "S", "rows": rows}])
    body = secured.get(f"/api/lists/{list_id}").body
    assert len(body) > 800_000 and len(json.loads(body)["sections"][0]["rows"]) == 2000
    assert b"<title>Lockstep" in secured.get("/").body
    one, two = (Client(secured.ws(), ssl=secured.tls) for _ in range(2))
    for client in (one, two):
        client.open(list_id)
    large = {"op": "insertRow", "fields": {"title": "x", "note": "n" * 15_000}}
    one.edit(list_id, *[large] * 16)
    for _ in range(60):
        one.post(list_id, INSERT)
    one.reach(list_id, 61)
    two.reach(list_id, 61)
    assert one.lists[list_id].digest() == two.lists[list_id].digest()
    own = f"https://127.0.0.1:{secured.port}"
    Client(secured.ws(), ssl=secured.tls, origin=own).leave()
    for client in (one, two):
        client.leave()


def test_commands_speak_tls_with_servers_that_they_trust(secured):
    list_id = secured.make([{"id": "s", "title": "S", "rows": []}])
    url = ["--url", f"https://127.0.0.1:{secured.port}"]

    def run(*arguments, **environment):
        return subprocess.run([str(secured.binary), *arguments, *url], capture_output=True, text=True,
                              timeout=20, env={**os.environ, **environment})

    stranger = run("edit", list_id, "add", "x", "--section", "s")
    assert stranger.returncode == 1 and "SSL_CERT_FILE" in stranger.stderr
    trusted = {"SSL_CERT_FILE": str(secured.folder / "cert.pem")}
    edit = run("edit", list_id, "add", "x", "--section", "s", **trusted)
    assert edit.returncode == 0, edit.stderr
    assert f"{list_id} 1 rows, revision 1" in " ".join(run("lists", **trusted).stdout.split())
    assert secured.get(f"/api/lists/{list_id}").json()["revision"] == 1


@pytest.mark.filterwarnings("ignore:.*TLSv1_1:DeprecationWarning")
def test_old_versions_and_plain_text_are_not_spoken(secured):
    with pytest.raises((ssl.SSLError, OSError)):
        shown(secured, maximum_version=ssl.TLSVersion.TLSv1_1)
    with socket.create_connection(("127.0.0.1", secured.port), timeout=5) as raw:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        raw.settimeout(5)
        try:
            assert b"200" not in raw.recv(4096)
        except OSError:
            pass
    assert secured.get("/healthz").status == 200


def test_unmasked_frame_is_refused(secured):
    with socket.create_connection(("127.0.0.1", secured.port), timeout=5) as raw:
        with secured.tls.wrap_socket(raw, server_hostname="127.0.0.1") as tls:
            tls.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
            head = b""
            while b"\r\n\r\n" not in head:
                head += tls.recv(4096)
            assert head.startswith(b"HTTP/1.1 101")
            tls.sendall(b"\x81\x02{}")
            assert tls.recv(4096)[2:4] == (1002).to_bytes(2, "big")


def test_certificate_is_renewed_under_way_and_a_broken_one_is_not(tmp_path):
    certify(tmp_path, "first", "rsa")
    server = Server(tmp_path, "--cert", str(tmp_path / "cert.pem"),
                    "--key", str(tmp_path / "key.pem"), "--log-level", "notice")
    server.tls = trust(tmp_path)
    server.start()
    try:
        list_id = server.make({"s": "a"})
        client = Client(server.ws(), ssl=server.tls)
        client.open(list_id)
        assert shown(server) == "first"
        # Of another kind, too: the old one must not be chosen beside it.
        certify(tmp_path, "second", "ec")
        reload(server, "read again")
        assert shown(server) == "second"
        (tmp_path / "cert.pem").write_text("broken")
        reload(server, "stays in use")
        assert shown(server) == "second"
        client.edit(list_id, INSERT)
        assert client.lists[list_id].revision == 1
        client.leave()
    finally:
        server.stop()


@pytest.mark.parametrize("break_it, named", [
    (lambda f: (f / "cert.pem").unlink(), "No such file"),
    (lambda f: (f / "cert.pem").write_text("x"), "cert.pem"),
    (lambda f: (f / "key.pem").write_text("x"), "key.pem"),
    (lambda f: certify(f / "other", "other"), "mismatch"),
])
def test_wrong_files_are_an_error_at_start(tmp_path, break_it, named):
    certify(tmp_path, "first")
    (tmp_path / "other").mkdir()
    break_it(tmp_path)
    key = tmp_path / "other/key.pem"
    key = key if key.exists() else tmp_path / "key.pem"
    ended = Server.run("serve", "--port", "0", "--store", str(tmp_path / "s.sqlite"),
                       "--lists", str(tmp_path / "other"), "--web", str(tmp_path),
                       "--cert", str(tmp_path / "cert.pem"), "--key", str(key))
    assert ended.returncode != 0 and named in ended.stderr and "certificate" in ended.stderr


def test_half_of_it_is_an_error(tmp_path):
    ended = Server.run("serve", "--cert", str(tmp_path / "cert.pem"))
    assert ended.returncode != 0 and "tls.key" in ended.stderr
