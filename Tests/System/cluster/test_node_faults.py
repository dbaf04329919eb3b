"""Nodes that die, stand still and come back under load: edits wait, and none is lost or refused."""

import shutil

import pytest

from client import Client
from cluster_run import (
    REACTION, hold, hold_to_elections, stream_of, wait_for_election, wait_until_current)
from process import wait_until
from waiting import suspend

pytestmark = pytest.mark.soak


def leader_of_first_list(nodes, run):
    """The node that leads the stream with the first list's log."""
    return wait_until(lambda: nodes.leader(stream_of(run.names[0])), "the stream has a leader")


def test_the_leading_node_is_killed_and_comes_back(nodes, spawn, edit, rounds, figures):
    """Row "a NATS node dies": the partitions that it led stall 4–8 s, edits wait, nobody is refused."""
    run = edit(spawn(nodes).start())
    elections = []
    for _ in range(rounds):
        node = leader_of_first_list(nodes, run)
        node.kill()
        elections.append(wait_for_election(nodes, node, run.names))
        run.goes_on()
        node.start()
        wait_until_current(nodes)
    run.goes_on()
    hold_to_elections(run.finish("leading node killed", figures), *elections)


def test_the_leading_node_stands_still_and_goes_on(nodes, spawn, edit, rounds, figures):
    """Row "a NATS node dies", where its connections stay: the others elect, and it follows them afterwards."""
    run = edit(spawn(nodes).start())
    elections = []
    for _ in range(rounds):
        node = leader_of_first_list(nodes, run)
        suspend(node.process.pid)
        try:
            elections.append(wait_for_election(nodes, node, run.names))
            run.goes_on()
        finally:
            node.resume()
        wait_until_current(nodes)
    run.goes_on()
    hold_to_elections(run.finish("leading node suspended", figures), *elections)


def is_opened(server, name):
    """Whether a list can be opened, which may take until its edits have waited long enough."""
    reader = Client(server.ws())
    try:
        reader.open(name)
        return True
    except TimeoutError:
        return False
    finally:
        reader.leave()


def test_two_nodes_are_killed_and_come_back(nodes, spawn, edit, rounds, figures):
    """Row "two nodes gone": no edits, which is told, but loaded lists can be opened, those that are edited, too.

    The server stays ready, and edits go on afterwards.
    """
    server = spawn(nodes, nats_wait_seconds=4).start()
    run = edit(server)
    for _ in range(rounds):
        failures = server.figure("lockstep_journal_errors_total")
        gone = [leader_of_first_list(nodes, run)]
        gone.append(next(node for node in nodes.nodes if node not in gone))
        for node in gone:
            node.kill()
        wait_until(lambda: server.figure("lockstep_journal_errors_total") > failures,
                   "the server tells that it cannot store")
        before = run.revisions()
        assert server.readiness() == 200
        for name in run.names:
            wait_until(lambda name=name: is_opened(server, name), "the list is opened")
        # Whether others have written more cannot be told.
        assert server.get(f"/api/lists/{run.names[0]}").status == 503
        assert run.revisions() == before
        for node in gone:
            node.start()
        run.goes_on()
        wait_until_current(nodes)
    run.finish("two nodes killed", figures)
    assert server.log_lines("the journal cannot be written; edits are refused until it can")


def test_a_node_that_lost_its_disk_is_filled_by_the_others(nodes, spawn, edit, figures):
    """Row "a NATS node dies", and its disk with it: under its name an empty node gets every record again."""
    run = edit(spawn(nodes).start())
    node = leader_of_first_list(nodes, run)
    node.kill()
    shutil.rmtree(node.log.parent / node.name)
    node.start()
    run.goes_on()
    wait_until_current(nodes)
    # What the others filled it with is what a majority of it and one other knows.
    other = next(each for each in nodes.nodes if each is not node)
    other.kill()
    run.goes_on()
    other.start()
    wait_until_current(nodes)
    run.finish("disk of the leading node lost", figures)


def test_a_node_that_stutters_delays_edits_only(nodes, spawn, edit, rounds, figures):
    """Row "slow follower": a node that runs for a tenth of the time neither refuses nor loses an edit."""
    run = edit(spawn(nodes).start())
    node = next(n for n in nodes.nodes if n is not leader_of_first_list(nodes, run))
    for _ in range(10 * rounds):
        suspend(node.process.pid)
        try:
            hold(0.18)
        finally:
            node.resume()
        hold(0.02)
    run.goes_on()
    wait_until_current(nodes)
    row = run.finish("a node that stutters", figures)
    assert row["refused"] == 0
    assert row["longest wait"] < REACTION
