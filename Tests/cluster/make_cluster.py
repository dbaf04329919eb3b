"""`make cluster`: three nodes of NATS and a server on this machine, until Ctrl-C.

The nodes have the settings in `config/nats`, their data is below `data/cluster`. One that dies is told of and started
again; the server meanwhile goes on with the two that are left.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from nodes import ROOT, Nodes, NodesError

BACK = 10.0
"""Seconds until a node that died is started again."""


class Cluster:
    """The nodes, and a server on them."""

    def __init__(self, nodes, arguments):
        self.nodes, self.arguments = nodes, arguments
        self.server, self.gone, self.ended = None, {}, threading.Event()

    def run(self):
        """Starts everything, watches it, and ends everything, the server first."""
        self.nodes.start()
        try:
            for node in self.nodes.nodes:
                self.tell(f"{node.name} runs as process {node.process.pid}: {node.url}, monitoring "
                          f"{node.monitor_url}, log {shown(node.log)}")
            self.start_server()
            while not self.ended.wait(0.2):
                self.look()
        finally:
            self.end_server()
            self.nodes.end()
        self.tell("the server and the nodes have ended")

    def start_server(self):
        """The server says itself where it listens."""
        binary = Path(os.environ.get("SERVER_BINARY", ".build/release/lockstep"))
        settings = {"LOCKSTEP_JOURNAL_ENGINE": "nats", "LOCKSTEP_NATS_URLS": self.nodes.urls,
                    "LOCKSTEP_NATS_MONITOR": self.nodes.monitors}
        self.server = subprocess.Popen(
            [ROOT / binary, "serve", *self.arguments], cwd=ROOT, stdin=subprocess.DEVNULL,
            env={**os.environ, **settings}, start_new_session=True)
        self.tell(f"the server runs as process {self.server.pid}")

    def end_server(self):
        """Ends the server as an operator does."""
        if self.server and self.server.poll() is None:
            self.server.terminate()
            try:
                self.server.wait(15)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()

    def look(self):
        """Tells of what has ended; starts nodes again."""
        code = self.server.poll()
        if code is not None:
            raise NodesError(f"The server ended {ending(code)}.")
        for node in self.nodes.nodes:
            if not node.is_ended():
                continue
            if node.name not in self.gone:
                self.gone[node.name] = time.monotonic()
                self.tell(f"{node.name} ended {ending(node.process.returncode)}: it is started again in "
                          f"{BACK:.0f} s")
            elif time.monotonic() > self.gone[node.name] + BACK:
                del self.gone[node.name]
                node.start()
                self.tell(f"{node.name} runs again as process {node.process.pid}")

    @staticmethod
    def tell(text):
        """A line between those of the server's log."""
        print(f"cluster: {text}", flush=True)


def ending(code):
    """How a process ended."""
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"


def shown(path):
    """A path as short as it can be told."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main():
    """Runs the cluster; flags of its own, then those of `lockstep serve`."""
    parser = argparse.ArgumentParser(
        description="Three nodes of NATS and a server; other flags are those of `lockstep serve`.")
    parser.add_argument("--clear", action="store_true", help="remove the data of earlier runs first")
    parser.add_argument("--folder", type=Path, help="another folder for the data, and free ports")
    options, arguments = parser.parse_known_args()
    folder = options.folder or ROOT / "data/cluster"
    if options.clear:
        shutil.rmtree(folder, ignore_errors=True)
    nodes = Nodes.at_free_ports(options.folder.resolve()) if options.folder else Nodes.of_make()
    cluster = Cluster(nodes, arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: cluster.ended.set())
    try:
        cluster.run()
    except NodesError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
