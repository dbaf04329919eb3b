"""Servers that die, start elsewhere, or run twice by mistake: the lists are the cluster's, and nothing of a server's own."""

import pytest

from check_command import states
from cluster_run import stream_of, wait_until_current
from process import wait_until

MOST_UNANSWERED = 10
"""Edits of a list that a client of the check sends before the first of them is answered, at most."""


@pytest.mark.soak
def test_the_server_is_killed_and_starts_elsewhere(nodes, spawn, edit, rounds, figures, tmp_path):
    """Row "a Lockstep server dies": clients reconnect and resend; another folder stands for another machine."""
    server = spawn(nodes).start()
    run = edit(server)
    for number in range(2 * rounds):
        server.kill()
        if number % 2:
            (tmp_path / f"elsewhere-{number}" / "lists").mkdir(parents=True)
            server.folder = tmp_path / f"elsewhere-{number}"
            server.store = server.folder / "lists.sqlite"
        server.start()
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
    server.kill()
    server.start()
    run.goes_on()
    assert server.log_lines(f"node={node.name}")
    node.start()
    wait_until_current(nodes)
    row = run.finish("server killed while a node is down", figures)
    assert row["refused"] == 0


def test_two_servers_on_the_same_lists_do_no_harm(nodes, spawn, edit, figures):
    """Each of two servers follows the other's records, and forwards edits to whoever wrote last; nothing is lost or doubled."""
    first, second = spawn(nodes).start(), spawn(nodes).start()
    run = edit(first, second)
    run.goes_on(40)
    assert sum(server.figure("lockstep_edits_forwarded_total") for server in (first, second)) > 0
    for server in (first, second):
        server.kill()
        run.moved_from(server)
        run.goes_on()
        server.start()
    run.finish("two servers on the same lists", figures)


def test_records_that_are_lost_are_noticed(nodes, spawn, edit):
    """The judge of all these runs: where the last records of a list go while its server is down, its edits are lost."""
    # No snapshot of the server's brings back what the test takes away.
    server = spawn(nodes, history_snapshot_every=100_000).start()
    # What the one client has seen was answered: it is not sent again, so that the next edit is another one.
    run = edit(server, clients=1, lists=1)
    name = run.names[0]
    run.goes_on(2 * MOST_UNANSWERED)
    server.kill()
    seen = run.revisions()[name]
    stream, subject = stream_of(name), f"ls.log.{stream_of(name)[-1]}.{name}"
    for _ in range(MOST_UNANSWERED + 3):
        last = nodes.request(f"$JS.API.STREAM.MSG.GET.{stream}", {"last_by_subj": subject})["message"]
        nodes.request(f"$JS.API.STREAM.MSG.DELETE.{stream}", {"seq": last["seq"], "no_erase": True})
    server.start()
    wait_until(lambda: server.snapshot(name)["revision"] >= seen, "the lost revisions are made again")
    code, report, messages = run.check.end()
    assert code == 1, messages
    assert report["counts"]["lost"] > 0
    assert {"3", "6"} <= {number for number, state in states(report).items() if state == "broken"}, report
