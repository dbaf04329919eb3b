"""What is wrong with a load test is said in a sentence: nothing crashes, nothing passes unseen, nothing is overwritten."""

import json
import os
import resource
import signal
import socket
import socketserver
import subprocess
import threading
from contextlib import contextmanager

import pytest

from secured import BINARY, free_port, is_open, wait_until
from test_profiles import SIMPLE, command, run, write
from waiting import suspend

TICK = {"phases": [{"name": "hold", "for": "0.5s", "users": 2}], "users": [{"think": "100ms", "mix": {"tick": 1}}]}


def lockstep(*arguments, descriptors=None, **options):
    """Runs the command to its end."""
    def limit():
        if descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    return subprocess.run([str(part) for part in (BINARY, *arguments)], capture_output=True, text=True, check=False,
                          timeout=60, preexec_fn=limit, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}, **options)


@contextmanager
def running_server(folder):
    """A server without tokens, and its URL."""
    port = free_port()
    with (folder / "log").open("w") as log:
        server = subprocess.Popen([str(BINARY), "serve", "--port", str(port), "--store", str(folder / "lists.sqlite"),
                                   "--lists", "", "--web", ""], stdout=log, stderr=log, cwd=folder)
    try:
        wait_until(lambda: is_open(port), "the server listens")
        yield server, f"http://127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGCONT)
        server.terminate()
        server.wait(20)


class NoDeletions(socketserver.ThreadingTCPServer):
    """Passes connections on to a port, but those that begin with DELETE: they are answered with 503."""
    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), None)
        self.port, self.url = port, f"http://127.0.0.1:{self.server_address[1]}"

    def finish_request(self, request, client_address):
        if request.recv(6, socket.MSG_PEEK | socket.MSG_WAITALL) == b"DELETE":
            request.recv(65_536)
            request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            return
        with socket.create_connection(("127.0.0.1", self.port)) as server:
            back = threading.Thread(target=self.copy, args=(server, request))
            back.start()
            self.copy(request, server)
            back.join()

    @staticmethod
    def copy(source, target):
        """Passes on what comes, to its end."""
        try:
            while piece := source.recv(65_536):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # One of the two is gone, and the other ends by itself.


@pytest.mark.parametrize("arguments", [
    ("load", "idle", "--seconds", "9999999999"), ("load", "lists", "--rate", "inf"), ("load", "fanout", "--at", "inf"),
    ("load", "fanout", "--subscribers", str(2**63 - 1)), ("load", "lists", "--lists", str(2**63 - 1), "--clients", "2"),
    ("load", "longlist", "--pause", "1e300"), ("load", "longlist", "--opens", str(2**63 - 1)),
    ("load", "growth", "--joins", str(2**63 - 1)), ("load", "editors", "--in-flight", str(2**63 - 1)),
    ("load", "profile", "--replay", "x", "--copies", str(2**63 - 1)),
    ("load", "idle", "--start-server", "--url", "http://127.0.0.1:1"),
    ("load", "profile", "x", "--csv", "same", "--hdr", "same"),
    ("load", "profile", "x", "--hdr", "/nonexistent/x.hlog"),
    ("load", "idle", "--html", "-"), ("load", "merge", "x", "--threshold", "bad"), ("record", "x", "--for", "1e300"),
    ("bot", "shopper", "x", "--for", "1e300")])
def test_numbers_and_names_that_cannot_be_are_refused_at_once(arguments):
    done = lockstep(*arguments)
    assert done.returncode == 64 and "Error: " in done.stderr, (done.returncode, done.stderr)


@pytest.mark.parametrize("arguments", [("check", "URL", "--clients", "60", "--seconds", "1"), ("bot", "shopper", "x", "--count", "100"),
                                       ("load", "idle", "--connections", "100"), ("load", "profile", "FILE")])
def test_descriptors_are_counted_before_they_are_missing(secured, tmp_path, arguments):
    """Without any left, libraries end the process."""
    file = write(tmp_path, {**TICK, "phases": [{"name": "a", "for": "1s", "users": 100}]})
    url = f"http://127.0.0.1:{secured.port}"
    given = [{"URL": url, "FILE": str(file)}.get(one, one) for one in arguments]
    done = lockstep(*given, *([] if "URL" in arguments else ["--url", url]), descriptors=60)
    assert done.returncode in (1, 2) and "clients are too many: the generator may open 60 descriptors" in done.stderr


def test_descriptors_that_run_out_under_way_are_errors_of_those_who_need_one(tmp_path):
    """Some are left to libraries, which end the process without any."""
    profile = {"patience": "1s", "phases": [{"name": "up", "for": "3s", "rampTo": 200}],
               "users": [{"think": "500ms", "mix": {"tick": 1}}], "thresholds": ["errors = 0"]}
    with running_server(tmp_path) as (_, url):
        load = subprocess.Popen([str(BINARY), "load", "profile", str(write(tmp_path, profile)), "--url", url],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        files = f"/proc/{load.pid}/fd"
        wait_until(lambda: len(os.listdir(files)) > 60, "some of the users have joined")
        most = len(os.listdir(files)) + 24
        resource.prlimit(load.pid, resource.RLIMIT_NOFILE, (most, most))
        said, _ = load.communicate(timeout=60)
    assert load.returncode == 1 and "× join: " in said, (load.returncode, said)


def test_a_server_that_is_not_there_has_no_lists_left():
    done = lockstep("load", "idle", "--url", "http://127.0.0.1:1")
    assert done.returncode == 2 and "no connection" in done.stderr and "did not delete" not in done.stderr


def test_a_threshold_is_of_a_phase_that_there_is(secured, tmp_path):
    done = run(secured, "profile", write(tmp_path, TICK), "--threshold", "hodl: p99 < 9 s")
    assert done.returncode == 2 and "must be of a phase there is: hold" in done.stderr
    log = tmp_path / "x.hlog"
    assert run(secured, "profile", write(tmp_path, TICK), "--hdr", log).returncode == 0
    for bound in ("hodl: errors = 0", "hodl: errors < 1 %", "hodl: lost = 0", "hodl: p99 < 9 s"):
        merged = lockstep("load", "merge", log, "--threshold", bound)
        assert merged.returncode == 1 and "nothing was measured" in merged.stdout, bound
    assert lockstep("load", "merge", log, "--threshold", "hold: errors = 0").returncode == 0


def test_whoever_cannot_join_is_an_error(secured, tmp_path):
    """Of three users two have bad tokens: they do nothing else that could fail."""
    tokens = tmp_path / "tokens"
    good = subprocess.run([str(BINARY), "token", "--key", str(secured.key), "--sub", "ana", "--list", "*=owner", "--for", "1h"],
                          capture_output=True, text=True, check=True).stdout.strip()
    tokens.write_text(f"{good}\nbad\nbad\n")
    idle = {"think": "30s", "steady": True, "mix": {"tick": 1}}
    profile = {"phases": [{"name": "hold", "for": "1s", "users": 3}], "users": [idle], "patience": "1s"}
    log = tmp_path / "x.hlog"
    arguments = [str(part) for part in (BINARY, "load", "profile", write(tmp_path, profile), "--url", secured.url, "--ca",
                                        secured.authorities, "--tokens", tokens, "--hdr", log, "--json",
                                        "--threshold", "errors = 0", "--threshold", "errors < 1 %")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1, done.stdout + done.stderr
    assert [one["kept"] for one in json.loads(done.stdout)["thresholds"]] == [False, False]
    merged = lockstep("load", "merge", log, "--threshold", "errors = 0", "--threshold", "errors < 1 %")
    assert merged.returncode == 1 and merged.stdout.count("MISSED") == 2


def test_results_are_written_into_what_is_there(secured, tmp_path):
    """A link stays a link and a pipe a pipe; what was written before a test that cannot begin is kept."""
    file, real, link, pipe = write(tmp_path, TICK), tmp_path / "real", tmp_path / "link", tmp_path / "pipe"
    real.write_text("before\n" * 1_000)
    link.symlink_to(real)
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        done = run(secured, "profile", file, "--csv", link, "--html", pipe)
        page = reader.communicate(timeout=90)[0]
    assert done.returncode == 0, done.stderr
    assert link.is_symlink() and pipe.is_fifo() and page.startswith("<!doctype html>")
    table = real.read_text()
    assert table.startswith("time,") and "before" not in table
    gone = lockstep("load", "profile", file, "--url", "http://127.0.0.1:1", "--csv", link)
    assert gone.returncode == 2 and real.read_text() == table
    full = run(secured, "profile", file, "--json-lines", "/dev/full")
    assert full.returncode == 2 and "/dev/full cannot be written: No space left on device" in full.stderr


def test_an_interrupted_profile_says_so_and_no_more_than_it_knows(secured, tmp_path):
    page, log, lines = (tmp_path / name for name in ("page.html", "x.hlog", "lines"))
    profile = {**SIMPLE, "phases": [{"name": "hold", "for": "60s", "users": 5}],
               "thresholds": ["rate > 0.1 /s", "lost = 0"]}
    running = subprocess.Popen(
        command(secured, "profile", write(tmp_path, profile), "--json", "--html", page, "--hdr", log,
                "--json-lines", lines, "--interval", "0.2"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: lines.exists() and len(lines.read_text().splitlines()) > 5, "some figures are written")
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    result = json.loads(out)
    assert running.returncode == 130 and result["interrupted"] and result["notes"] == [] and not result["met"]
    assert [(one["threshold"], one["kept"]) for one in result["thresholds"]] == [("rate > 0.1 /s", True), ("lost = 0", False)]
    assert "interrupted: the lists were not compared" in page.read_text()
    lengths = [float(line.split(",")[2]) for line in log.read_text().splitlines() if line.startswith("Tag=")]
    assert lengths and all(0 < one < 60 for one in lengths)


def has_clients(url, count):
    """Whether a list has so many clients."""
    lines = lockstep("lists", "--json", "--url", url).stdout.splitlines()
    return any(json.loads(line)["clients"] >= count for line in lines)


@pytest.mark.parametrize("kind", ["scenario", "profile"])
def test_a_signal_ends_a_run_whose_server_stands_still(tmp_path, kind):
    """It says which lists are left."""
    profile = {**SIMPLE, "lists": {"count": 1, "rows": 5}, "phases": [{"name": "hold", "for": "60s", "users": 5}]}
    arguments = (["idle", "--connections", "5", "--seconds", "60"] if kind == "scenario"
                 else ["profile", str(write(tmp_path, profile))])
    with running_server(tmp_path) as (server, url):
        running = subprocess.Popen([str(BINARY), "load", *arguments, "--url", url], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        wait_until(lambda: has_clients(url, 5), "all have joined")
        suspend(server.pid)
        running.send_signal(signal.SIGTERM)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 143 and "the server did not delete: load-" in said


@pytest.mark.parametrize("kind", ["scenario", "profile"])
def test_lists_that_the_server_does_not_delete_are_named(tmp_path, kind):
    arguments = (["lists", "--lists", "2", "--clients", "2", "--seconds", "0.3"] if kind == "scenario"
                 else ["profile", write(tmp_path, {**TICK, "lists": {"count": 2, "rows": 5}})])
    with running_server(tmp_path) as (_, url), NoDeletions(int(url.rsplit(":", 1)[1])) as before:
        threading.Thread(target=before.serve_forever, daemon=True).start()
        done = lockstep("load", *arguments, "--url", before.url)
        left = sorted(line.split()[0] for line in lockstep("lists", "--url", url).stdout.splitlines() if "load-" in line)
        before.shutdown()
    assert len(left) == 2 and "the server did not delete: " in done.stderr, done
    assert sorted(done.stderr.split("the server did not delete: ")[1].split("\n")[0].replace(",", " ").split()) == left
