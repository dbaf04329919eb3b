"""Three nodes of NATS on this machine: those of `make cluster`, and others in a test's folder with free ports."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import jetstream

ROOT = Path(__file__).resolve().parents[3]
BOUND = 30.0
"""Seconds within which nodes must be ready."""


class NodesError(Exception):
    """Nodes that cannot be started, with what to do."""


def find_program():
    """The `nats-server` to run: that of NATS_SERVER, or of the tools of the tests."""
    named = os.environ.get("NATS_SERVER")
    program = Path(named) if named else ROOT / ".venv/bin/nats-server"
    if not os.access(program, os.X_OK):
        raise NodesError(f"There is no {program}: run 'make test-tools', or name one in NATS_SERVER.")
    return program


def with_parent(command):
    """The command, so that the kernel ends it when the process that started it ends, however it does."""
    return ["setpriv", "--pdeathsig", "KILL", *command]


class Node:
    """One `nats-server` with a settings file; only processes that it started are ever signalled."""

    def __init__(self, name, configuration, log, client, monitor, address="127.0.0.1", prefix=()):
        self.name, self.configuration, self.log = name, configuration, log
        self.address, self.client, self.monitor = address, client, monitor
        self.prefix = prefix
        """What the command line begins with, as `ip netns exec NAME`."""
        self.process = None

    @property
    def url(self):
        """The address for clients."""
        return f"nats://{self.address}:{self.client}"

    @property
    def monitor_url(self):
        """The address of the monitoring port."""
        return f"http://{self.address}:{self.monitor}"

    def start(self):
        """Starts the process in the root of the repository, and does not wait for it."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, *with_parent([find_program(), "-c", self.configuration])], cwd=ROOT,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def ask(self, path):
        """What the monitoring port answers; None where it does not."""
        with contextlib.suppress(OSError, urllib.error.URLError, ValueError):
            with urllib.request.urlopen(f"{self.monitor_url}{path}", timeout=2) as answer:
                return json.load(answer)
        return None

    def is_ended(self):
        """Whether the process has ended."""
        return self.process is not None and self.process.poll() is not None

    def kill(self):
        """kill -9, and waits for the end."""
        self.process.kill()
        self.process.wait()

    def resume(self):
        """A suspended process goes on."""
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        """Ends the process, if it runs, and waits until it is gone."""
        if self.process is None or self.process.poll() is not None:
            return
        self.resume()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


class Nodes:
    """Three nodes that keep each other's copies."""

    def __init__(self, nodes):
        self.nodes = nodes

    @classmethod
    def of_make(cls):
        """Those of `make cluster`, with the files in `config/nats`."""
        return cls([Node(f"node-{n}", ROOT / f"config/nats/node-{n}.conf",
                         ROOT / f"data/cluster/node-{n}.log", 14220 + n, 18220 + n)
                    for n in (1, 2, 3)])

    @classmethod
    def at_free_ports(cls, folder, addresses=("127.0.0.1",) * 3, prefixes=((),) * 3, stores=None,
                      more=""):
        """Nodes with the common settings of `config/nats` and files of their own in a folder.

        `addresses`: of each node; `prefixes`: what starts each; `stores`: the folders of their data; `more`:
        further settings, also ones that override the common ones.
        """
        folder.mkdir(parents=True, exist_ok=True)
        stores = stores or [folder / f"node-{n}" for n in (1, 2, 3)]
        ports = free_ports(9)
        clients, monitors, routes = ports[:3], ports[3:6], ports[6:]
        mates = ", ".join(f'"nats://{a}:{r}"' for a, r in zip(addresses, routes))
        nodes = []
        for i in range(3):
            name, address = f"node-{i + 1}", addresses[i]
            file = folder / f"{name}.conf"
            file.write_text(
                (ROOT / "config/nats/common.conf").read_text()
                + f'server_name: "{name}"\nlisten: "{address}:{clients[i]}"\n'
                f'http: "{address}:{monitors[i]}"\nstore_dir: "{stores[i]}"\n'
                f'cluster {{\n  name: "test"\n  listen: "{address}:{routes[i]}"\n'
                f"  routes: [{mates}]\n}}\n{more}\n")
            nodes.append(Node(name, file, folder / f"{name}.log", clients[i], monitors[i], address,
                              prefixes[i]))
        return cls(nodes)

    @property
    def urls(self):
        """The setting `nats.urls`."""
        return ",".join(node.url for node in self.nodes)

    @property
    def monitors(self):
        """The setting `nats.monitor`."""
        return ",".join(node.monitor_url for node in self.nodes)

    def start(self):
        """Starts all three and waits until they can store; ends them where that fails."""
        for node in self.nodes:
            if node.ask("/varz"):
                raise NodesError(f"Port {node.monitor} is in use: another cluster runs on this machine.")
        try:
            for node in self.nodes:
                node.start()
            self.wait_until_ready()
        except BaseException:
            self.end()
            raise
        return self

    def wait_until_ready(self):
        """Waits until JetStream has a leader that all nodes know, and to which no node is offline."""
        deadline = time.monotonic() + BOUND
        while not self.are_ready():
            for node in self.nodes:
                if node.is_ended():
                    raise NodesError(f"{node.name} ended: {node.log.read_text()[-2000:]}")
            if time.monotonic() > deadline:
                raise NodesError(f"The nodes found no leader in {BOUND:.0f} s: see {self.nodes[0].log}.")
            time.sleep(0.05)

    def are_ready(self):
        """Whether the nodes agree on the leader of the cluster, and it on their being there."""
        notified = {node.name: (node.ask("/jsz") or {}).get("meta_cluster", {}) for node in self.nodes}
        leaders = {meta.get("leader") for meta in notified.values()}
        mates = notified.get(next(iter(leaders)), {}).get("replicas") or []
        return len(leaders) == 1 and len(mates) == 2 and all(
            mate.get("current") and not mate.get("offline") for mate in mates)

    def streams(self, asked=None):
        """What a node tells of the streams, by name; `{}` where it does not answer."""
        notified = (asked or self.running()[0]).ask("/jsz?accounts=1&streams=1&config=1") or {}
        return {stream["name"]: stream for account in notified.get("account_details") or []
                for stream in account.get("stream_detail") or []}

    def running(self):
        """The nodes whose processes have not ended."""
        return [node for node in self.nodes if not node.is_ended()]

    def leader(self, stream, asked=None):
        """The node that leads a stream; None while there is none."""
        name = self.streams(asked).get(stream, {}).get("cluster", {}).get("leader")
        return next((node for node in self.nodes if node.name == name), None)

    def lead(self, stream, node):
        """Has a node lead a stream."""
        if self.leader(stream) is not node:
            self.request(f"$JS.API.STREAM.LEADER.STEPDOWN.{stream}",
                         {"placement": {"preferred": node.name}})

    def serving(self):
        """The node that a client is connected to; None while there is none."""
        return next((node for node in self.nodes
                     if (node.ask("/connz") or {}).get("num_connections")), None)

    def are_copies_current(self):
        """Whether all nodes tell that each stream has a leader and two copies that lack nothing."""
        for node in self.nodes:
            streams = self.streams(node)
            for stream in streams.values():
                cluster = stream.get("cluster", {})
                copies = cluster.get("replicas") or []
                is_led_here = cluster.get("leader") == node.name
                if not cluster.get("leader") or len(copies) != 2 or is_led_here and not all(
                        copy.get("current") and not copy.get("offline") for copy in copies):
                    return False
            if not streams:
                return False
        return True

    def request(self, subject, payload=None):
        """What JetStream answers to a request, asked of a node that runs."""
        node = self.running()[0]
        return jetstream.request(node.address, node.client, subject, payload)

    def end(self):
        """Ends the three together: one by one, those left would first elect leaders."""
        threads = [threading.Thread(target=node.end) for node in self.nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


PORTS = range(20_000, 32_000)
"""The ports of nodes: below those that the system gives to connections, which would take that of a node that is down."""


def free_ports(count):
    """Ports that nothing listens on."""
    with contextlib.ExitStack() as held:
        found = []
        for port in random.sample(PORTS, len(PORTS)):
            with contextlib.suppress(OSError):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port))
                found.append(port)
                if len(found) == count:
                    break
        return found
