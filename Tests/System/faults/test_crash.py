"""Rounds of kill -9 under load: nothing answered is lost, nothing is there twice, everyone gets back in step."""

import random
import time

from check_command import CheckCommand, states
from process import wait_until

SNAPSHOT_EVERY = 50
ROUNDS = 20
"""The most rounds of one check: it keeps all that its clients saw in memory."""


def test_rounds_of_kill_9_under_load(spawn, seed, request):
    rounds = request.config.getoption("--rounds")
    end = time.monotonic() + request.config.getoption("--seconds")
    server = spawn(history_sets=200, history_snapshot_every=SNAPSHOT_EVERY, history_in_memory=100).start()
    dice = random.Random(seed)
    while rounds > 0 or time.monotonic() < end:
        checked(server, dice, max(1, min(rounds, ROUNDS)))
        rounds -= ROUNDS


def checked(server, dice, rounds):
    """So many rounds under one check."""
    with CheckCommand(server, seed=dice.randrange(2**32)) as check:
        for _ in range(rounds):
            check.goes_on(dice.randint(50, 250))
            if dice.random() < 0.5:
                before = snapshots(check)
                wait_until(lambda: snapshots(check) > before, "a list has just reached a snapshot", pause=0)
            server.kill()
            verified = server.run("verify", str(server.store))
            assert verified.returncode == 0, verified.stdout
            server.start()
        check.goes_on(200)
        report = check.holds()
    assert set(states(report).values()) == {"held"}, "every property was tried"
    assert report["counts"]["reconnects"] >= report["clients"]
    assert report["counts"]["resends"] > 0
    assert report["leftLists"] == [] and server.get("/api/lists").json()["lists"] == []


def snapshots(check):
    """How many snapshots the revisions of all lists are worth."""
    return sum(revision // SNAPSHOT_EVERY for revision in check.revisions().values())
