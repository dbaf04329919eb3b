"""TLS on the same port for pages and sockets, and certificates that are renewed under way."""

import contextlib
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import threading

import pytest

from client import Client
from server import Server
from shared_socket import SharedSocket
from tokens import SECRET
from waiting import BOUND, until

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
    context = ssl.create_default_context(cafile=str(folder / "cert.pem"))
    context.sslsocket_class = SharedSocket
    return context


def shown(server, **settings):
    """The name on the certificate that a new connection sees."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for name, value in settings.items():
        setattr(context, name, value)
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as raw:
        with context.wrap_socket(raw) as tls:
            der = tls.getpeercert(binary_form=True)
            assert tls.selected_alpn_protocol() == "http/1.1"
    text = subprocess.run(["openssl", "x509", "-inform", "DER", "-noout", "-subject"], input=der,
                          capture_output=True, check=True).stdout.decode()
    return text.split("CN = ")[1].strip()


def reload(server, logged):
    """Has the server read its files again and waits until its log says how it went."""
    server.process.send_signal(signal.SIGHUP)
    until(lambda: logged in server.log(), server.log)


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


@pytest.fixture(scope="module")
def guarded(secured, tmp_path_factory):
    """One that asks for tokens as well."""
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "tokens.key").write_text(SECRET)
    running = Server(folder, "--cert", str(secured.folder / "cert.pem"), "--key", str(secured.folder / "key.pem"),
                     "--auth-mode", "jwt", "--auth-keys", str(folder / "tokens.key"), web="")
    running.tls = secured.tls
    running.start()
    yield running
    running.stop()


def test_no_handshake_is_lost(secured):
    """A request that comes with the end of the TLS handshake is read, whatever was looked at before."""
    request = (f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{secured.port}\r\nUpgrade: websocket\r\n"
               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode()
    for _ in range(300):
        with socket.create_connection(("127.0.0.1", secured.port), timeout=BOUND) as plain:
            with secured.tls.wrap_socket(plain, server_hostname="127.0.0.1") as tls:
                tls.sendall(request)
                assert tls.recv(4096).startswith(b"HTTP/1.1 101")


def test_nothing_behind_a_refused_head_is_a_request(secured):
    name = secured.make({"s": "a"})
    plain = socket.create_connection(("127.0.0.1", secured.port), timeout=BOUND)
    with secured.tls.wrap_socket(plain, server_hostname="127.0.0.1") as tls:
        tls.sendall(b"POST /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n")
        assert tls.recv(4096).startswith(b"HTTP/1.1 400")
        tls.sendall(f"DELETE /api/lists/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        socket.socket.shutdown(tls, socket.SHUT_WR)
        with contextlib.suppress(ssl.SSLError, ConnectionResetError):
            while tls.recv(4096):
                pass
    assert secured.get(f"/api/lists/{name}").status == 200


def masked(text):
    """A frame of a client."""
    data = text.encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + data


def upgraded(server):
    """A socket that speaks WebSocket over TLS."""
    tls = server.tls.wrap_socket(
        socket.create_connection(("127.0.0.1", server.port), timeout=BOUND), server_hostname="127.0.0.1")
    tls.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    assert tls.recv(4096).startswith(b"HTTP/1.1 101")
    return tls


@pytest.mark.parametrize("count", [30, 100, 600])
def test_all_of_a_record_is_answered_by_whom_it_is_too_much_at_once(secured, count):
    """A session stops being read while it has asked for much; the rest of a record of TLS is decrypted by then."""
    with upgraded(secured) as tls:
        tls.sendall(masked('{"type":"hello","protocol":1}') + count * masked('{"type":"lists"}'))
        answered = b""
        while answered.count(b'"type":"lists"') < count:
            piece = tls.recv(1 << 16)
            assert piece
            answered += piece
        assert secured.get("/healthz").status == 200


@pytest.mark.parametrize("hello", ['{"type":"hello","protocol":1,"token":"none"}', '{"type":"hello","protocol":9}'])
@pytest.mark.parametrize("count", [30, 100, 600])
def test_whoever_is_refused_holds_nobody_up_by_what_came_with_the_hello(guarded, hello, count):
    with upgraded(guarded) as tls:
        tls.sendall(masked(hello) + count * masked('{"type":"lists"}'))
        assert b'"type":"error"' in tls.recv(1 << 16)
        assert guarded.get("/healthz").status == 200
    assert guarded.get("/healthz").status == 200


def events(server, *before, behind=b""):
    """A stream of events, after other requests of the connection; what is sent after its head comes with it."""
    tls = socket.create_connection(("127.0.0.1", server.port), timeout=BOUND)
    if server.tls:
        tls = server.tls.wrap_socket(tls, server_hostname="127.0.0.1")
    for method, path in before:
        tls.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {2 * (method == 'POST')}\r\n\r\n".encode()
                    + b"[]" * (method == "POST"))
        assert tls.recv(1 << 16).startswith(b"HTTP/1.1 ")
    list_id = server.make([{"id": "s", "title": "S", "rows": []}])
    tls.sendall(f"GET /api/lists/{list_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() + behind)
    return tls


@pytest.mark.parametrize("kind", ["secured", "server"])
@pytest.mark.parametrize("before", [[], [("GET", "/healthz")], [("POST", "/api/lists")]])
def test_what_stands_behind_a_stream_of_events_ends_the_connection(request, kind, before):
    """It is never read, and would be looked at again and again."""
    server = request.getfixturevalue(kind)
    with events(server, *before, behind=b"x" * 12_000) as connection:
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(100)[:12] in (b"", b"HTTP/1.1 400")
            while connection.recv(1 << 16):
                pass
    # Over TLS it is not known whether something stands after the body of an earlier request.
    if kind == "server" or ("POST", "/api/lists") not in before:
        with events(server, *before) as connection:
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")


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
                              timeout=BOUND, env={**os.environ, **environment})

    stranger = run("edit", list_id, "add", "x", "--section", "s")
    assert stranger.returncode == 1 and "SSL_CERT_FILE" in stranger.stderr
    trusted = {"SSL_CERT_FILE": str(secured.folder / "cert.pem")}
    edit = run("edit", list_id, "add", "x", "--section", "s", **trusted)
    assert edit.returncode == 0, edit.stderr
    assert f"{list_id} 1 rows, revision 1" in " ".join(run("lists", **trusted).stdout.split())
    assert secured.get(f"/api/lists/{list_id}").json()["revision"] == 1


@pytest.mark.filterwarnings("ignore:.*TLSv1_1:DeprecationWarning")
def test_every_request_of_kept_connections_is_answered(secured):
    """The server looks at input before libwebsockets reads it, and what a look takes off the socket must not be lost."""
    paths = ["/", "/client.js", "/styles/row.css", "/texts/texts.js", "/icon.svg", "/api/lists"]
    unanswered = []

    def browse():
        for _ in range(12):
            connection = http.client.HTTPSConnection(secured.host, secured.port, timeout=BOUND, context=secured.tls)
            try:
                for path in paths:
                    connection.request("GET", path)
                    connection.getresponse().read()
            except TimeoutError:
                unanswered.append(path)
            finally:
                connection.close()

    browsers = [threading.Thread(target=browse) for _ in range(6)]
    for one in browsers:
        one.start()
    for one in browsers:
        one.join()
    assert unanswered == []


def test_old_versions_and_plain_text_are_not_spoken(secured):
    with pytest.raises((ssl.SSLError, OSError)):
        shown(secured, maximum_version=ssl.TLSVersion.TLSv1_1)
    with socket.create_connection(("127.0.0.1", secured.port), timeout=BOUND) as raw:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        try:
            assert b"200" not in raw.recv(4096)
        except OSError:
            pass
    assert secured.get("/healthz").status == 200


def test_unmasked_frame_is_refused(secured):
    with socket.create_connection(("127.0.0.1", secured.port), timeout=BOUND) as raw:
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
                    "--key", str(tmp_path / "key.pem"), "--log-level", "notice", web="")
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
