"""`make cluster` as a user runs it: a browser and three bots edit while the leading node dies and comes back."""

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from cluster_run import stream_of
from nodes import Node, Nodes, NodesError
from process import wait_until
from server import binary, free_port

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "browser"))

from list_page import ListPage  # noqa: E402  (needs the path above)
from lockstep_server import CHROMIUM, LockstepServer  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402


class MakeCluster:
    """The command, with what it prints."""

    def __init__(self, folder):
        self.port = free_port()
        self.lines = []
        self.process = subprocess.Popen(
            [sys.executable, HERE / "make_cluster.py", "--clear", "--folder", folder, "--port",
             str(self.port)],
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

    def is_ready(self):
        """Whether the server can store."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

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
        wait_until(made.is_ready, "the server is ready")
        yield made
    finally:
        made.end()


@pytest.fixture
def ana(cluster, tmp_path):
    """A person with a browser on the sample list."""
    server = LockstepServer(tmp_path, None)
    server.port = cluster.port
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.add_init_script("localStorage.setItem('lockstep.name', 'Ana')")
        yield ListPage(page, server, "groceries").open()
        browser.close()


def leading_node(cluster, name):
    """Name and process of the node that leads the stream with a list's log."""
    nodes = []
    for number in (1, 2, 3):
        port = cluster.wait_for(rf"node-{number} runs as process .*monitoring http://[^:]+:(\d+)")[1]
        nodes.append(Node(f"node-{number}", None, None, None, int(port)))
    leader = wait_until(lambda: Nodes(nodes).leader(stream_of(name)), "the stream has a leader")
    return leader.name, int(cluster.wait_for(rf"{leader.name} runs as process (\d+)")[1])


def test_a_browser_and_three_bots_edit_while_the_leading_node_dies_and_comes_back(cluster, ana):
    """The issue's "done when": nothing that a person or a bot was answered is missing."""
    bots = subprocess.Popen(
        [binary(), "bot", "shopper", "groceries", "--count", "3", "--rate", "5", "--seed", "16",
         "--url", ana.server.url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        titles = [f"Ana {number}" for number in range(12)]
        ana.control("new-item").first.click()
        add(ana, titles[:4])
        expect(ana.page.locator('.status[data-waiting="0"]')).to_be_visible()
        name, process = leading_node(cluster, "groceries")
        os.kill(process, signal.SIGKILL)
        cluster.wait_for(f"{name} ended by SIGKILL: it is started again in")
        add(ana, titles[4:8])
        # The others elect, and what waited is answered.
        expect(ana.page.locator('.status[data-waiting="0"]')).to_be_visible(timeout=15_000)
        cluster.wait_for(f"{name} runs again as process")
        add(ana, titles[8:])
        expect(ana.page.locator('.status[data-waiting="0"]')).to_be_visible(timeout=15_000)
    finally:
        bots.send_signal(signal.SIGINT)
        said, _ = bots.communicate(timeout=20)
    assert bots.returncode == 0, said
    ana.page.keyboard.press("Escape")
    ana.agrees()
    # The shoppers tidy up: what was added is looked for in the history.
    _, history = ana.server.request("GET", "/api/lists/groceries/changes?since=0")
    added = [row["fields"].get("title") for change in history["sets"]
             for row in change.get("insertedRows", []) if "undoes" not in change]
    assert [added.count(title) for title in titles] == [1] * len(titles), added


def add(person, titles):
    """Types rows, one after the other."""
    for title in titles:
        person.page.keyboard.type(title)
        person.page.keyboard.press("Enter")


def test_ctrl_c_ends_all_and_the_lists_stay(tmp_path):
    cluster = MakeCluster(tmp_path / "cluster")
    wait_until(cluster.is_ready, "the server is ready")
    processes = [int(cluster.wait_for(rf"{name} runs as process (\d+)")[1])
                 for name in ("node-1", "node-2", "node-3", "the server")]
    assert cluster.end() == 0
    assert cluster.lines[-1] == "cluster: the server and the nodes have ended\n"
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    assert (tmp_path / "cluster/node-1/jetstream").is_dir()


def test_nodes_at_ports_that_are_taken_are_refused_and_harm_nobody(nodes):
    with pytest.raises(NodesError, match="is in use: another cluster runs on this machine"):
        Nodes(nodes.nodes).start()
    assert nodes.are_ready()
