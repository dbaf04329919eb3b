"""A server process that the tests kill, trace and starve; built on the contract tests' server."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import waiting
from server import ROOT, Server

BOUND = 60.0
"""Seconds after which waiting for anything is given up."""


def wait_until(condition, what, seconds=BOUND, pause=0.02):
    """Polls `condition` until it gives something true, and returns that; at least once after the deadline."""
    deadline = time.monotonic() + seconds
    while True:
        is_late = time.monotonic() >= deadline
        value = condition()
        if value:
            return value
        if is_late:
            raise TimeoutError(f"not within {seconds} s: {what}")
        time.sleep(pause)


class FaultyServer(Server):
    """One `lockstep serve` with its own settings, without the page unless `web`; `settings` become LOCKSTEP_… variables."""

    def __init__(self, folder, web="", **settings):
        super().__init__(folder, web=web)
        self.settings = {f"LOCKSTEP_{k.upper()}": str(v) for k, v in settings.items()}
        self.store = self.folder / "lists.sqlite"
        self.log_file = self.folder / "server.log"
        self.log_level = "warning"
        self.traced = False

    def command(self):
        """The command line, as a user would give it."""
        return [str(self.binary), "serve", "--host", self.host, "--port", str(self.port),
                "--store", str(self.store), "--lists", str(self.folder / "lists"),
                "--web", self.web, "--log-level", self.log_level]

    def launch(self, prefix=()):
        """Starts the process, after `prefix` (a tracer), and does not wait for anything."""
        self.traced = bool(prefix)
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", **self.settings}
        with open(self.log_file, "ab") as log:
            self.process = subprocess.Popen(
                [*prefix, *self.command()], cwd=ROOT, stdout=log, stderr=log, env=environment)

    def start(self, prefix=()):
        """Starts the process and waits until it says that it is ready."""
        self.launch(prefix)
        wait_until(self.is_ready, "the server is ready")
        return self

    def is_ready(self):
        """Whether `/readyz` says 200; an ended process is an error."""
        assert self.process.poll() is None, f"the server ended: {self.log()}"
        return self.readiness() == 200

    def readiness(self):
        """The status of `/readyz`, 0 if nobody answers."""
        try:
            return self.get("/readyz").status
        except OSError:
            return 0

    def figure(self, name):
        """A figure of `/metrics`; `name` with its labels."""
        lines = self.get("/metrics").body.decode().splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).rpartition(" ")[2])

    def stop(self):
        """As the contract tests' server; where a tracer runs the server, the tracer ends with it, its file whole."""
        if self.traced and self.process.poll() is None:
            tracer = self.process.pid
            for child in Path(f"/proc/{tracer}/task/{tracer}/children").read_text().split():
                os.kill(int(child), signal.SIGTERM)
            try:
                self.process.wait(BOUND)
            except subprocess.TimeoutExpired:
                self.kill()
        return super().stop()

    def run_to_end(self, seconds=BOUND):
        """Starts it where it must refuse to; returns exit code and what it wrote."""
        before = self.log_file.stat().st_size if self.log_file.exists() else 0
        self.launch()
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            code = None
        return code, self.log_file.read_bytes()[before:].decode(errors="replace")

    def log_lines(self, word=""):
        """The lines of the log that hold `word`."""
        lines = self.log_file.read_text(errors="replace").splitlines()
        return [line for line in lines if word in line]

    def suspend(self):
        """Suspends the process."""
        waiting.suspend(self.process.pid)

    def resume(self):
        """Lets a suspended process go on."""
        self.process.send_signal(signal.SIGCONT)

    def cpu_seconds(self):
        """Processor time that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Injection:
    """strace attached to a running server: system calls fail, or the first of them stands still, until it is let go."""

    LONG = 600_000_000
    """Microseconds that nobody waits for: what is held goes on once strace has ended."""

    def __init__(self, server, *calls, error="EIO", holds=False):
        # What is held goes on when strace is killed; told to end, it would wait for a thread that is ending meanwhile.
        self.end = signal.SIGKILL if holds else signal.SIGINT
        effect = f"delay_enter={self.LONG}:when=1" if holds else f"error={error}"
        rules = [f"-einject={call}:{effect}" for call in calls]
        self.output = server.folder / "injection.strace"
        self.messages = server.folder / "injection.messages"
        with open(self.messages, "wb") as messages:
            self.process = subprocess.Popen(
                ["strace", "-f", "-p", str(server.process.pid), "-o", str(self.output),
                 f"-etrace={','.join(calls)}", *rules],
                stdout=messages, stderr=messages)
        threads = len(os.listdir(f"/proc/{server.process.pid}/task"))
        wait_until(lambda: self.attached() >= threads, "strace is attached")

    def attached(self):
        """To how many threads strace is attached so far."""
        assert self.process.poll() is None, self.messages.read_text()
        text = self.messages.read_text()
        several = re.search(r"attached with (\d+) threads", text)
        return int(several.group(1)) if several else text.count("attached")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(self.end)
        self.process.wait(BOUND)

    def hits(self):
        """How many calls were made to fail."""
        return self.output.read_text(errors="replace").count("(INJECTED)")
