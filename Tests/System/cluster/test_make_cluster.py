"""`make cluster` as a user runs it: browsers and bots edit while a node or a server dies and comes back."""

import contextlib
import json
import os
import re
import signal
import socket as sockets
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.sync.client import connect

from cluster_run import stream_of
from nodes import Node, Nodes, NodesError
from process import wait_until
from server import binary, free_port

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Browser"))

from list_page import ListPage  # noqa: E402  (needs the path above)
from lockstep_server import CHROMIUM, LockstepServer  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402


MEMBERS = [f"{kind}-{number}" for kind in ("node", "server") for number in (1, 2, 3)] + ["nginx"]
HELLO = '{"type":"hello"}'


class MakeCluster:
    """The command, with what it prints."""

    def __init__(self, folder, *arguments):
        self.folder, self.port = folder, free_port()
        self.lines = []
        self.process = subprocess.Popen(
            [sys.executable, HERE / "make_cluster.py", "--clear", "--folder", folder, "--port",
             str(self.port), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "SERVER_BINARY": str(binary())})
        self.reader = threading.Thread(target=lambda: self.lines.extend(self.process.stdout))
        self.reader.start()

    def wait_for(self, pattern):
        """Waits for a line, and gives what is found in it."""
        def found():
            matches = [match for line in list(self.lines) if (match := re.search(pattern, line))]
            assert matches or self.process.poll() is None, "".join(self.lines)
            return matches
        return wait_until(found, f"a line as {pattern}")[-1]

    def process_of(self, name):
        """The process id of a node, a server or nginx, as it runs now."""
        return int(self.wait_for(rf"{name} runs (?:again )?as process (\d+)")[1])

    def processes(self):
        """The process ids of everything that it runs."""
        return [self.process_of(name) for name in MEMBERS]

    def address(self, number):
        """A server by itself, for browsers and HTTP."""
        return int(self.wait_for(rf"server-{number} runs as process .*http://[^:]+:(\d+)")[1])

    def end(self):
        """Ctrl-C; gives the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(30)
        finally:
            self.reader.join(5)


@pytest.fixture
def cluster(tmp_path):
    """`make cluster` with a folder and ports of its own."""
    made = MakeCluster(tmp_path / "cluster")
    try:
        made.wait_for("cluster: open http")
        yield made
    finally:
        made.end()


@pytest.fixture
def visit(tmp_path):
    """Opens the sample list in a browser, for a person of that name, at a port."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def open_page(name, port):
            server = LockstepServer(tmp_path, None)
            server.port = port
            page = browser.new_context().new_page()
            page.add_init_script(f"localStorage.setItem('lockstep.name', '{name}')")
            return ListPage(page, server, "groceries").open()

        yield open_page
        browser.close()


@contextlib.contextmanager
def shoppers(*urls):
    """Three bots that shop meanwhile, at the first address that answers; they must end in step."""
    bots = subprocess.Popen(
        [binary(), "bot", "shopper", "groceries", "--count", "3", "--rate", "5", "--seed", "16",
         *(part for url in urls for part in ("--url", url))],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield bots
    finally:
        bots.send_signal(signal.SIGINT)
        said, _ = bots.communicate(timeout=90)
    assert bots.returncode == 0, said


def leading_node(cluster, name):
    """Name and process of the node that leads the stream with a list's log."""
    nodes = []
    for number in (1, 2, 3):
        port = cluster.wait_for(rf"node-{number} runs as process .*monitoring http://[^:]+:(\d+)")[1]
        nodes.append(Node(f"node-{number}", None, None, None, int(port)))
    leader = wait_until(lambda: Nodes(nodes).leader(stream_of(name)), "the stream has a leader")
    return leader.name, cluster.process_of(leader.name)


@pytest.mark.soak
def test_a_browser_and_three_bots_edit_while_the_leading_node_dies_and_comes_back(cluster, visit):
    """Nothing that a person or a bot was answered is missing."""
    ana = visit("Ana", cluster.port)
    with shoppers(ana.server.url):
        titles = [f"Ana {number}" for number in range(12)]
        ana.control("new-item").first.click()
        add(ana, titles[:4])
        name, process = leading_node(cluster, "groceries")
        os.kill(process, signal.SIGKILL)
        cluster.wait_for(f"{name} ended by SIGKILL: it is started again in")
        # The others elect, and what waited is answered.
        add(ana, titles[4:8])
        cluster.wait_for(f"{name} runs again as process")
        add(ana, titles[8:])
    ana.page.keyboard.press("Escape")
    ana.agrees()
    assert times_added(ana.server, titles) == [1] * len(titles)


@pytest.mark.soak
def test_browsers_on_two_servers_edit_while_a_third_is_killed_and_comes_back(cluster, visit):
    """It looks as if it were one server: each sees what the other adds, and the bots go on elsewhere."""
    ana, ben = visit("Ana", cluster.address(1)), visit("Ben", cluster.address(2))
    urls = [f"http://127.0.0.1:{cluster.address(number)}" for number in (3, 1, 2)]
    titles = {person: [f"{name} {number}" for number in range(9)] for person, name in ((ana, "Ana"), (ben, "Ben"))}
    with shoppers(*urls):
        for person in (ana, ben):
            person.control("new-item").first.click()
        for part in range(3):
            if part == 1:
                os.kill(cluster.process_of("server-3"), signal.SIGKILL)
                cluster.wait_for("server-3 ended by SIGKILL: it is started again in")
            if part == 2:
                cluster.wait_for("server-3 runs again as process")
            for person in (ana, ben):
                add(person, titles[person][3 * part:3 * part + 3])
    for person in (ana, ben):
        person.page.keyboard.press("Escape")
    ana.agrees()
    ben.agrees()
    assert ana.order() == ben.order()
    assert ana.titles() == ben.titles()
    everything = titles[ana] + titles[ben]
    for server in (ana.server, ben.server):
        assert times_added(server, everything) == [1] * len(everything)


@pytest.mark.soak
def test_a_page_goes_on_at_another_server_when_its_own_is_killed(cluster, visit):
    """It was told the others; what it shows stays, and what is added is answered before its server is back."""
    ben = visit("Ben", cluster.address(2))
    ben.control("new-item").first.click()
    os.kill(cluster.process_of("server-2"), signal.SIGKILL)
    add(ben, ["Ben 0", "Ben 1"])
    assert not any("server-2 runs again" in line for line in cluster.lines)
    other = LockstepServer(cluster.folder, None)
    other.port = cluster.address(1)
    assert times_added(other, ["Ben 0", "Ben 1"]) == [1, 1]


def add(person, titles):
    """Types rows, one after the other, and waits until each is answered."""
    for title in titles:
        person.page.keyboard.type(title)
        person.page.keyboard.press("Enter")
    expect(person.page.locator('.status[data-waiting="0"]')).to_be_visible(timeout=90_000)


def times_added(server, titles):
    """How often rows with these titles were added: the shoppers tidy up, so the history is asked."""
    _, history = server.request("GET", "/api/lists/groceries/changes?since=0")
    added = [row["fields"].get("title") for change in history["sets"]
             for row in change.get("insertedRows", []) if "undoes" not in change]
    return [added.count(title) for title in titles]


def sessions(port):
    """How many sessions a server has."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=90) as answer:
        return int(re.search(r"^lockstep_sessions (\d+)$", answer.read().decode(), re.MULTILINE)[1])


@pytest.mark.soak
def test_nginx_leads_a_list_to_one_server_and_to_another_once_it_is_gone(cluster):
    """The web client's `/ws`, which names no list, is spread."""
    ports = {number: cluster.address(number) for number in (1, 2, 3)}
    entry = f"ws://127.0.0.1:{cluster.port}/ws"

    def spread(path, count):
        with contextlib.ExitStack() as held:
            for _ in range(count):
                held.enter_context(connect(entry + path, proxy=None)).send(HELLO)
            wait_until(lambda: sum(map(sessions, ports.values())) == count, "all are there")
            return [number for number, port in ports.items() for _ in range(sessions(port))]

    # That nine of nine go to one of three servers by chance: once in 6,561 runs; that thirty leave one out, in 64,000.
    here = spread("/groceries", 9)
    assert here == here[:1] * 9
    wait_until(lambda: not any(map(sessions, ports.values())), "nobody is there")
    assert len(set(spread("", 30))) == 3
    gone = here[0]
    os.kill(cluster.process_of(f"server-{gone}"), signal.SIGKILL)
    del ports[gone]
    there = spread("/groceries", 9)
    assert there == there[:1] * 9
    with urllib.request.urlopen(f"http://127.0.0.1:{cluster.port}/api/lists/groceries", timeout=90) as answer:
        assert answer.status == 200


def test_clients_are_told_the_entry_and_every_server(cluster):
    ports = [cluster.port, *(cluster.address(number) for number in (1, 2, 3))]
    with connect(f"ws://127.0.0.1:{cluster.port}/ws", proxy=None) as socket:
        socket.send(HELLO)
        welcome = json.loads(socket.recv(5))
    assert welcome["servers"] == [f"http://127.0.0.1:{port}" for port in ports]


HIDDEN = ("/metrics", "/metrics/", "//metrics", "/metrics?x", "/%6detrics", "/metrics/x/..", "/metrics/x%2f..",
          "/metrics%2fx%2f%2e%2e", "/x/../metrics", "/x%2f..%2fmetrics", "/metrics/.")
"""Paths that a proxy, or the server behind it, may take for that of the figures."""


@pytest.mark.soak
def test_nginx_passes_what_the_server_takes_and_hides_figures(cluster):
    """A body of nearly 1 MiB arrives; `/metrics`, which is one server's, does not leave."""
    server = LockstepServer(cluster.folder, None)
    server.port = cluster.port
    rows = [{"id": f"r{n}", "fields": {"title": "x" * 1000}} for n in range(980)]
    status, _ = server.request("POST", "/api/lists", {
        "list": "large", "title": "Large", "sections": [{"id": "s", "title": "", "rows": rows}]})
    assert status == 201
    status, snapshot = server.request("GET", "/api/lists/large")
    assert status == 200 and snapshot["sections"][0]["rows"] == rows
    for path in HIDDEN:
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{server.url}{path}", timeout=90)


def is_gone(process):
    """Whether a process has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def test_ctrl_c_ends_all_and_the_lists_stay(cluster, tmp_path):
    processes = cluster.processes()
    assert cluster.end() == 0
    assert cluster.lines[-1] == "cluster: nginx, the servers and the nodes have ended\n"
    assert all(map(is_gone, processes))
    assert (tmp_path / "cluster/node-1/jetstream").is_dir()


@pytest.mark.soak
def test_nothing_stays_when_the_command_is_killed(cluster):
    processes = cluster.processes()
    cluster.process.kill()
    wait_until(lambda: all(map(is_gone, processes)), "everything has ended")


@pytest.mark.soak
def test_nginx_that_dies_is_back_at_once(cluster):
    os.kill(cluster.process_of("nginx"), signal.SIGKILL)
    cluster.wait_for("nginx runs again as process")
    def answers():
        with contextlib.suppress(OSError), sockets.create_connection(("127.0.0.1", cluster.port), 5):
            return True

    wait_until(answers, "nginx listens", 5)
    assert not is_gone(cluster.process_of("nginx"))


def test_a_flag_that_servers_refuse_ends_all_with_their_words(tmp_path):
    made = MakeCluster(tmp_path / "cluster", "--log-level", "loud")
    assert made.process.wait(30) != 0
    made.reader.join(5)
    assert "loud" in "".join(made.lines), made.lines


def test_nodes_at_ports_that_are_taken_are_refused_and_harm_nobody(nodes):
    with pytest.raises(NodesError, match="is in use: another cluster runs on this machine"):
        Nodes(nodes.nodes).start()
    assert nodes.are_ready()
