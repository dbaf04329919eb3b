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
            wait_until(lambda: insert(self.server, name, f"{number}/{intent}", key, intent) or self.stopped,
                       "it is stored")

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


def wait_until_notified(server, name="crm"):
    """Waits until a hook was told of everything."""
    wait_until(lambda: figures(server, name)["lists"] == 0, "the hook is told of everything")


def assert_notified(server, receiver, name, since=0):
    """A hook was told of exactly the sets of a list after a revision."""
    changes = server.get(f"/api/lists/{name}/changes?since={since}").json()["sets"]
    assert receiver.sets(name) == changes
    assert changes


@pytest.mark.soak
def test_nothing_is_lost_when_both_sides_are_killed(serve, receivers, seed):
    """kill -9 of the server and of the receiver, in turn, while four clients edit six lists."""
    dice = random.Random(seed)
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    names = [server.make({"s": ""}) for _ in range(6)]
    editors = Editors(server, names)
    try:
        for side in (server, receiver, server, receiver, server):
            gets_on(receiver, dice.randint(1, 20))
            side.kill()
            if side is receiver:
                wait_until(lambda: figures(server)["state"] == "retrying", "the server has noticed")
            side.start()
        gets_on(receiver, 20)
    finally:
        editors.end()
    wait_until_notified(server)
    for name in names:
        assert receiver.events(name)[0]["type"] == "list.created"
        assert_notified(server, receiver, name)


def gets_on(receiver, count):
    """Waits until a receiver has taken so many more events."""
    wanted = len(receiver.requests()) + count
    wait_until(lambda: len(receiver.requests()) >= wanted, "the receiver takes events")


def test_a_new_hook_starts_now_and_an_old_one_goes_on(serve, receivers, tmp_path):
    """Hooks that are added and taken out by a new file and SIGHUP; a broken file changes nothing."""
    first, second = receivers().start(), receivers().start()
    server = serve(hook(first)).start()
    name = server.make({"s": ""})
    assert insert(server, name)
    file = hooks_file(tmp_path / "hooks.json", hook(first), hook(second, "new"))
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(server.get("/api/hooks").json()["hooks"]) == 2, "the file is read again")
    # A list that is made is notified of once a hook has begun: what comes after it is told, too.
    wait_until(lambda: server.make({"s": ""}) and second.events(), "it has begun")
    assert insert(server, name)
    for hooked in ("crm", "new"):
        wait_until_notified(server, hooked)
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
    hooks_file(file, hook(first), hook(second, "new"))
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
        wait_until_notified(server, hooked)
        assert_notified(server, receiver, name)


def test_retries_keep_the_id_and_renew_the_time(serve, receivers):
    """A refused event comes again under its id, with the time of the request."""
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    name = server.make({"s": ""})
    wait_until_notified(server)
    receiver.answer(500)
    assert insert(server, name)
    wait_until(lambda: server.figure('lockstep_hook_failures_total{hook="crm"}') >= 2, "it was refused twice")
    taken_from = int(time.time())
    receiver.answer()
    wait_until_notified(server)
    assert_notified(server, receiver, name)
    last = receiver.requests()[-1]
    assert last["attempts"] > 2 and last["time"] >= taken_from


def test_410_pauses_a_hook_until_it_is_resumed(serve, receivers):
    """Told in the log, by `lockstep hooks` and in the metrics."""
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    name = server.make({"s": ""})
    wait_until_notified(server)
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
    assert Server.run("hooks", "resume", "crm", *url).stdout == "resumed crm\n"
    wait_until_notified(server)
    assert_notified(server, receiver, name)


def test_the_command_sends_again(serve, receivers):
    """`lockstep hooks resend`, from a revision; what is not there is told."""
    receiver = receivers().start()
    server = serve(hook(receiver)).start()
    name = server.make({"s": ""})
    for _ in range(4):
        assert insert(server, name)
    wait_until_notified(server)
    before = len(receiver.requests())
    url = ["--url", f"http://127.0.0.1:{server.port}"]
    done = Server.run("hooks", "resend", "crm", name, "--since", "2", *url)
    assert done.stdout == f"sends {name} again after revision 2\n"
    wait_until(lambda: len(receiver.requests()) == before + 2, "two sets come again")
    wait_until_notified(server)
    assert [json.loads(line)["taken"] for line in Server.run("hooks", "--json", *url).stdout.splitlines()] == [7]
    for arguments, words in ((("resend", "crm", "nothing"), "there is no list nothing"),
                             (("resend", "other", name), "has no hook other"),
                             (("resume", "other"), "has no hook other"),
                             (("forget", "crm"), "take it out first")):
        refused = Server.run("hooks", *arguments, *url)
        assert refused.returncode != 0 and words in refused.stderr, refused
    assert Server.run("hooks", "forget", "old", *url).stdout == "forgot old\n"


def test_private_addresses_are_refused(spawn, receivers, tmp_path):
    """Unless the settings allow them: nothing is sent, and the reason is told."""
    receiver = receivers().start()
    server = spawn(hooks_file=hooks_file(tmp_path / "hooks.json", hook(receiver))).start()
    server.make({"s": ""})
    wait_until(lambda: "127.0.0.1" in figures(server).get("lastError", ""), "the address is refused")
    assert receiver.requests() == []
    assert figures(server)["state"] == "retrying"


def test_a_receiver_that_hangs_holds_nobody(serve, receivers):
    """Another hook is told, edits are answered as ever, and the server stops in time."""
    hanging, quick = receivers().start(), receivers().start()
    server = serve(hook(hanging, "hanging"), hook(quick, "quick")).start()
    names = [server.make({"s": ""}) for _ in range(20)]
    hanging.answer(204, seconds=60)
    for name in names:
        assert insert(server, name)
    wait_until_notified(server, "quick")
    for name in names:
        assert_notified(server, quick, name)
    assert figures(server, "hanging")["lists"] == len(names)
    assert server.stop() == 0


def test_a_bad_file_is_told_at_the_start(spawn, tmp_path):
    """The server does not start."""
    file = tmp_path / "hooks.json"
    file.write_text("{")
    code, log = spawn(hooks_file=file).run_to_end()
    assert code == 1 and "is no JSON" in log and "hooks.json" in log
