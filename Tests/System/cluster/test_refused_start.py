"""Clusters on which a server does not start: each could lose what it acknowledged, or is another's."""

import http.server
import json
import threading
import urllib.request

import pytest

from nodes import Nodes


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """Three nodes, on which a server has started once."""
    made = Nodes.at_free_ports(tmp_path_factory.mktemp("cluster") / "nodes").start()
    yield made
    made.end()


@pytest.fixture
def used(nodes, spawn):
    """The nodes, with the streams that a server made."""
    spawn(nodes).start().stop()
    return nodes


class FakeMonitor:
    """A monitoring port that passes on what a node says, but for some of it."""

    def __init__(self, node, **lies):
        class Handler(http.server.BaseHTTPRequestHandler):
            """Asks the node, and alters the answer."""

            def do_GET(self):
                """One question."""
                with urllib.request.urlopen(node.monitor_url + self.path, timeout=90) as answer:
                    notified = json.load(answer)
                notified.update({key: value for key, value in lies.items() if key in notified})
                body = json.dumps(notified).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Nothing is logged."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def refusal(server):
    """What the server says before it ends; that it ends is part of the matter."""
    code, said = server.run_to_end()
    assert code not in (0, None), said
    return said


def test_a_cluster_that_acknowledges_before_it_syncs_is_refused(spawn, tmp_path):
    """Row "`sync_interval` not `always`"."""
    nodes = Nodes.at_free_ports(tmp_path / "unsafe")
    for node in nodes.nodes:
        settings = node.configuration.read_text()
        assert "sync_interval: always" in settings
        node.configuration.write_text(settings.replace("sync_interval: always", 'sync_interval: "2m"'))
    try:
        said = refusal(spawn(nodes.start()))
    finally:
        nodes.end()
    for node in nodes.nodes:
        assert (f"the node {node.name} acknowledges records before they are on its disk: set "
                "'sync_interval: always' in its jetstream settings") in said


def test_an_old_version_is_refused(spawn, nodes):
    """Row "version below 2.15.1"."""
    with FakeMonitor(nodes.nodes[0], version="2.15.0") as monitor:
        others = ",".join(node.monitor_url for node in nodes.nodes[1:])
        said = refusal(spawn(nodes, nats_monitor=f"{monitor.url},{others}"))
    assert "the node node-1 is nats-server 2.15.0: install 2.15.1 or newer" in said


def test_a_node_that_nobody_asked_is_refused(spawn, used):
    """Row "`sync_interval` not `always`": a node that keeps records and whose settings are not known."""
    said = refusal(spawn(used, nats_monitor=used.nodes[0].monitor_url))
    assert "the node node-2 keeps records and did not tell its settings" in said
    assert "nats.monitor" in said


def test_no_way_to_ask_is_refused(spawn, nodes):
    """Neither monitoring ports nor the system account."""
    said = refusal(spawn(nodes, nats_monitor=""))
    assert "nats.monitor" in said and "nats.systemCredentials" in said


def test_wrong_copies_are_refused(spawn, used):
    """Row "wrong copies"."""
    said = refusal(spawn(used, nats_replicas=1))
    assert "has 3 copies and nats.replicas is 1: change one of them" in said


def test_other_stream_settings_are_refused(spawn, used):
    """Row "stream settings"."""
    settings = used.request("$JS.API.STREAM.INFO.LS_LOG_3")["config"]
    used.request("$JS.API.STREAM.UPDATE.LS_LOG_3", {**settings, "discard": "old"})
    try:
        said = refusal(spawn(used))
    finally:
        used.request("$JS.API.STREAM.UPDATE.LS_LOG_3", settings)
    assert "the stream LS_LOG_3 has other settings: discard" in said
    spawn(used).start()


@pytest.mark.parametrize("setting, value, name", [
    ("limits_in_flight", 64, "limits.inFlight"), ("limits_undo", 50, "limits.undo")])
def test_limits_that_differ_from_the_cluster_are_refused(spawn, used, setting, value, name):
    """Row "another cluster's configuration": replaying a record would give another list."""
    said = refusal(spawn(used, **{setting: value}))
    assert f"{name} is {value} here and" in said


def test_a_newer_format_is_refused(spawn, used):
    """Row "another cluster's configuration": a format of a later version."""
    stored = {"v": 1, "cluster": "other", "partitions": 8, "format": 2,
              "limits": {"inFlight": 128, "undo": 100}}
    spawn(used, nats_prefix="later").start().stop()
    used.request("later.config", stored)
    said = refusal(spawn(used, nats_prefix="later"))
    assert "the cluster's records have the format 2" in said
