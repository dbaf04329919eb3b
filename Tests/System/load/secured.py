"""A server that wants tokens, behind an nginx that speaks TLS with a certificate of an authority of the tests."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BINARY = Path(os.environ.get("SERVER_BINARY", ".build/release/lockstep"))
BINARY = BINARY if BINARY.is_absolute() else ROOT / BINARY
NGINX = "/usr/sbin/nginx"


def free_port():
    """A port of the loopback interface that is free at the moment."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def openssl(*arguments, folder):
    """Runs openssl, which must succeed."""
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)


def make_certificates(folder):
    """`ca.pem`, and `server.pem` with `server.key` for localhost and 127.0.0.1."""
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=test authority",
            folder=folder)
    openssl("req", *curve, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost", folder=folder)
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "server.pem", folder=folder)


def wait_until(holds, what, seconds=60):
    """Waits until `holds()` is true."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.02)


def is_open(port):
    """Whether something listens."""
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


class SecuredServer:
    """`lockstep serve` with tokens at `port`, and nginx with TLS at `tls_port` in front of it."""

    def __init__(self, folder):
        self.folder = folder
        self.port, self.tls_port = free_port(), free_port()
        self.url = f"wss://localhost:{self.tls_port}"
        self.other_url = f"wss://127.0.0.2:{self.tls_port}"
        self.key = folder / "tokens.key"
        self.authorities = folder / "ca.pem"
        make_certificates(folder)
        subprocess.run([BINARY, "key", self.key], check=True, capture_output=True, timeout=60)
        self.processes = []
        self.server = self._start("server.log", [
            BINARY, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--store", folder / "lists.sqlite",
            "--lists", "", "--web", "", "--auth-mode", "jwt", "--auth-keys", self.key, "--log-level", "warning"],
            {"LOCKSTEP_LIMITS_HEAD_SECONDS": "1", "LOCKSTEP_SESSIONS": "10000",
             "LOCKSTEP_BOUNDS_SESSIONS_PER_ADDRESS": "10000"})
        wait_until(lambda: is_open(self.port), "the server listens")
        self._start("nginx.log", [NGINX, "-p", folder, "-e", folder / "nginx-errors.log", "-c", self._nginx_file()])
        wait_until(lambda: is_open(self.tls_port), "nginx listens")

    def _start(self, log, command, settings=None):
        with (self.folder / log).open("w") as output:
            process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output,
                                       env={**os.environ, **(settings or {})})
        self.processes.append(process)
        return process

    def _nginx_file(self):
        file = self.folder / "nginx.conf"
        (self.folder / "kept").mkdir()
        kept = "\n".join(f"  {kind}_temp_path {self.folder}/kept/{kind};"
                         for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file.write_text(f"""\
daemon off;
{"user root;" if os.geteuid() == 0 else ""}
worker_processes 1;
pid {self.folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
  access_log off;
{kept}
  include {ROOT}/config/nginx/lists.conf;
  upstream lockstep {{ server 127.0.0.1:{self.port}; keepalive 4; keepalive_timeout 30s; }}
  server {{
    listen 127.0.0.1:{self.tls_port} ssl;
    listen 127.0.0.2:{self.tls_port} ssl;
    ssl_certificate {self.folder}/server.pem;
    ssl_certificate_key {self.folder}/server.key;
    include {ROOT}/config/nginx/locations.conf;
  }}
}}
""")
        return file

    def token(self, role="owner"):
        """A token with that role on every list."""
        return subprocess.run([BINARY, "token", "--key", self.key, "--sub", "tester", "--list", f"*={role}"],
                              check=True, capture_output=True, text=True, timeout=60).stdout.strip()

    def lists(self):
        """The names of the lists that there are."""
        done = subprocess.run([BINARY, "lists", "--url", f"http://127.0.0.1:{self.port}", "--token", self.token(),
                               "--json"], check=True, capture_output=True, text=True, timeout=60)
        return done.stdout

    def is_edited(self, prefix):
        """Whether a run is under way on lists whose names begin so."""
        return any(one["list"].startswith(prefix) and one["revision"] for one in map(json.loads, self.lists().splitlines()))

    def make_list(self, name):
        """A list with one section and no rows."""
        body = json.dumps({"list": name, "title": name, "sections": [{"id": "s", "title": "Rows", "rows": []}]})
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/lists", body.encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.token()}"})
        with urllib.request.urlopen(request, timeout=10) as response:
            assert response.status == 201

    def stop(self):
        """Ends nginx, then the server."""
        for process in reversed(self.processes):
            process.send_signal(signal.SIGCONT)
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
