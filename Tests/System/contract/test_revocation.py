"""Tokens-and-keys.md, "Revocation": tokens that are refused before they expire."""

import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from client import Client
from server import Server
from tokens import SECRET, bearer, token
from waiting import until

OWNER = {"*": "owner"}


class Guarded:
    """A server that asks for tokens, and its file of revoked ones."""

    def __init__(self, spawn, folder, text=""):
        (folder / "tokens.key").write_text(SECRET)
        self.file = folder / "revoked"
        self.file.write_text(text)
        self.server = spawn("--auth-mode", "jwt", "--auth-keys", str(folder / "tokens.key"),
                            "--auth-revoked", str(self.file), "--log-level", "notice")

    def revoke(self, text, logged="the revoked tokens were read again"):
        """Replaces the file (None: removes it) and waits until the server has looked at it."""
        before = self.server.log().count(logged)
        self.file.unlink() if text is None else self.file.write_text(text)
        self.server.process.send_signal(signal.SIGHUP)
        until(lambda: self.server.log().count(logged) > before, self.server.log)

    def status(self, **claims):
        """What a request with such a token is answered."""
        return self.server.get("/api/lists", bearer(token(OWNER, **claims))).status

    def sign_in(self, **claims):
        """A session with such a token."""
        client = Client(self.server.ws(), greet=False)
        client.hello(token=token(OWNER, **claims))
        return client


@pytest.fixture
def guarded(spawn, tmp_path):
    return Guarded(spawn, tmp_path, "jti stolen\n")


def ended(client):
    """Whether the session ends as one whose token is not valid."""
    error = client.take(type="error")
    assert "revoked" in error["message"]
    return (error["code"], error["fatal"], client.closed()) == ("unauthorized", True, 4401)


def test_open_sessions_end_and_others_go_on(guarded):
    now = int(time.time())
    revoked = [guarded.sign_in(user="tom"), guarded.sign_in(user="ana"), guarded.sign_in(user="ana", iat=now - 100),
               guarded.sign_in(user="eve", jti="lost")]
    kept = [guarded.sign_in(user="ana", iat=now), guarded.sign_in(user="eve", jti="found")]
    guarded.revoke(f"sub tom\nsub ana before {now - 50}\njti lost\n")
    assert all(ended(client) for client in revoked)
    for client in kept:
        client.settle()
        client.leave()


def test_revoked_tokens_are_refused_everywhere(guarded):
    assert guarded.status(jti="stolen") == 401 and guarded.status(jti="own") == 200
    for answer in (lambda text: {"type": "hello", "token": text}, lambda text: {"type": "token", "token": text}):
        client = Client(guarded.server.ws(), greet=False)
        text = token(OWNER, jti="stolen")
        if answer(text)["type"] == "token":
            client.hello(token=token(OWNER))
        client.send(answer(text))
        assert ended(client)


def test_the_line_is_taken_back_by_a_file_without_it(guarded):
    guarded.revoke("sub tom\n")
    assert guarded.status(user="tom") == 401 and guarded.status(jti="stolen") == 200
    guarded.revoke("")
    assert guarded.status(user="tom") == 200


def test_a_renewed_token_is_judged_not_the_older_one(guarded):
    client, other = guarded.sign_in(jti="first"), guarded.sign_in(user="ben", jti="first-of-ben")
    for one, user, id in ((client, "ana", "second"), (other, "ben", "lost")):
        one.send({"type": "token", "token": token(OWNER, user=user, jti=id)})
        one.take(type="renewed")
    guarded.revoke("jti first\njti lost\n")
    assert ended(other)
    client.settle()
    client.leave()


@pytest.mark.parametrize("text", [None, "sub tom\nwho is this\n"], ids=["missing", "wrong"])
def test_a_file_that_cannot_be_used_keeps_the_old_one(guarded, text):
    client = guarded.sign_in(user="tom")
    guarded.revoke(text, "the new file of revoked tokens cannot be used")
    assert guarded.status(jti="stolen") == 401 and guarded.status(user="tom") == 200
    client.settle()
    client.leave()
    assert "who is this" not in guarded.server.log()


def test_a_signal_while_the_server_starts_is_heard_once_it_runs(tmp_path):
    (tmp_path / "tokens.key").write_text(SECRET)
    revoked = tmp_path / "revoked"
    revoked.write_text("")
    server = Server(tmp_path / "server", "--auth-mode", "jwt", "--auth-keys", str(tmp_path / "tokens.key"),
                    "--auth-revoked", str(revoked), "--log-level", "notice", web="")
    with socket.socket() as other, ThreadPoolExecutor(1) as pool:
        other.bind(("127.0.0.1", server.port))
        other.listen()
        started = pool.submit(server.start)
        try:
            until(lambda: "waiting" in logged(server), "the server waits for its port")
            revoked.write_text("sub tom\n")
            server.process.send_signal(signal.SIGHUP)
            other.close()
            started.result()
            until(lambda: "the revoked tokens were read again" in logged(server), server.log)
            assert server.get("/api/lists", bearer(token(OWNER, user="tom"))).status == 401
        finally:
            server.stop()


def logged(server):
    """What the server has written, while it runs or before."""
    assert server.process is None or server.process.poll() is None, "the server ended"
    return server.log() if (server.folder / "server.log").exists() else ""


@pytest.mark.parametrize("text, said", [(None, "cannot be read"), ("sub\n", "line 1")], ids=["missing", "wrong"])
def test_the_server_does_not_start_without_a_file_that_can_be_used(tmp_path, text, said):
    (tmp_path / "tokens.key").write_text(SECRET)
    if text is not None:
        (tmp_path / "revoked").write_text(text)
    done = Server.run("serve", "--port", "0", "--store", str(tmp_path / "s.sqlite"), "--lists", str(tmp_path),
                      "--web", str(tmp_path), "--auth-mode", "jwt", "--auth-keys", str(tmp_path / "tokens.key"),
                      "--auth-revoked", str(tmp_path / "revoked"))
    assert done.returncode != 0 and said in done.stderr and str(tmp_path / "revoked") in done.stderr
