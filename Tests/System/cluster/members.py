"""What runs beside the nodes in `make cluster`: servers, and nginx that spreads requests over them by list."""

import contextlib
import os
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from nodes import ROOT, NodesError, with_parent

NGINX = Path("/usr/sbin/nginx")


class Member:
    """A process of the cluster with a log of its own, that answers over HTTP; started again under the same name."""

    def __init__(self, name, port, log, command, **settings):
        self.name, self.port, self.log = name, port, log
        self.command, self.settings = command, settings
        self.process, self.was_ready = None, False

    @property
    def url(self):
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Starts the process, and does not wait for it."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                with_parent(self.command), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **self.settings}, start_new_session=True)

    def is_ended(self):
        """Whether the process has ended."""
        return self.process is not None and self.process.poll() is not None

    def is_ready(self):
        """Whether it answers that lists can be stored."""
        with contextlib.suppress(OSError, urllib.error.URLError):
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                self.was_ready = self.was_ready or answer.status == 200
                return answer.status == 200
        return False

    def last_words(self):
        """The end of its log."""
        return self.log.read_text(errors="replace")[-2000:].strip()

    def end(self):
        """Ends the process as an operator does, and waits until it is gone."""
        if self.process is None or self.is_ended():
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def server(number, port, nodes, folder, addresses, arguments):
    """One of the servers, on the nodes; it keeps nothing but its log in the folder.

    `addresses`: where the same lists are served, which it tells its clients.
    """
    binary = Path(os.environ.get("SERVER_BINARY", ".build/release/lockstep"))
    return Member(
        f"server-{number}", port, folder / f"server-{number}.log",
        [str(ROOT / binary), "serve", *arguments, "--port", str(port)],
        LOCKSTEP_JOURNAL_ENGINE="nats", LOCKSTEP_NATS_URLS=nodes.urls,
        LOCKSTEP_NATS_MONITOR=nodes.monitors, LOCKSTEP_SERVERS=",".join(addresses),
        LOCKSTEP_TRUSTED_PROXIES="127.0.0.1")


def entry(port, servers, folder):
    """nginx with the files of `config/nginx`, that operators include too."""
    if not os.access(NGINX, os.X_OK):
        raise NodesError(f"There is no {NGINX}: run 'make test-tools', or install the package nginx.")
    folder.mkdir(parents=True, exist_ok=True)
    targets = "\n".join(f"    server 127.0.0.1:{each.port} max_fails=1 fail_timeout=2s;" for each in servers)
    kept = "\n".join(f"  {kind}_temp_path {folder}/nginx/{kind};"
                     for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx").mkdir(exist_ok=True)
    (folder / "nginx.conf").write_text(f"""\
# Made by `make cluster`. One process: none stays behind when it is killed.
daemon off;
master_process off;
pid {folder}/nginx/pid;
events {{ worker_connections 8192; }}
http {{
{kept}
  access_log off;
  include {ROOT}/config/nginx/lists.conf;
  upstream lockstep {{
    hash $lockstep_key consistent;
{targets}
    keepalive 16;
    keepalive_timeout 30s;
  }}
  server {{
    listen 127.0.0.1:{port};
    include {ROOT}/config/nginx/locations.conf;
  }}
}}
""")
    log = folder / "nginx.log"
    return Member("nginx", port, log, [str(NGINX), "-p", str(folder), "-e", str(log), "-c",
                                       str(folder / "nginx.conf")])
