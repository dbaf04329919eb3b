"""Webhooks: each change set told at least once, in order for each list, whoever dies meanwhile."""

import json
import random
import secrets
import signal
import threading
import time

import pytest

from hook_receiver import HookReceiver, hook, hooks_file, make_secret
from process import wait_until
from server import Server, free_port


@pytest.fixture
def receivers(tmp_path):
    """Makes receivers, which end with the test."""
    made = []

    def make(secret=None):
        made.append(HookReceiver(tmp_path / f"receiver-{len(made)}", free_port(), secret))
        return made[-1]

    yield make
    for receiver in made:
        receiver.kill()


@pytest.fixture
def serve(spawn, tmp_path):
    """A server with these hooks, which is not started yet."""
    def make(*hooks, **settings):
        file = hooks_file(tmp_path / "hooks.json", *hooks)
        return spawn(hooks_file=file, hooks_allow_private="true", **settings)
    return make


class Editors:
    """Threads that edit lists over HTTP until they are stopped, through every restart of the server."""

    def __init__(self, server, names, count=4):
        self.server, self.names, self.stopped = server, names, False
        self.threads = [threading.Thread(target=self.edit, args=(number,)) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def edit(self, number):
        """Posts edits with ids of one client, each until it is answered."""
        key, dice = secrets.token_hex(8), random.Random(number)
        for intent in range(1, 1_000_000):
            if self.stopped:
                return
            name = dice.choice(self.names)
            while not insert(self.server, name, f"{number}/{intent}", key, intent) and not self.stopped:
                time.sleep(0.02)

    def end(self):
        """Stops them."""
        self.stopped = True
        for thread in self.threads:
            thread.join()


def insert(server, name, title="row", key=None, intent=1):
    """Inserts a row; whether that is stored."""
    body = {"client": key or secrets.token_hex(8), "id": intent,
            "actions": [{"op": "insertRow", "fields": {"title": title}}]}
    try:
        return server.request("POST", f"/api/lists/{name}/edits", body).status == 200
    except (OSError, ValueError) as _:
        return False
    except Exception as error:  # the connection ended in the middle of an answer
        assert type(error).__module__ == "http.client", error
        return False


def figures(server, name="crm"):
    """How a hook stands."""
    [found] = [each for each in server.get("/api/hooks").json()["hooks"] if each["name"] == name]
    return found


def wait_until_told(server, name="crm", seconds=60):
    """Waits until a hook was told of everything."""
    wait_until(lambda: figures(server, name)["lists"] == 0, "the hook is told of everything", seconds)


def assert_told(server, receiver, name, since=0):
    """A hook was told of exactly the sets of a list behind a revision."""
    changes = server.get(f"/api/lists/{name}/changes?since={since}").json()["sets"]
    assert receiver.sets(name) == changes
    assert changes


def test_nothing_is_lost_when_both_sides_are_killed(serve, receivers, seed):
    """kill -9 of the server and of the receiver, in turn, while four clients edit six lists."""
    dice = random.Random(seed)
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    names = [server.make({"s": ""}) for _ in range(6)]
    editors = Editors(server, names)
    try:
        for side in (server, receiver, server, receiver, server):
            time.sleep(dice.uniform(0.3, 1.0))
            side.kill()
            time.sleep(dice.uniform(0, 0.5))
            side.start()
        time.sleep(0.5)
    finally:
        editors.end()
    wait_until_told(server)
    for name in names:
        assert receiver.events(name)[0]["type"] == "list.created"
        assert_told(server, receiver, name)


def test_a_receiver_that_was_down_gets_all(serve, receivers):
    """Lists are edited, made and deleted while nobody receives, and the server starts again."""
    receiver = receivers()
    server = serve(hook(receiver)).start()
    kept, gone = server.make({"s": ""}), server.make({"s": ""})
    for _ in range(20):
        assert insert(server, kept)
    assert insert(server, gone)
    assert server.request("DELETE", f"/api/lists/{gone}").status == 204
    again = server.make({"s": ""}, list_id=gone)
    wait_until(lambda: figures(server)["state"] == "retrying", "the server has noticed")
    assert figures(server)["sets"] >= 20
    server.kill()
    server.start()
    receiver.start()
    wait_until_told(server)
    assert_told(server, receiver, kept)
    told = [(event["type"], event["data"]["epoch"]) for event in receiver.events(again)]
    assert [kind for kind, _ in told][-2:] == ["list.deleted", "list.created"]
    assert told[-1][1] == server.snapshot(again)["epoch"] != told[-2][1]


def test_a_new_hook_starts_now_and_an_old_one_goes_on(serve, receivers, tmp_path):
    """Hooks that are added and taken out by a new file and SIGHUP; a broken file changes nothing."""
    first, second = receivers().start(), receivers().start()
    server = serve(hook(first)).start()
    name = server.make({"s": ""})
    assert insert(server, name)
    file = hooks_file(tmp_path / "hooks.json", hook(first), hook(second, "new", lists=name))
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(server.get("/api/hooks").json()["hooks"]) == 2, "the file is read again")
    wait_until(lambda: "a new hook begins" in server.log() or server.log_lines("notice") == [], "it begins")
    time.sleep(0.3)
    assert insert(server, name)
    for hooked in ("crm", "new"):
        wait_until_told(server, hooked)
    assert [change["revision"] for change in first.sets(name)] == [1, 2]
    assert [change["revision"] for change in second.sets(name)] == [2]
    file.write_text("{")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: server.log_lines("the old hooks stay"), "the broken file is told")
    assert len(server.get("/api/hooks").json()["hooks"]) == 2
    # Taken out and put back, it is told what it missed.
    hooks_file(file, hook(first))
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(server.get("/api/hooks").json()["hooks"]) == 1, "the file is read again")
    assert insert(server, name)
    hooks_file(file, hook(first), hook(second, "new", lists=name))
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(second.sets(name)) == 2, "it goes on where it was")


def test_secrets_rotate(serve, receivers, tmp_path):
    """Requests are signed with each secret of a hook: receivers may know either."""
    old, new = make_secret(), make_secret()
    knows_old, knows_new = receivers(old).start(), receivers(new).start()
    both = {"secrets": [new, old]}
    server = serve({**hook(knows_old, "a"), **both}, {**hook(knows_new, "b"), **both}).start()
    name = server.make({"s": ""})
    assert insert(server, name)
    for hooked, receiver in (("a", knows_old), ("b", knows_new)):
        wait_until_told(server, hooked)
        assert_told(server, receiver, name)


def test_retries_keep_the_id_and_renew_the_time(serve, receivers):
    """A refused event comes again under its id; those of its list wait behind it, other lists do not."""
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    held, free = server.make({"s": ""}), server.make({"s": ""})
    wait_until_told(server)
    receiver.answer(500, only=held)
    assert insert(server, held) and insert(server, free) and insert(server, held)
    wait_until(lambda: receiver.sets(free), "the other list is told")
    assert receiver.sets(held) == []
    time.sleep(1.2)
    receiver.answer()
    wait_until_told(server)
    assert_told(server, receiver, held)
    [first] = [r for r in receiver.requests() if r["event"]["data"].get("revision") == 1
               and r["event"]["data"]["list"] == held]
    assert first["attempts"] > 1 and time.time() - first["time"] < 10


def test_410_pauses_a_hook_until_it_is_resumed(serve, receivers):
    """Told in the log, by `lockstep hooks` and in the metrics."""
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    name = server.make({"s": ""})
    wait_until_told(server)
    receiver.answer(410)
    assert insert(server, name)
    wait_until(lambda: figures(server)["state"] == "paused", "it is paused")
    receiver.answer()
    url = ["--url", f"http://127.0.0.1:{server.port}"]
    shown = Server.run("hooks", *url).stdout
    assert "crm  paused, 1 sets of 1 lists wait" in shown and "410 Gone" in shown
    assert 'lockstep_hook_paused{hook="crm"} 1' in server.get("/metrics").body.decode()
    assert server.log_lines("answered 410")
    assert insert(server, name)
    time.sleep(0.3)
    assert receiver.sets(name) == []
    assert Server.run("hooks", "resume", "crm", *url).stdout == "resumed crm\n"
    wait_until_told(server)
    assert_told(server, receiver, name)


def test_the_command_sends_again(serve, receivers):
    """`lockstep hooks resend`, from a revision; what is not there is told."""
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    name = server.make({"s": ""})
    for _ in range(4):
        assert insert(server, name)
    wait_until_told(server)
    before = len(receiver.requests())
    url = ["--url", f"http://127.0.0.1:{server.port}"]
    done = Server.run("hooks", "resend", "crm", name, "--since", "2", *url)
    assert done.stdout == f"sends {name} again behind revision 2\n"
    wait_until(lambda: len(receiver.requests()) == before + 2, "two sets come again")
    wait_until_told(server)
    assert [json.loads(line)["taken"] for line in Server.run("hooks", "--json", *url).stdout.splitlines()] == [7]
    for arguments, words in ((("resend", "crm", "nothing"), "there is no list nothing"),
                             (("resend", "other", name), "has no hook other"), (("resume", "other"), "has no hook other"),
                             (("forget", "crm"), "take it out first")):
        refused = Server.run("hooks", *arguments, *url)
        assert refused.returncode != 0 and words in refused.stderr, refused
    assert Server.run("hooks", "forget", "old", *url).stdout == "forgot old\n"


def test_a_long_record_names_where_its_sets_are(serve, receivers):
    """A body has a mebibyte at most."""
    receiver = receivers().start()
    server = serve(hook(receiver), limits_frame_bytes=4 << 20, limits_set_bytes=4 << 20,
                   limits_fields_bytes=1 << 20, bounds_body_bytes=4 << 20).start()
    name = server.make({"s": ""})
    actions = [{"op": "insertRow", "fields": {"text": "x" * 600_000}} for _ in range(2)]
    assert server.request("POST", f"/api/lists/{name}/edits", {"id": 1, "actions": actions}).status == 200
    wait_until_told(server)
    data = receiver.events(name)[-1]["data"]
    assert data["truncated"] is True and "sets" not in data
    origin = f"http://127.0.0.1:{server.port}"
    assert data["url"].startswith(origin + "/api/lists/")
    [change] = server.get(data["url"].removeprefix(origin)).json()["sets"]
    assert change["revision"] == data["revision"] == 1


def test_history_that_is_gone_is_a_reset(serve, receivers):
    """A receiver that was down for longer than history reaches is told to read the list anew."""
    receiver = receivers()
    server = serve(hook(receiver), history_sets=5, history_snapshot_every=5).start()
    name = server.make({"s": ""})
    for _ in range(60):
        assert insert(server, name)
    wait_until(lambda: server.get(f"/api/lists/{name}/changes?since=1").status == 410, "history is trimmed")
    receiver.start()
    wait_until_told(server)
    kinds = [(event["type"], event["data"]["revision"]) for event in receiver.events(name)]
    assert kinds[:2] == [("list.created", 0), ("list.reset", 60)]
    assert insert(server, name)
    wait_until_told(server)
    assert [change["revision"] for change in receiver.sets(name)] == [61]


def test_private_addresses_are_refused(spawn, receivers, tmp_path):
    """Unless the settings allow them: nothing is sent, and the reason is told."""
    receiver = receivers().start()
    server = spawn(hooks_file=hooks_file(tmp_path / "hooks.json", hook(receiver))).start()
    server.make({"s": ""})
    wait_until(lambda: "127.0.0.1" in figures(server).get("lastError", ""), "the address is refused")
    assert receiver.requests() == []
    assert figures(server)["state"] == "retrying"


def test_a_receiver_that_hangs_holds_nobody(serve, receivers):
    """Another hook is told at once, edits are answered as ever, and the server stops in time."""
    hanging, quick = receivers().start(), receivers().start()
    server = serve(hook(hanging, "hanging"), hook(quick, "quick")).start()
    names = [server.make({"s": ""}) for _ in range(20)]
    hanging.answer(204, seconds=60)
    for name in names:
        assert insert(server, name)
    wait_until_told(server, "quick", 10)
    for name in names:
        assert_told(server, quick, name)
    assert figures(server, "hanging")["lists"] == len(names)
    assert server.stop() == 0


@pytest.mark.parametrize("text, words", [
    ("{", "is no JSON"), ('{"hooks":[{"name":"a","url":"http://h/"}]}', "hook a: \"secrets\" must be"), (None, "cannot be read")])
def test_a_bad_file_is_told_at_the_start(spawn, tmp_path, text, words):
    """The server does not start."""
    file = tmp_path / "hooks.json"
    if text is not None:
        file.write_text(text)
    code, log = spawn(hooks_file=file).run_to_end()
    assert code == 1 and words in log and "hooks.json" in log
