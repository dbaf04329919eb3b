"""Tokens-and-keys.md, "Keys at a URL": a JWK set that is fetched, kept and fetched again."""

import base64
import hashlib
import hmac
import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect as open_socket

from client import Client
from key_server import KeyServer, SigningKey
from server import Server, free_port
from tokens import bearer, encoded
from waiting import until


@pytest.fixture(scope="module")
def signing(tmp_path_factory):
    """Two keys."""
    folder = tmp_path_factory.mktemp("signing")
    return SigningKey(folder, "one"), SigningKey(folder, "two")


@pytest.fixture
def keys(tmp_path, signing):
    """A server with the first key."""
    running = KeyServer(tmp_path)
    running.publish(signing[0])
    yield running.start()
    running.stop()


def options(keys, authority=True):
    """What makes a server use these keys."""
    return ["--auth-mode", "jwt", "--auth-jwks", keys.url, "--log-level", "notice",
            *(["--auth-ca", str(keys.authority)] if authority else [])]


def status(server, text):
    """What a request with this token is answered."""
    return server.get("/api/lists", bearer(text)).status


def reload(server, logged):
    """Has the keys fetched, and waits until the log says how it went."""
    before = server.log().count(logged)
    server.process.send_signal(signal.SIGHUP)
    until(lambda: server.log().count(logged) > before, server.log)


def test_a_new_key_is_taken_at_its_first_token_and_sessions_go_on(spawn, keys, signing):
    one, two = signing
    server = spawn(*options(keys))
    client = Client(server.ws(), greet=False)
    client.hello(token=one.token())
    assert status(server, one.token()) == 200 and keys.requests == 1

    keys.publish(two)
    assert status(server, two.token()) == 200
    assert status(server, one.token()) == 401
    client.settle()
    client.send({"type": "token", "token": two.token()})
    assert client.take(type="renewed")
    client.leave()
    assert keys.requests == 2


def test_tokens_with_unknown_keys_cause_one_request(spawn, keys, signing):
    one, two = signing
    server = spawn(*options(keys))
    texts = [two.token(kid=f"unknown-{number}") for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda text: status(server, text), texts * 5)) == {401}
    assert keys.requests == 2
    assert status(server, one.token()) == 200
    # A name that is known says nothing of who signed.
    assert status(server, two.token(kid="one")) == 401
    assert keys.requests == 2


def test_the_public_key_is_no_secret(spawn, keys, signing):
    server = spawn(*options(keys))
    public = signing[0].public
    body = encoded(json.dumps({"sub": "eve", "exp": time.time() + 600, "lists": {"*": "owner"}}).encode())
    modulus = base64.urlsafe_b64decode(public["n"] + "==")
    for secret in (modulus, public["n"].encode(), json.dumps(public).encode()):
        for head in ({"alg": "HS256", "kid": "one"}, {"alg": "HS256"}):
            signed = f"{encoded(json.dumps(head).encode())}.{body}"
            digest = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
            assert status(server, f"{signed}.{encoded(digest)}") == 401


def test_until_the_first_keys_the_server_says_so_and_lets_nobody_in(tmp_path, keys, signing):
    keys.stop()
    server = Server(tmp_path / "server", *options(keys), web="").start(ready=503)
    try:
        until(lambda: server.get("/readyz").body == b"unavailable: there are no keys for tokens yet", server.log)
        assert server.get("/healthz").status == 200 and b"\nlockstep_ready 0\n" in server.get("/metrics").body
        answer = server.get("/api/lists", bearer(signing[0].token()))
        assert (answer.status, answer.json()["code"]) == (503, "unavailable")
        with pytest.raises(InvalidStatus) as refused:
            open_socket(server.ws(), subprotocols=["lockstep.v1"])
        assert refused.value.response.status_code == 503
        assert "the keys for tokens cannot be fetched" in server.log()
        keys.start()
        until(lambda: server.get("/readyz").status == 200, server.log)
        assert status(server, signing[0].token()) == 200
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("authority, said", [(True, "no connection"), (False, "not trusted")])
def test_the_log_says_why_there_are_no_keys(tmp_path, keys, authority, said):
    if authority:
        keys.stop()
    server = Server(tmp_path / "server", *options(keys, authority), web="").start(ready=503)
    try:
        until(lambda: said in server.log(), server.log)
        assert keys.requests == 0
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("body, how", [
    (b"", {"status": 500}), (b"garbage", {}), (b'{"keys":[]}', {}), (b" " * (2 << 20), {}),
    (b"", {"status": 302, "Location": "/elsewhere"}),
], ids=["error", "garbage", "empty", "large", "redirect"])
def test_what_is_not_usable_keeps_the_old_keys(spawn, keys, signing, body, how):
    server = spawn(*options(keys))
    keys.answer(body, **how)
    reload(server, "the keys for tokens cannot be fetched; the old ones stay in force")
    assert keys.requests == 2
    assert status(server, signing[0].token()) == 200 and server.get("/readyz").status == 200
    keys.publish(*signing)
    reload(server, "new keys for tokens were fetched")
    assert status(server, signing[1].token()) == 200


def test_a_slow_server_of_keys_holds_up_nobody_but_who_needs_a_new_one(spawn, keys, signing, tmp_path):
    one, two = signing
    revoked = tmp_path / "revoked"
    revoked.write_text("")
    server = spawn(*options(keys), "--auth-revoked", str(revoked))
    client = Client(server.ws(), greet=False)
    client.hello(token=one.token(user="tom"))
    keys.answers.clear()
    revoked.write_text("sub tom\n")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(status, server, two.token())
        until(lambda: keys.requests == 2, server.log)
        server.process.send_signal(signal.SIGHUP)
        assert client.closed() == 4401
        assert status(server, one.token()) == 200
        assert not waiting.done() and "cannot be fetched" not in server.log()
        keys.publish(*signing)
        keys.answers.set()
        assert waiting.result() == 200


@pytest.mark.parametrize("given, named", [
    (["--auth-jwks", "http://127.0.0.1:1/keys"], "https"), (["--auth-jwks", "https://u:p@id.example/"], "https"),
    (["--auth-jwks", "https://"], "https"), (["--auth-jwks", "file:///etc/passwd"], "https"),
    (["--auth-jwks", "https://id.example/", "--auth-keys", "x"], "both"),
    (["--auth-ca", "/etc/hosts", "--auth-keys", "x"], "auth.jwks"),
    (["--auth-jwks", "https://id.example/", "--auth-ca", "/no/such/file"], "/no/such/file"),
])
def test_settings_that_do_not_fit_stop_the_start(tmp_path, given, named):
    ended = Server.run("serve", "--port", str(free_port()), "--store", str(tmp_path / "s.sqlite"),
                       "--lists", str(tmp_path), "--web", str(tmp_path), "--auth-mode", "jwt", *given)
    assert ended.returncode != 0 and named in ended.stderr
