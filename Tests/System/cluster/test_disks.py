"""Disks of nodes that lose power or are full: what was answered is stored, and what was refused is not."""

import pytest

from cluster_run import stream_of, wait_until_current
from conftest import needs_root
from disks import Disk
from nodes import Nodes
from process import wait_until

pytestmark = pytest.mark.soak


@pytest.fixture
def disks(tmp_path):
    """A file system for each node, mounted."""
    made = [Disk(tmp_path / f"disk-{n}") for n in (1, 2, 3)]
    try:
        for disk in made:
            disk.mount()
        yield made
    finally:
        for disk in made:
            disk.unmount()


@needs_root
def test_a_power_cut_of_all_nodes_loses_nothing(disks, spawn, edit, rounds, figures, tmp_path):
    """`sync_interval: always`: the disks of all three lose what was not synced, and no answered edit is among it."""
    nodes = Nodes.at_free_ports(tmp_path / "nodes", stores=[disk.path / "node" for disk in disks])
    try:
        nodes.start()
        run = edit(spawn(nodes).start())
        for _ in range(rounds):
            for disk in disks:
                disk.cut()
            for node in nodes.nodes:
                node.kill()
            for disk in disks:
                disk.unmount()
                disk.mount()
            for node in nodes.nodes:
                node.start()
            run.goes_on()
            wait_until_current(nodes)
        run.finish("power cut of all three nodes", figures)
    finally:
        nodes.end()


def test_a_full_stream_refuses_and_goes_on_with_more_room(nodes, spawn, edit, figures):
    """Row "stream full": refused and not stored, the list is read-only, the alarm is told; others go on."""
    server = spawn(nodes, nats_wait_seconds=2).start()
    run = edit(server)
    name, before = run.names[0], run.revisions()
    stream = stream_of(name)
    full = [other for other in run.names if stream_of(other) == stream]
    settings = nodes.request(f"$JS.API.STREAM.INFO.{stream}")
    taken = settings["state"]["bytes"]
    nodes.request(f"$JS.API.STREAM.UPDATE.{stream}", {**settings["config"], "max_bytes": taken + 20_000})
    wait_until(lambda: server.figure("lockstep_journal_errors_total") > 0,
               "the server tells that it cannot store")
    assert server.log_lines("the journal cannot be written; edits are refused until it can")
    assert server.readiness() == 200
    # Of a session they wait: another server may have been sent them before.
    nobodys = {"id": 1, "actions": [{"op": "updateList", "title": "refused"}]}
    assert server.request("POST", f"/api/lists/{name}/edits", nobodys).status == 503
    assert all(server.snapshot(other)["revision"] >= before[other] for other in run.names)
    others = [other for other in run.names if other not in full]
    run.goes_on(names=others)
    nodes.request(f"$JS.API.STREAM.UPDATE.{stream}", {**settings["config"], "max_bytes": -1})
    run.goes_on()
    run.finish("full stream", figures)


@needs_root
def test_a_node_with_a_full_disk_is_left_out(disks, spawn, edit, figures, tmp_path):
    """Row "stream full", on the disk of one node: the others go on, and it comes back with room and a restart."""
    nodes = Nodes.at_free_ports(tmp_path / "nodes", stores=[disk.path / "node" for disk in disks])
    try:
        nodes.start()
        server = spawn(nodes).start()
        run = edit(server)
        node = wait_until(lambda: nodes.leader(stream_of(run.names[0])), "the stream has a leader")
        disk = disks[nodes.nodes.index(node)]
        disk.fill()
        run.goes_on(20)
        disk.free()
        node.kill()
        node.start()
        run.goes_on()
        wait_until_current(nodes)
        run.finish("full disk of the leading node", figures)
    finally:
        nodes.end()


@needs_root
def test_full_disks_of_all_nodes_refuse_and_go_on_with_room(disks, spawn, edit, figures, tmp_path):
    """Row "stream full", on all disks: refused and not stored; with room and restarted nodes edits go on."""
    nodes = Nodes.at_free_ports(tmp_path / "nodes", stores=[disk.path / "node" for disk in disks])
    try:
        nodes.start()
        server = spawn(nodes, nats_wait_seconds=2).start()
        run = edit(server)
        for disk in disks:
            disk.fill()
        wait_until(lambda: server.figure("lockstep_journal_errors_total") > 0,
                   "the server tells that it cannot store")
        for disk in disks:
            disk.free()
        for node in nodes.nodes:
            node.kill()
        for node in nodes.nodes:
            node.start()
        run.goes_on()
        wait_until_current(nodes)
        run.finish("full disks of all nodes", figures)
    finally:
        nodes.end()
