"""Protocol.md, "Additions of this server": a newer token in a session."""

import time

import pytest

from client import Client
from tokens import SECRET, bearer, short_lived, token

INSERT = {"op": "insertRow", "fields": {"title": "x"}}
OWNER, VIEWER = {"*": "owner"}, {"*": "viewer"}


@pytest.fixture
def sign_in(guarded):
    """Opens sessions with a token."""
    clients = []

    def make(lists=OWNER, **claims):
        client = Client(guarded.ws(), greet=False)
        clients.append(client)
        client.welcome = client.hello(token=token(lists, **claims))
        return client

    yield make
    for client in clients:
        client.leave()


def renew(client, lists=OWNER, **claims):
    """Sends a newer token; returns the answer."""
    client.send({"type": "token", "token": token(lists, **claims)})
    return client.take(lambda m: m["type"] in ("renewed", "error"))


def make(guarded, name):
    body = {"list": name, "sections": [{"id": "s", "title": "S", "rows": [{"id": "a", "fields": {}}]}]}
    assert guarded.request("POST", "/api/lists", body, bearer(token(OWNER, "root"))).status == 201
    return name


def test_feature_is_named_where_tokens_are_asked_for(sign_in, server):
    assert "renewal" in sign_in().welcome["features"]
    client = Client(server.ws())
    assert "renewal" not in client.welcome["features"]
    client.send({"type": "token", "token": token(OWNER)})
    assert client.take(type="error")["code"] == "unknownType"
    client.settle()
    client.leave()


def test_session_outlives_the_older_token_and_ends_with_the_newer_one(sign_in):
    def pair(life):
        end, lasting, ending = time.time() + life, sign_in(), sign_in()
        untils = []
        for client, claims in ((lasting, {"exp": end}), (ending, {"exp": end}), (lasting, {})):
            answer = renew(client, **claims)
            if answer["type"] == "error":
                return None
            assert answer == {"type": "renewed", "until": answer["until"]}
            untils.append(answer["until"])
        return lasting, ending, end, untils

    lasting, ending, end, untils = short_lived(pair)
    assert all(abs(one - end * 1000) <= 1 for one in untils[:2]) and untils[2] > (end + 300) * 1000
    assert ending.take(type="error")["code"] == "unauthorized"
    assert ending.closed() == 4401
    assert time.time() >= end
    lasting.settle()


def test_what_is_sent_behind_it_is_judged_by_the_newer_roles(guarded, sign_in):
    name = make(guarded, "judged-anew")
    client = sign_in(VIEWER)
    assert client.open(name)["role"] == "viewer"
    assert client.edit(name, INSERT).body["code"] == "forbidden"
    client.send({"type": "token", "token": token({"*": "editor"})},
                {"type": "edit", "list": name, "id": 7, "actions": [INSERT]},
                {"type": "token", "token": token(VIEWER)},
                {"type": "edit", "list": name, "id": 8, "actions": [INSERT]})
    client.sent[name, 7] = client.sent[name, 8] = {}
    assert client.answer(name, 7).kind == "set"
    assert client.answer(name, 8).body["code"] == "forbidden"
    assert [m["type"] for m in client.inbox].count("renewed") == 2
    assert client.open(name)["role"] == "viewer"


def test_list_without_a_role_is_left_and_the_others_stay(guarded, sign_in):
    lost, kept = make(guarded, "lost-role"), make(guarded, "kept-role")
    client, other = sign_in(), sign_in(user="ben")
    for one in (client, other):
        one.open(lost)
        one.open(kept)
    assert renew(client, {"kept-*": "viewer"})["type"] == "renewed"
    error = client.take(type="error")
    assert (error["code"], error["list"], error["fatal"]) == ("unknownList", lost, False)
    secret = other.edit(lost, INSERT).body["revision"]
    seen = other.edit(kept, INSERT).body["revision"]
    client.reach(kept, seen)
    assert client.lists[lost].revision < secret
    client.send({"type": "open", "list": lost})
    assert client.take(type="error")["code"] == "unknownList"
    assert client.edit(lost, INSERT).body["code"] == "unknownList"


def test_public_name_stays_and_the_name_of_the_newer_token_counts(guarded, sign_in):
    name = make(guarded, "same-name")
    client, watcher = sign_in(), sign_in(user="ben")
    watcher.open(name)
    assert renew(client, name="Ana the Second")["type"] == "renewed"
    client.open(name)
    seen = watcher.take(type="presence", match=lambda m: any(
        one["client"] == client.welcome["client"] for one in m["clients"]))
    assert [one["name"] for one in seen["clients"] if one["client"] == client.welcome["client"]] == ["Ana the Second"]


@pytest.mark.parametrize("bad", [
    "", "x", token(OWNER, "eve"), token(OWNER, life=-1), token(OWNER, secret=SECRET + "!"), token(None),
    token({"*": "god"}), token(OWNER, header={"alg": "none"}), "a" * 100_000,
], ids=["empty", "no token", "another user", "expired", "another key", "no lists", "no role", "no algorithm", "long"])
def test_bad_token_ends_the_session(sign_in, bad):
    client = sign_in()
    client.send({"type": "token", "token": bad})
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("unauthorized", True)
    assert client.closed() == 4401


def test_it_is_no_first_message(guarded):
    client = Client(guarded.ws(), greet=False)
    client.send({"type": "token", "token": token(OWNER)})
    assert client.take(type="error")["code"] == "helloExpected"
    assert client.closed() == 1008
    client.leave()
