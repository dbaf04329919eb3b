"""The settings in `config/nats`: the nodes read them, and they are those that a server asks for."""

import re
import subprocess

from nodes import ROOT, Nodes, find_program


def test_the_nodes_read_their_settings():
    for node in Nodes.of_make().nodes:
        done = subprocess.run([find_program(), "-t", "-c", node.configuration], cwd=ROOT,
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        text = node.configuration.read_text()
        assert f'listen: "{node.address}:{node.client}"' in text
        assert f'http: "{node.address}:{node.monitor}"' in text
        assert f'store_dir: "data/cluster/{node.name}"' in text


def test_their_common_settings_are_safe(nodes):
    for node in nodes.nodes:
        notified = node.ask("/varz")
        assert notified["version"] == "2.15.1"
        assert notified["max_payload"] == 1 << 20
        assert notified["jetstream"]["config"]["sync_always"]


def test_three_nodes_name_the_same_cluster():
    routes = {re.search(r"routes: .*", node.configuration.read_text())[0]
              for node in Nodes.of_make().nodes}
    assert len(routes) == 1
