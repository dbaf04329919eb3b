"""Servers that die, start elsewhere, or run twice by mistake: the lists are the cluster's, and nothing of a server's own."""

import pytest

from cluster_run import wait_until_current


def test_the_server_is_killed_and_starts_elsewhere(nodes, spawn, edit, rounds, figures, tmp_path):
    """Row "a Lockstep server dies": clients reconnect and resend; another folder stands for another machine."""
    server = spawn(nodes).start()
    run = edit(server)
    for number in range(2 * rounds):
        run.kill_server()
        if number % 2:
            (tmp_path / f"elsewhere-{number}" / "lists").mkdir(parents=True)
            server.folder = tmp_path / f"elsewhere-{number}"
            server.store = server.folder / "lists.sqlite"
        run.restart()
        run.goes_on()
    row = run.finish("server killed, started elsewhere", figures)
    assert row["refused"] == 0
    assert not server.store.exists()


@pytest.mark.soak
def test_a_server_starts_while_a_node_is_down(nodes, spawn, edit, figures):
    """Rows "a NATS node dies" and "a Lockstep server dies" together: what is down is told of, and no hindrance."""
    server = spawn(nodes).start()
    run = edit(server)
    wait_until_current(nodes)
    node = nodes.nodes[2]
    node.kill()
    run.kill_server()
    run.restart()
    run.goes_on()
    assert server.log_lines(f"node={node.name}")
    node.start()
    wait_until_current(nodes)
    row = run.finish("server killed while a node is down", figures)
    assert row["refused"] == 0


def test_two_servers_on_the_same_lists_do_no_harm(nodes, spawn, edit, figures):
    """Each of two servers follows the other's records, and forwards edits to whoever wrote last; nothing is lost or doubled."""
    first, second = spawn(nodes).start(), spawn(nodes)
    run = edit(first, founders=0)
    second.start()
    moved = run.editors[::2]
    for editor in moved:
        editor.url = second.ws()
    first.kill()
    run.history.add("killed")
    first.start()
    run.history.add("ready")
    run.goes_on(40)
    assert sum(server.figure("lockstep_edits_forwarded_total") for server in (first, second)) > 0
    run.world.loading = False
    run.settle()
    for editor in moved:
        editor.url = first.ws()
    second.kill()
    run.settle()
    run.world.loading = True
    run.goes_on()
    run.finish("two servers on the same lists", figures)
