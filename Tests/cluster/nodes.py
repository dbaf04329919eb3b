"""Three nodes of NATS on this machine, as `make cluster` and the tests start them.

`nodes.py` starts them with the settings in `config/nats`, data below `data/cluster`, and ends them upon Ctrl-C.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOUND = 30.0
"""Seconds within which nodes must be ready."""


def find_program():
    """The `nats-server` to run: that of NATS_SERVER, or of the tools of the tests."""
    named = os.environ.get("NATS_SERVER")
    program = Path(named) if named else ROOT / ".venv/bin/nats-server"
    if not os.access(program, os.X_OK):
        raise SystemExit(f"There is no {program}: run 'make test-tools', or name one in NATS_SERVER.")
    return program


class Node:
    """One `nats-server` with a settings file; only processes that it started are ever signalled."""

    def __init__(self, name, configuration, monitor, log):
        self.name = name
        self.configuration = configuration
        self.monitor = monitor
        self.log = log
        self.process = None

    def start(self):
        """Starts the process in the root of the repository, and does not wait for it."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [find_program(), "-c", self.configuration], cwd=ROOT, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True)

    def ask(self, path):
        """What the monitoring port answers; None where it does not."""
        with contextlib.suppress(OSError, urllib.error.URLError, ValueError):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}{path}", timeout=2) as answer:
                return json.load(answer)
        return None

    def is_ended(self):
        """Whether the process has ended."""
        return self.process is not None and self.process.poll() is not None

    def end(self, number=signal.SIGTERM):
        """Ends the process, if it runs, and waits until it is gone."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(number)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Nodes:
    """Three nodes that keep each other's copies."""

    def __init__(self, folder=ROOT / "data/cluster"):
        self.nodes = [
            Node(f"node-{n}", ROOT / f"config/nats/node-{n}.conf", 18220 + n, folder / f"node-{n}.log")
            for n in (1, 2, 3)]

    urls = ",".join(f"nats://127.0.0.1:{14220 + n}" for n in (1, 2, 3))
    monitors = ",".join(f"http://127.0.0.1:{18220 + n}" for n in (1, 2, 3))

    def start(self):
        """Starts all three and waits until they can store; ends them where that fails."""
        for node in self.nodes:
            if node.ask("/varz"):
                raise SystemExit(f"Port {node.monitor} is in use: another cluster runs on this machine.")
        try:
            for node in self.nodes:
                node.start()
            self.wait_until_ready()
        except BaseException:
            self.end()
            raise
        return self

    def wait_until_ready(self):
        """Waits until every node says that JetStream has its leader and all three nodes."""
        deadline = time.monotonic() + BOUND
        while not all(self.is_ready(node) for node in self.nodes):
            for node in self.nodes:
                if node.is_ended():
                    raise SystemExit(f"{node.name} ended: {node.log.read_text()[-2000:]}")
            if time.monotonic() > deadline:
                raise SystemExit(f"The nodes found no leader in {BOUND:.0f} s: see {self.nodes[0].log}.")
            time.sleep(0.05)

    @staticmethod
    def is_ready(node):
        """Whether a node knows a leader of the cluster, and three nodes in it."""
        meta = (node.ask("/jsz") or {}).get("meta_cluster", {})
        return bool(meta.get("leader")) and meta.get("cluster_size") == 3

    def end(self):
        """Ends the three together: one by one, those left would first elect leaders."""
        threads = [threading.Thread(target=node.end) for node in self.nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def main():
    """Runs the nodes until Ctrl-C, or until one of them ends."""
    if "--clear" in sys.argv:
        shutil.rmtree(ROOT / "data/cluster", ignore_errors=True)
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    nodes = Nodes().start()
    try:
        print(f"Three nodes run: nats.urls {nodes.urls}, nats.monitor {nodes.monitors}. Ctrl-C ends them.",
              flush=True)
        while not stopped.wait(0.5):
            ended = [node for node in nodes.nodes if node.is_ended()]
            if len(ended) == len(nodes.nodes):
                raise SystemExit(f"All nodes ended: see {ended[0].log}.")
    finally:
        nodes.end()


if __name__ == "__main__":
    main()
