"""Networks that swallow what is sent: between the server and all nodes, and between a node and the others."""

import pytest

from cluster_run import (
    hold, hold_to_elections, stream_of, wait_for_election, wait_until_current)
from conftest import needs_root
from network import Network
from nodes import Nodes
from process import wait_until

pytestmark = [pytest.mark.soak, needs_root]


@pytest.fixture
def network():
    """Namespaces for three nodes."""
    with Network() as made:
        yield made


@pytest.fixture
def nodes(network, tmp_path):
    """Three nodes, each in a namespace."""
    made = Nodes.at_free_ports(tmp_path / "nodes", network.addresses[:3], network.prefixes[:3])
    try:
        yield made.start()
    finally:
        made.end()


def test_a_server_that_is_cut_off_says_so_and_comes_back(network, nodes, spawn, edit, rounds, figures):
    """Row "server cut off from NATS": not ready, and read-only; ready again and nothing lost when it is back."""
    server = spawn(nodes, nats_wait_seconds=3).start()
    run = edit(server)
    for _ in range(rounds):
        failures = server.figure("lockstep_journal_errors_total")
        network.part_machine()
        try:
            wait_until(lambda: server.readiness() == 503, "the server is not ready")
            wait_until(lambda: server.figure("lockstep_journal_errors_total") > failures,
                       "the server tells that it cannot store")
            before = run.revisions()
            assert server.get("/healthz").status == 200
            assert server.figure("lockstep_nats_reachable") == 0
            hold(1)
            assert run.revisions() == before
        finally:
            network.join_machine()
        wait_until(lambda: server.readiness() == 200, "the server is ready")
        run.goes_on()
    run.finish("server cut off from all nodes", figures)


def test_a_leader_that_is_cut_off_from_the_others(network, nodes, spawn, edit, rounds, figures):
    """Row "a NATS node dies", where it lives: what it led is led by the others, and it follows them afterwards."""
    run = edit(spawn(nodes).start())
    stream = stream_of(run.names[0])
    served = nodes.serving()
    node = next(each for each in nodes.nodes if each is not served)
    elections = []
    for _ in range(rounds):
        nodes.lead(stream, node)
        wait_until(lambda: nodes.leader(stream) is node, "the node leads")
        network.part_node(nodes.nodes.index(node))
        try:
            elections.append(wait_for_election(nodes, node, run.names))
            run.goes_on()
        finally:
            network.join_node(nodes.nodes.index(node))
        # It has stood for election alone, and comes back with a higher term: the others may have to elect again.
        elections[-1] += wait_until_current(nodes)
        run.goes_on()
    hold_to_elections(run.finish("leading node cut off from the others", figures), *elections)


def test_the_servers_node_is_cut_off_from_the_others(network, nodes, spawn, edit, figures):
    """Row "a NATS node dies", where the server is connected to it: the server moves to one of the others."""
    server = spawn(nodes, nats_wait_seconds=4).start()
    run = edit(server)
    index = nodes.nodes.index(nodes.serving())
    network.part_node(index)
    try:
        wait_until(lambda: server.figure("lockstep_nats_retries_total") > 0, "appends wait")
        run.goes_on()
        assert nodes.nodes.index(nodes.serving()) != index
    finally:
        network.join_node(index)
    run.goes_on()
    wait_until_current(nodes)
    run.finish("server's node cut off from the others", figures)
