"""The nodes of `make cluster`: their settings are safe, and nothing of them outlives it."""

import signal
import subprocess
import sys
from pathlib import Path

from nodes import Nodes

HERE = Path(__file__).resolve().parent


def test_ctrl_c_ends_all_nodes_and_their_settings_are_safe():
    with subprocess.Popen([sys.executable, HERE / "nodes.py"], stdout=subprocess.PIPE,
                          text=True) as command:
        try:
            assert command.stdout.readline().startswith("Three nodes run: ")
            nodes = Nodes().nodes
            for node in nodes:
                found = node.ask("/varz")
                assert found["version"] == "2.15.1"
                assert found["max_payload"] == 1 << 20
                settings = found["jetstream"]["config"]
                assert settings["sync_always"]
                assert settings["store_dir"].endswith(f"data/cluster/{node.name}/jetstream")
        finally:
            command.send_signal(signal.SIGINT)
        assert command.wait(20) == 0
        assert [node.ask("/varz") for node in nodes] == [None] * 3


def test_a_second_cluster_is_refused_and_harms_nobody():
    nodes = Nodes().start()
    try:
        second = subprocess.run([sys.executable, HERE / "nodes.py"], capture_output=True, text=True,
                                check=False)
        assert second.returncode == 1
        assert "is in use: another cluster runs on this machine." in second.stderr
        assert all(Nodes.is_ready(node) for node in nodes.nodes)
    finally:
        nodes.end()
