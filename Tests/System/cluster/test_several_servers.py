"""Three servers on three nodes, clients on each: servers die, stand still, are cut off, and everything restarts."""

import pytest

from cluster_run import (
    REACTION, hold, stream_of, wait_for_election, wait_until_current)
from conftest import needs_root
from network import Network
from nodes import Nodes
from process import wait_until

pytestmark = pytest.mark.soak

SERVERS = 3

CLIENTS = 9

PATIENCE = 1.0
"""Seconds until a client pings, and again until a server that stands still counts as gone."""

PAUSE = 3.0
"""Seconds that an edit may wait where no node of its list's log is gone."""

NEAR_PAUSE = 5.0
"""The same where a node is gone that led other lists only: a server may have been connected to it."""

LOST_PAUSE = 12.0
"""The same where the node that led the log is gone, and the others elected at once."""


@pytest.fixture
def network():
    """Namespaces for three nodes and three servers."""
    with Network(SERVERS) as made:
        yield made


@pytest.fixture
def parted(network, tmp_path):
    """Three nodes, each in a namespace."""
    made = Nodes.at_free_ports(tmp_path / "nodes", network.addresses[:3], network.prefixes[:3])
    try:
        yield made.start()
    finally:
        made.end()


def start_servers(spawn, nodes, network=None, **settings):
    """Three servers, in namespaces where there is a network."""
    servers = [spawn(nodes, **settings) for _ in range(SERVERS)]
    for number, server in enumerate(servers):
        if network:
            server.host, server.inside = network.addresses[3 + number], network.prefixes[3 + number]
            server.settings["LOCKSTEP_AUTH_ALLOW_OPEN"] = "true"
        server.launch()
    for server in servers:
        wait_until(server.is_ready, "the server is ready")
    return servers


def test_servers_are_killed_one_after_the_other(nodes, spawn, edit, rounds, figures):
    """Row "a Lockstep server dies": its clients go on elsewhere at once, and nobody waits for long."""
    servers = start_servers(spawn, nodes)
    run = edit(*servers, clients=CLIENTS)
    for number in range(SERVERS * rounds):
        server = servers[number % SERVERS]
        server.kill()
        run.moved_from(server)
        run.goes_on()
        server.start()
    row = run.finish("each of three servers killed", figures)
    assert row["refused"] == 0
    assert row["longest wait"] < PAUSE


def test_a_server_stands_still_and_goes_on(nodes, spawn, edit, rounds, figures):
    """The same where it lives: what it had under way when it goes on was overtaken, and does no harm."""
    servers = start_servers(spawn, nodes)
    run = edit(*servers, clients=CLIENTS, patience=PATIENCE)
    for number in range(2 * rounds):
        server = servers[number % SERVERS]
        server.suspend()
        try:
            run.moved_from(server)
            run.goes_on()
        finally:
            server.resume()
        wait_until(lambda server=server: server.readiness() == 200, "the server is ready")
        run.catches_up()
    row = run.finish("a server suspended", figures)
    # It takes a client two patiences to know, and perhaps one more at a server that is next and stands still, too.
    assert row["longest wait"] < 2 * PATIENCE + PAUSE


def leave(nodes, stream, node):
    """Has another node lead a stream."""
    if nodes.leader(stream) is node:
        nodes.lead(stream, next(each for each in nodes.nodes if each is not node))
        wait_until(lambda: nodes.leader(stream) not in (node, None), "another node leads")


def test_a_node_dies_below_three_servers(nodes, spawn, edit, rounds, figures):
    """Row "a NATS node dies": lists that it led wait for an election, the others hardly."""
    run = edit(*start_servers(spawn, nodes), clients=CLIENTS, lists=6)
    elections, others = [], set(run.names)
    for _ in range(rounds):
        node = wait_until(lambda: nodes.leader(stream_of(run.names[0])), "the stream has a leader")
        # Compactions wait for the stream of snapshots, and a list's edits for its compaction.
        for stream in {"LS_SNAP", *map(stream_of, run.names[3:])} - {stream_of(run.names[0])}:
            leave(nodes, stream, node)
        run.catches_up()
        others -= {name for name in run.names if nodes.leader(stream_of(name)) is node}
        node.kill()
        elections.append(wait_for_election(nodes, node, run.names))
        run.goes_on()
        node.start()
        wait_until_current(nodes)
        run.catches_up()
    row = run.finish("leading node killed below three servers", figures)
    assert row["longest wait"] < max(LOST_PAUSE, max(elections) + REACTION), (row, elections)
    assert others and max(run.longest_waits[name] for name in others) < NEAR_PAUSE, run.longest_waits


@needs_root
def test_a_server_is_cut_off_from_all_nodes(network, parted, spawn, edit, rounds, figures):
    """Row "server cut off from NATS": it refuses, the clients of the others notice nothing, and it catches up."""
    servers = start_servers(spawn, parted, network, nats_wait_seconds=3)
    # What is opened at it is what it knows.
    run = edit(*servers, clients=CLIENTS, allow_stale_opens=True)
    for number in range(rounds):
        number %= SERVERS
        server = servers[number]
        near = set(range(CLIENTS)) - run.clients_at(server)
        before = run.longest_wait(near)
        network.part_server(number)
        try:
            wait_until(lambda server=server: server.readiness() == 503, "the server is not ready")
            run.goes_on(names=run.lists_of(near))
            assert all(each.readiness() == 200 for each in servers if each is not server)
        finally:
            network.join_server(number)
        assert run.longest_wait(near) <= max(before, PAUSE)
        wait_until(lambda server=server: server.readiness() == 200, "the server is ready")
        run.catches_up()
    run.finish("a server of three cut off from all nodes", figures)


@needs_root
def test_a_node_between_servers_is_cut_off_from_the_others(network, parted, spawn, edit, rounds, figures):
    """Servers cut off from each other: they talk through NATS only, and one is at a node that the others left.

    Edits wait for the election, and once more until servers have left the nodes that stored nothing meanwhile.
    """
    servers = start_servers(spawn, parted, network)
    run = edit(*servers, clients=CLIENTS)
    elections = []
    for _ in range(rounds):
        node = parted.serving()
        index = parted.nodes.index(node)
        parted.lead(stream_of(run.names[0]), node)
        wait_until(lambda node=node: parted.leader(stream_of(run.names[0])) is node, "the node leads")
        network.part_node(index)
        try:
            elections.append(wait_for_election(parted, node, run.names))
            run.goes_on()
            for server in servers:
                wait_until(lambda server=server: server.readiness() == 200, "the server is ready")
        finally:
            network.join_node(index)
        wait_until_current(parted)
        run.catches_up()
    row = run.finish("node between servers cut off", figures)
    assert row["longest wait"] < max(elections) + 2 * REACTION, (row, elections)


@needs_root
def test_servers_that_do_not_reach_each_other_go_on(network, parted, spawn, edit, rounds, figures):
    """They talk through the nodes alone: nobody notices."""
    servers = start_servers(spawn, parted, network)
    run = edit(*servers, clients=CLIENTS)
    for _ in range(rounds):
        network.part_servers()
        try:
            run.goes_on(10)
        finally:
            network.join_servers()
    row = run.finish("servers cut off from each other", figures)
    assert row["refused"] == 0
    assert row["longest wait"] < PAUSE


def test_everything_restarts_while_twenty_edit(nodes, spawn, edit, rounds, figures):
    """An upgrade: one after the other, as "Upgrades and restarts" of Running on NATS says."""
    servers = start_servers(spawn, nodes)
    run = edit(*servers, clients=20, lists=6)
    for _ in range(rounds):
        for server in servers:
            assert server.stop() == 0
            run.moved_from(server)
            server.start()
            run.goes_on(2)
        for node in nodes.nodes:
            node.end()
            run.goes_on(2)
            node.start()
            wait_until_current(nodes)
    row = run.finish("everything restarted", figures)
    assert row["longest wait"] < LOST_PAUSE + REACTION
