"""`make cluster`: three nodes of NATS, three servers and nginx on this machine, until Ctrl-C.

The nodes have the settings in `config/nats`, nginx those in `config/nginx`; data and logs are below `data/cluster`.
What dies is told of and started again; meanwhile the others go on. When this process ends, however it does,
so does everything that it started.
"""

import argparse
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

from members import entry, server
from nodes import ROOT, Nodes, NodesError, free_ports

BACK = 10.0
"""Seconds until what died is started again; long enough to see how the others go on."""

ENTRY_BACK = 1.0
"""The same for nginx, without which nobody reaches anything."""

BOUND = 60.0
"""Seconds within which everything must be ready."""


class Cluster:
    """The nodes, three servers on them, and the entry."""

    def __init__(self, nodes, servers, front):
        self.nodes, self.servers, self.front = nodes, servers, front
        self.gone, self.ended = {}, threading.Event()

    def run(self):
        """Starts everything, watches it, and ends everything, from the entry inwards."""
        self.nodes.start()
        try:
            for node in self.nodes.nodes:
                self.tell(f"{node.name} runs as process {node.process.pid}: {node.url}, monitoring "
                          f"{node.monitor_url}, log {shown(node.log)}")
            # nginx comes last: it would take servers that are not yet there for servers that died.
            if self.begin(*self.servers) and self.begin(self.front):
                self.tell(f"open {self.front.url}; the servers by themselves: "
                          + ", ".join(each.url for each in self.servers))
            while not self.ended.wait(0.2):
                self.look()
        finally:
            self.front.end()
            threads = [threading.Thread(target=each.end) for each in self.servers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.nodes.end()
        self.tell("nginx, the servers and the nodes have ended")

    def begin(self, *members):
        """Starts them and waits until all are ready; false if Ctrl-C came first."""
        for member in members:
            member.start()
            self.tell(f"{member.name} runs as process {member.process.pid}: {member.url}, log {shown(member.log)}")
        deadline = time.monotonic() + BOUND
        while not all(member.is_ready() for member in members):
            self.look()
            if time.monotonic() > deadline:
                raise NodesError(f"Not ready in {BOUND:.0f} s: see {shown(members[0].log)}.")
            if self.ended.wait(0.1):
                return False
        return True

    def look(self):
        """Tells of what has ended, and starts it again."""
        for member in (*self.nodes.nodes, *self.servers, self.front):
            if not member.is_ended():
                continue
            if member not in self.nodes.nodes and not member.was_ready:
                raise NodesError(f"{member.name} ended {ending(member.process.returncode)}: {member.last_words()}")
            back = ENTRY_BACK if member is self.front else BACK
            if member.name not in self.gone:
                self.gone[member.name] = time.monotonic()
                self.tell(f"{member.name} ended {ending(member.process.returncode)}: it is started again in "
                          f"{back:.0f} s")
            elif time.monotonic() > self.gone[member.name] + back:
                del self.gone[member.name]
                member.start()
                self.tell(f"{member.name} runs again as process {member.process.pid}")

    @staticmethod
    def tell(text):
        """A line of what the command prints; the others' logs are files."""
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
        description="Three nodes of NATS, three servers and nginx; other flags are those of `lockstep serve`.")
    parser.add_argument("--clear", action="store_true", help="remove the data of earlier runs first")
    parser.add_argument("--folder", type=Path, help="another folder for the data, and free ports")
    parser.add_argument("--port", type=int, default=8080,
                        help="where nginx listens (default 8080); the servers have the next three ports")
    options, arguments = parser.parse_known_args()
    folder = (options.folder or ROOT / "data/cluster").resolve()
    if options.clear:
        shutil.rmtree(folder, ignore_errors=True)
    nodes = Nodes.at_free_ports(folder) if options.folder else Nodes.of_make()
    ports = free_ports(3) if options.folder else range(options.port + 1, options.port + 4)
    addresses = [f"http://127.0.0.1:{port}" for port in (options.port, *ports)]
    servers = [server(n, port, nodes, folder, addresses, arguments) for n, port in enumerate(ports, 1)]
    try:
        cluster = Cluster(nodes, servers, entry(options.port, servers, folder))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: cluster.ended.set())
        cluster.run()
    except NodesError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
