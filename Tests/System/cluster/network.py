"""A network of this machine's own: nodes and servers in namespaces, joined by a bridge that the machine is on too."""

import os
import subprocess


NODES = 3


class Network:
    """Namespaces with an address each, three of nodes, then those of servers; routes are cut without a word."""

    def __init__(self, servers=0):
        numbers = range(1, NODES + servers + 1)
        mark = f"{os.getpid() % 100_000}"
        self.bridge = f"lsb{mark}"
        self.names = [f"ls{mark}-{n}" for n in numbers]
        self.wires = [f"lsv{mark}-{n}" for n in numbers]
        net = f"10.{197 + os.getpid() % 50}.{os.getpid() // 50 % 250}"
        self.own = f"{net}.254"
        self.addresses = [f"{net}.{n}" for n in numbers]

    @property
    def prefixes(self):
        """What a command begins with, so that it runs in a namespace."""
        return [("ip", "netns", "exec", name) for name in self.names]

    def __enter__(self):
        try:
            run("ip", "link", "add", self.bridge, "type", "bridge")
            run("ip", "address", "add", f"{self.own}/24", "dev", self.bridge)
            run("ip", "link", "set", self.bridge, "up")
            for name, wire, address in zip(self.names, self.wires, self.addresses):
                run("ip", "netns", "add", name)
                run("ip", "link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", name)
                run("ip", "link", "set", wire, "master", self.bridge, "up")
                run("ip", "-n", name, "address", "add", f"{address}/24", "dev", "eth0")
                for device in ("eth0", "lo"):
                    run("ip", "-n", name, "link", "set", device, "up")
        except OSError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for command in [("link", "del", wire) for wire in self.wires] + [
                ("netns", "del", name) for name in self.names] + [("link", "del", self.bridge)]:
            subprocess.run(["ip", *command], capture_output=True, check=False)

    def part_machine(self):
        """Nothing that this machine sends reaches a node."""
        self.change("add")

    def join_machine(self):
        """It reaches them again."""
        self.change("del")

    def part_node(self, index):
        """Nothing that a node sends reaches the other nodes; this machine and the servers it reaches."""
        self.change("add", index)

    def join_node(self, index):
        """It reaches them again."""
        self.change("del", index)

    def part_server(self, number):
        """Nothing that a server sends reaches a node; this machine, and so its clients, it reaches."""
        self.change("add", NODES + number)

    def join_server(self, number):
        """It reaches them again."""
        self.change("del", NODES + number)

    def part_servers(self):
        """Nothing that a server sends reaches another server; the nodes and this machine it reaches."""
        for number in range(NODES, len(self.names)):
            self.change("add", number, self.addresses[NODES:])

    def join_servers(self):
        """They reach each other again."""
        for number in range(NODES, len(self.names)):
            self.change("del", number, self.addresses[NODES:])

    def change(self, what, index=None, addresses=None):
        """Adds or removes the routes that swallow what a namespace, or this machine, sends to other addresses: those of the nodes, if not others."""
        where = () if index is None else ("-n", self.names[index])
        for address in addresses or self.addresses[:NODES]:
            if index is None or address != self.addresses[index]:
                run("ip", *where, "route", what, "blackhole", f"{address}/32")


def run(*command):
    """Runs a command to its end; what it says is the error."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{command}: {done.stderr}")
