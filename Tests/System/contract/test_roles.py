"""Every message and every HTTP route, by every role, on lists that are there and that are not."""

import json
import re

import pytest

from client import Client, public_name
from server import Server, sections_of
from tokens import SECRET, bearer, short_lived, token

LISTS = {"mine-*": "owner", "ours-*": "editor", "seen-*": "viewer", "all-*": "owner"}
PREFIX = {"owner": "mine-", "editor": "ours-", "viewer": "seen-", "none": "hidden-"}
ROLES = list(PREFIX)
ADMIN = bearer(token({"*": "owner"}, "root"))
MEMBER = token(LISTS, "ana")

INSERT = {"op": "insertRow", "fields": {"title": "x"}}
RULES = {"op": "updateList", "rules": {"moveScope": "section"}}
PIN = {"op": "insertRow", "fields": {}, "pinned": "top"}


def edit(kind="edit", actions=(INSERT,)):
    """An edit, undo, redo or restore under the id 1."""
    message = {"type": kind, "id": 1}
    more = {"edit": {"actions": list(actions)}, "restore": {"revision": 0}}
    return {**message, **more.get(kind, {})}


# What is sent, and what comes back for owner, editor, viewer and without a role: the type of the
# answer and its code. Then the same on a name that no list has.
NO_LIST = ("error", "unknownList")
NO_LIST_EDIT = ("reject", "unknownList")
FORBIDDEN = ("error", "forbidden")
FORBIDDEN_EDIT = ("reject", "forbidden")
MESSAGES = {
    "open": ({"type": "open"},
             [("opened", "owner"), ("opened", "editor"), ("opened", "viewer"), NO_LIST],
             [NO_LIST] * 4),
    "close": ({"type": "close"}, [None] * 4, [None] * 4),
    "edit": (edit(), [("ack", "applied"), ("ack", "applied"), FORBIDDEN_EDIT, NO_LIST_EDIT],
             [NO_LIST_EDIT] * 4),
    "give rules": (edit(actions=[RULES]),
                   [("ack", "applied"), FORBIDDEN_EDIT, FORBIDDEN_EDIT, NO_LIST_EDIT],
                   [NO_LIST_EDIT] * 4),
    "insert with a rule": (edit(actions=[PIN]),
                           [("ack", "applied"), FORBIDDEN_EDIT, FORBIDDEN_EDIT, NO_LIST_EDIT],
                           [NO_LIST_EDIT] * 4),
    "malformed edit": (edit(actions=[{"op": "no"}]),
                       [("reject", "badAction"), ("reject", "badAction"), FORBIDDEN_EDIT,
                        NO_LIST_EDIT], [NO_LIST_EDIT] * 4),
    "undo": (edit("undo"),
             [("reject", "nothingToUndo"), ("reject", "nothingToUndo"), FORBIDDEN_EDIT,
              NO_LIST_EDIT], [NO_LIST_EDIT] * 4),
    "redo": (edit("redo"),
             [("reject", "nothingToRedo"), ("reject", "nothingToRedo"), FORBIDDEN_EDIT,
              NO_LIST_EDIT], [NO_LIST_EDIT] * 4),
    "restore": (edit("restore"), [("ack", "noop"), FORBIDDEN_EDIT, FORBIDDEN_EDIT, NO_LIST_EDIT], [NO_LIST_EDIT] * 4),
    "rows of a list that is not open": ({"type": "rows", "n": 1, "ids": []}, [("error", "badMessage")] * 4,
                                        [("error", "badMessage")] * 4),
    "open with a window": ({"type": "open", "window": {"after": 1}},
                           [("opened", "owner"), ("opened", "editor"), ("opened", "viewer"), NO_LIST],
                           [NO_LIST] * 4),
    "open with authors": ({"type": "open", "authors": True},
                          [("opened", "owner"), ("opened", "editor"), ("opened", "viewer"), NO_LIST],
                          [NO_LIST] * 4),
    "presence": ({"type": "presence", "mode": "active"}, [NO_LIST] * 4, [NO_LIST] * 4),
    "create": ({"type": "create", "title": "t"},
               [("error", "listExists"), FORBIDDEN, FORBIDDEN, FORBIDDEN],
               [("created", None), FORBIDDEN, FORBIDDEN, FORBIDDEN]),
    "delete": ({"type": "delete"}, [("closed", "deleted"), FORBIDDEN, FORBIDDEN, NO_LIST],
               [NO_LIST] * 4),
}

EDIT_BODY = {"actions": [INSERT]}
ROUTES = {
    "snapshot": ("GET", "", None, [200, 200, 200, 404], [404] * 4),
    "earlier state": ("GET", "?revision=0", None, [200, 200, 200, 404], [404] * 4),
    "versions": ("GET", "/versions", None, [200, 200, 200, 404], [404] * 4),
    "name a version": ("POST", "/versions", {"name": "v"}, [201, 201, 403, 404], [404] * 4),
    "remove a version": ("DELETE", "/versions/none", None, [404, 404, 403, 404], [404] * 4),
    "head": ("HEAD", "", None, [200, 200, 200, 404], [404] * 4),
    "changes": ("GET", "/changes?since=0", None, [200, 200, 200, 404], [404] * 4),
    "rows": ("GET", "/rows", None, [200, 200, 200, 404], [404] * 4),
    "find": ("GET", "/rows?find=a", None, [200, 200, 200, 404], [404] * 4),
    "edit": ("POST", "/edits", EDIT_BODY, [200, 200, 403, 404], [404] * 4),
    "give rules": ("POST", "/edits", {"actions": [RULES]}, [200, 403, 403, 404], [404] * 4),
    "bad edit": ("POST", "/edits", {}, [400, 400, 403, 404], [404] * 4),
    "no such route": ("GET", "/nothing", None, [404] * 4, [404] * 4),
    "wrong method": ("PUT", "", {}, [405, 405, 405, 404], [404] * 4),
    "delete": ("DELETE", "", None, [204, 403, 403, 404], [404] * 4),
}


@pytest.fixture
def sign_in(guarded):
    """Opens sessions with a token."""
    clients = []

    def make(text=MEMBER, **options):
        client = Client(guarded.ws(), greet=False, **options)
        clients.append(client)
        client.welcome = client.hello(token=text)
        return client

    yield make
    for client in clients:
        client.leave()


def name_of(role, what):
    return f"{PREFIX[role]}{re.sub('[^a-z]', '-', what)}"


def make(guarded, list_id):
    body = {"list": list_id, "title": "T", "sections": sections_of({"s": "a b"})}
    assert guarded.request("POST", "/api/lists", body, ADMIN).status == 201
    return list_id


def answer_to(client, message):
    """What comes back for one message: everything until the answer to a ping after it."""
    client.send(message)
    answer = [client.take(id=message["id"])] if "id" in message else []
    client.settle()
    kinds = answer + [m for m in client.inbox if m["type"] not in ("presence", "snapshot", "outline")]
    client.inbox.clear()
    return kinds


def kind_of(answers):
    """Type and code, role or outcome of the one answer there is."""
    if not answers:
        return None
    assert len(answers) == 1, answers
    one = answers[0]
    return one["type"], one.get("code") or one.get("role") or one.get("outcome")


@pytest.mark.parametrize("what", MESSAGES)
def test_message_by_role(guarded, sign_in, what):
    message, there, missing = MESSAGES[what]
    client = sign_in()
    for role, wanted, wanted_missing in zip(ROLES, there, missing):
        known = make(guarded, name_of(role, f"ws {what}"))
        found = answer_to(client, {**message, "list": known})
        assert kind_of(found) == wanted, (role, found)
        unknown = known + "-not"
        not_found = answer_to(client, {**message, "list": unknown})
        assert kind_of(not_found) == wanted_missing, (role, not_found)
        if role == "none":
            assert json.dumps(found).replace(known, "LIST") == \
                json.dumps(not_found).replace(unknown, "LIST")


@pytest.mark.parametrize("what", ROUTES)
def test_route_by_role(guarded, what):
    method, path, body, there, missing = ROUTES[what]
    for role, wanted, wanted_missing in zip(ROLES, there, missing):
        known = make(guarded, name_of(role, f"http {what}"))
        unknown = known + "-not"

        def ask(list_id, headers):
            return guarded.request(method, f"/api/lists/{list_id}{path}", body, headers)

        for headers in (None, bearer("no.token.atall"), {"Authorization": "Basic YTpi"}):
            refused = ask(known, headers)
            assert refused.status == 401 and refused.headers["WWW-Authenticate"] == "Bearer"
        found, not_found = ask(known, bearer(MEMBER)), ask(unknown, bearer(MEMBER))
        assert (found.status, not_found.status) == (wanted, wanted_missing), role
        if role == "none":
            assert found.body.replace(known.encode(), b"LIST") == \
                not_found.body.replace(unknown.encode(), b"LIST")
            assert {k: v for k, v in found.headers.items() if k.lower() != "content-length"} == \
                {k: v for k, v in not_found.headers.items() if k.lower() != "content-length"}


@pytest.mark.parametrize("query", [
    {"type": "rows", "ids": ["a"]}, {"type": "check", "ranges": [{"at": [0, 0], "rows": 1}]},
    {"type": "find", "text": "a"}], ids=lambda query: query["type"])
def test_query_by_role(guarded, sign_in, query):
    client = sign_in()
    for role in ROLES:
        known = make(guarded, name_of(role, f"ask {query['type']}"))
        client.send({"type": "open", "list": known, "window": {"after": 1}}, {**query, "list": known, "n": 1})
        answer = client.take(n=1, list=known)
        assert answer.get("code") == ("badMessage" if role == "none" else None), (role, answer)


def test_create_by_role_over_http(guarded):
    for role, status in zip(ROLES, [201, 403, 403, 403]):
        body = {"list": name_of(role, "post"), "title": "T"}
        answer = guarded.request("POST", "/api/lists", body, bearer(MEMBER))
        assert answer.status == status
        again = guarded.request("POST", "/api/lists", body, bearer(MEMBER))
        assert again.status == (409 if role == "owner" else 403)
        if role != "owner":
            make(guarded, body["list"])
            taken = guarded.request("POST", "/api/lists", body, bearer(MEMBER))
            assert (taken.status, taken.body) == (answer.status, answer.body)


def test_backup_is_for_an_owner_of_everything(guarded):
    for lists, status in [({"*": "owner"}, 200), ({"*": "owner", "a": "viewer"}, 403),
                          ({"*": "editor"}, 403), (LISTS, 403), ({}, 403)]:
        assert guarded.get("/api/backup", bearer(token(lists))).status == status
    assert guarded.get("/api/backup").status == 401


def test_hooks_are_for_an_owner_of_everything(guarded):
    calls = [("GET", "/api/hooks", 200), ("POST", "/api/hooks/h/resume", 404), ("DELETE", "/api/hooks/h", 204),
             ("POST", "/api/hooks/h/resend?list=a&since=0", 404)]
    for method, path, allowed in calls:
        for lists, status in [({"*": "owner"}, allowed), ({"*": "owner", "a": "viewer"}, 403), ({"*": "editor"}, 403)]:
            assert guarded.request(method, path, headers=bearer(token(lists))).status == status, path
        assert guarded.request(method, path).status == 401


@pytest.mark.parametrize("name", ["*", "%3E", "a.*", "a%20b", "", "%CC%81" * 500])
def test_hooks_are_sent_again_for_one_list_alone(guarded, name):
    answer = guarded.request("POST", f"/api/hooks/h/resend?list={name}&since=0", headers=bearer(token({"*": "owner"})))
    assert answer.status == 404


@pytest.mark.parametrize("body", [b"[" * 100_000, b"nothing", json.dumps({"actions": [RULES]}).encode()], ids=len)
def test_what_a_viewer_sends_is_not_read(guarded, body):
    list_id = make(guarded, name_of("viewer", f"unread-{len(body)}"))
    for path in ("edits", "versions"):
        answer = guarded.request("POST", f"/api/lists/{list_id}/{path}", body, bearer(MEMBER))
        assert (answer.status, answer.json()["code"]) == (403, "forbidden")
    answer = guarded.request("POST", "/api/lists", body, bearer(token({"*": "editor"})))
    assert (answer.status, answer.json()["code"]) == (403, "forbidden")


def test_only_lists_with_a_role_are_listed(guarded, sign_in):
    for role in ROLES:
        make(guarded, name_of(role, "listed"))
    client = sign_in()
    client.send({"type": "lists"})
    over_ws = {one["list"] for one in client.take(type="lists")["lists"]}
    answer = guarded.get("/api/lists", bearer(MEMBER)).json()
    assert {one["list"] for one in answer["lists"]} == over_ws
    assert {name_of(role, "listed") for role in ROLES} - over_ws == {name_of("none", "listed")}
    assert not [one for one in over_ws if one.startswith("hidden-")]


def test_what_a_viewer_tries_is_not_stored(guarded, sign_in):
    list_id = make(guarded, "seen-untouched")
    client = sign_in()
    before = guarded.get("/metrics").body
    for id in range(1, 4):
        assert client.edit(list_id, INSERT, id=id).body["code"] == "forbidden"
    commits = re.search(rb"lockstep_commits_total (\d+)", before).group(0)
    assert commits in guarded.get("/metrics").body
    assert client.open(list_id)["lastId"] == 0


def test_resent_edit_is_a_duplicate_though_the_role_was_lessened(guarded, sign_in):
    list_id = make(guarded, "ours-lessened")
    first = sign_in()
    assert first.edit(list_id, INSERT, id=5).body["outcome"] == "applied"
    again = sign_in(token({"*": "viewer"}, "ana"), key=first.key)
    answer = again.edit(list_id, INSERT, id=5).body
    assert (answer["outcome"], answer["applied"]) == ("duplicate", True)


def test_undo_of_rules_and_of_a_restored_state_wants_the_role_of_today(guarded, sign_in):
    list_id = make(guarded, "all-steps")

    def session(role):
        client = sign_in(token({"*": role}), key="one")
        client.open(list_id)
        return client

    owner = session("owner")
    assert owner.edit(list_id, {"op": "updateList", "rules": {"maxRows": 90}}).kind == "set"
    assert owner.edit(list_id, kind="restore", revision=0).kind == "set"
    for rules in ({"maxRows": 90}, {}):
        editor = session("editor")
        for _ in range(2):
            answer = editor.undo(list_id)
            assert (answer.kind, answer.body["code"]) == ("reject", "forbidden")
        assert session("owner").undo(list_id).kind == "set"
        assert guarded.get(f"/api/lists/{list_id}", ADMIN).json().get("rules", {}) == rules


def test_a_token_of_somebody_with_many_groups_is_taken_everywhere(guarded, sign_in):
    def of_length(size):
        groups = "g"
        while len(text := token({"*": "owner"}, groups=groups)) < size:
            groups += "g" * max(1, (size - len(text)) * 3 // 4)
        return text

    list_id, long = make(guarded, "all-groups"), of_length(12_200)
    assert guarded.get(f"/api/lists/{list_id}", bearer(long)).status == 200
    client = sign_in(long)
    client.open(list_id)
    client.send({"type": "token", "token": long})
    assert client.take(type="renewed")
    assert guarded.get(f"/api/lists/{list_id}", bearer(of_length(12_400))).status == 401
    answer = guarded.get(f"/api/lists/{list_id}", bearer("x" * 24_576))
    assert (answer.status, "24576 bytes" in answer.body.decode(), "authorization" in answer.body.decode()) == (
        431, True, True)
    # Many short fields take more room than their bytes.
    for count, status in ((2_500, 200), (3_000, 431)):
        assert guarded.get("/healthz", {f"y{n}": "" for n in range(count)}).status == status


def test_user_is_in_public_name_welcome_and_sets(guarded, sign_in):
    list_id = make(guarded, "ours-names")
    client = sign_in(token(LISTS, "ana", name="Ana of the token"), key="k" * 24, name="Other")
    watcher = sign_in(token({"*": "viewer"}, "tom"))
    assert client.welcome["user"] == "ana"
    assert client.welcome["client"] == public_name("k" * 24, "ana")
    watcher.open(list_id)
    client.open(list_id)
    seen = watcher.take(lambda m: m["type"] == "presence" and any(
        one["client"] == client.welcome["client"] for one in m["clients"]))
    assert "Ana of the token" in [one.get("name") for one in seen["clients"]]
    client.post(list_id, INSERT)
    made = watcher.take(type="changes")["sets"][0]
    assert (made["user"], made["client"]) == ("ana", client.welcome["client"])
    # The same key in other hands is another client.
    other = sign_in(token(LISTS, "eve"), key="k" * 24)
    assert other.welcome["client"] != client.welcome["client"]
    client.settle()


def test_what_is_sent_behind_hello_waits_for_it(guarded):
    list_id = make(guarded, "mine-order")
    client = Client(guarded.ws(), greet=False)
    client.send({"type": "hello", "token": MEMBER, "client": "o" * 20},
                {"type": "ping", "n": 1}, {"type": "open", "list": list_id},
                {"type": "edit", "list": list_id, "id": 1, "actions": [INSERT]},
                {"type": "ping", "n": 2})
    client.take(type="changes")
    kinds = [m["type"] for frame in client.frames for m in [json.loads(frame)]]
    assert kinds[:3] == ["welcome", "pong", "opened"]
    client.leave()


@pytest.mark.parametrize("bad", [
    None, "", "x", token(LISTS, life=-1), token(LISTS, secret=SECRET + "!"),
    token(LISTS, nbf=4102444800), token({"*": "god"}), token({"a b": "viewer"}), token(None),
    token(LISTS, None), token(LISTS, exp=None), token(LISTS, aud="elsewhere"),
    token(LISTS, header={"alg": "none"}), token(LISTS, header={"crit": ["x"]}), "a" * 16_000,
])
def test_hello_without_a_good_token_ends_with_4401(guarded, bad):
    client = Client(guarded.ws(), greet=False)
    client.send({"type": "hello", **({} if bad is None else {"token": bad})})
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("unauthorized", True)
    assert client.closed() == 4401
    client.leave()


def test_session_ends_when_its_token_does(guarded, connect):
    def signed_in(life):
        client = connect(guarded, greet=False)
        client.send({"type": "hello", "token": token(LISTS, life=life)})
        return client.take(lambda m: m["type"] in ("welcome", "error"))["type"] == "welcome" and client

    client = short_lived(signed_in)
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("unauthorized", True)
    assert client.closed() == 4401


def test_health_needs_no_token_and_metrics_name_no_list(guarded):
    list_id = make(guarded, "hidden-metrics")
    assert guarded.get("/healthz").status == guarded.get("/readyz").status == 200
    metrics = guarded.get("/metrics")
    assert metrics.status == 200 and list_id.encode() not in metrics.body
    assert guarded.get("/").status == 200


def test_keys_are_read_again_and_a_broken_file_keeps_the_old_ones(spawn, tmp_path):
    keys = tmp_path / "tokens.key"
    keys.write_text(SECRET)
    server = spawn("--auth-mode", "jwt", "--auth-keys", str(keys))

    def status(secret):
        return server.get("/api/lists", bearer(token(LISTS, secret=secret))).status

    assert status(SECRET) == 200
    keys.write_text(SECRET + "2")
    assert (status(SECRET), status(SECRET + "2")) == (401, 200)
    keys.write_text("{ this is no key set")
    assert (status(SECRET), status(SECRET + "2")) == (401, 200)
    assert "old ones stay in force" in server.log()
    assert SECRET not in server.log()


def test_command_makes_keys_and_tokens_that_work(spawn, tmp_path):
    key = tmp_path / "signing.pem"
    made = Server.run("key", str(key), "--algorithm", "ES256")
    assert made.returncode == 0 and key.stat().st_mode & 0o077 == 0
    assert Server.run("key", str(key)).returncode != 0, "nothing is overwritten"
    printed = Server.run("token", "--key", str(key), "--sub", "zoe", "--list", "z-*=owner",
                         "--for", "5m")
    assert printed.returncode == 0, printed.stderr
    server = spawn("--auth-mode", "jwt", "--auth-keys", f"{key}.pub")
    created = server.request("POST", "/api/lists", {"list": "z-1", "title": "Z"},
                             bearer(printed.stdout.strip()))
    assert created.status == 201
    for wrong in (["--list", "a=king"], ["--list", "*"], [], ["--list", "a=owner", "--for", "2"]):
        refused = Server.run("token", "--key", str(key), "--sub", "zoe", *wrong)
        assert refused.returncode != 0 and "Error" in refused.stderr


@pytest.mark.parametrize("given, named", [
    (["--host", "0.0.0.0"], "--allow-open"), (["--host", "::"], "--allow-open"),
    (["--auth-mode", "jwt"], "auth.keys"), (["--auth-mode", "on"], "auth.mode"),
    (["--auth-keys", "x"], "auth.mode"),
    (["--auth-mode", "jwt", "--auth-keys", "/no/such/key"], "/no/such/key"),
])
def test_server_does_not_start_half_open(tmp_path, given, named):
    ended = Server.run("serve", "--port", "0", "--store", str(tmp_path / "s.sqlite"),
                       "--lists", str(tmp_path), "--web", str(tmp_path), *given)
    assert ended.returncode != 0 and named in ended.stderr
