"""Debian in a folder: commands in it, and booted with systemd by systemd-nspawn."""

import os
import signal
import subprocess
import time
from contextlib import contextmanager

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def run(*command, **options):
    """Runs a command and returns what it wrote; a failure tells all of it."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def mirror():
    """Where this machine's apt has Debian from."""
    lines = run("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages")
    return next(line.split()[0] for line in lines.splitlines() if line.endswith(" bookworm"))


@contextmanager
def mounted(folder):
    """`/proc` in the folder, as long as it is needed."""
    run("mount", "-t", "proc", "proc", folder / "proc")
    try:
        yield
    finally:
        run("umount", folder / "proc")


class Machine:
    """A Debian that is booted in a network namespace of its own, which has a loopback device alone."""

    def __init__(self, name, folder):
        self.name, self.folder, self.process, self.leader = f"lockstep-{name}-{os.getpid()}", folder, None, None

    def start(self):
        """Boots it, and waits until it is up."""
        run("ip", "netns", "add", self.name)
        run("ip", "-n", self.name, "link", "set", "lo", "up")
        (self.folder / "etc/hosts").write_text("127.0.0.1 localhost lists.example.org\n")
        with open(self.folder.parent / "console", "wb") as console:
            self.process = subprocess.Popen(
                ["systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--console=read-only",
                 "--link-journal=no", "--resolv-conf=off", f"--network-namespace-path=/run/netns/{self.name}",
                 f"--machine={self.name}", f"--directory={self.folder}"], stdout=console, stderr=console,
                stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            self.leader = self._leader()
            if self.leader and self.attempt("systemctl is-active multi-user.target").returncode == 0:
                return self
            time.sleep(0.2)
        raise TimeoutError((self.folder.parent / "console").read_text(errors="replace")[-3000:])

    def _leader(self):
        """The process in which the machine's systemd runs: the child of systemd-nspawn."""
        children = subprocess.run(["pgrep", "--parent", str(self.process.pid)], capture_output=True, text=True)
        return children.stdout.split()[0] if children.stdout else None

    def attempt(self, script, folder="/root"):
        """Runs a script in the machine as root would; returns how that ended."""
        return subprocess.run(
            ["nsenter", "--all", "--target", self.leader, "--", "env", "-i", f"PATH={PATH}", "HOME=/root",
             "DEBIAN_FRONTEND=noninteractive", "bash", "-euo", "pipefail", "-c", f"cd {folder}\n{script}"],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=180, check=False)

    def run(self, script):
        """Runs a script in the machine and returns what it wrote; a failure tells it, and what the server said."""
        done = self.attempt(script)
        if done.returncode:
            log = self.attempt("journalctl --unit lockstep --lines 20 --no-pager").stdout
            raise AssertionError(f"{script}\n{done.stdout}\n{log}")
        return done.stdout

    def stop(self):
        """Shuts it down, and removes its network."""
        if self.process and self.process.poll() is None:
            # systemd-nspawn passes it on as a request to power off.
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        run("ip", "netns", "delete", self.name)
