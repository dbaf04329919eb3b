"""A server of JSON Web Keys over https, with an authority of its own, and the tokens that its keys sign."""

import http.server
import json
import ssl
import subprocess
import threading
import time
from pathlib import Path

from tokens import encoded


def openssl(*arguments, **options):
    """Runs `openssl`, and returns what it printed."""
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, **options).stdout


class SigningKey:
    """An RSA key with a name."""

    def __init__(self, folder, name):
        self.name, self.file = name, Path(folder) / f"{name}.key"
        openssl("genrsa", "-out", self.file, "2048")

    @property
    def public(self):
        """The key as a JSON Web Key."""
        text = openssl("rsa", "-in", self.file, "-noout", "-modulus").decode()
        modulus = bytes.fromhex(text.strip().partition("=")[2])
        return {"kty": "RSA", "kid": self.name, "alg": "RS256", "use": "sig", "n": encoded(modulus), "e": "AQAB"}

    def token(self, user="ana", kid=None, lists=None):
        """A token signed with this key; `kid` is another name than the key's."""
        head = {"alg": "RS256", "typ": "JWT", "kid": kid or self.name}
        body = {"sub": user, "exp": time.time() + 600, "lists": lists or {"*": "owner"}}
        signed = ".".join(encoded(json.dumps(part).encode()) for part in (head, body))
        return f"{signed}.{encoded(openssl('dgst', '-sha256', '-sign', self.file, input=signed.encode()))}"


class KeyServer:
    """Answers every request alike, and counts them."""

    def __init__(self, folder):
        self.folder, self.requests, self.port = Path(folder), 0, 0
        self.status, self.headers, self.body, self.http = 200, {}, b"", None
        self.answers = threading.Event()
        self.answers.set()
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        openssl("req", "-x509", *key, "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem", cwd=folder)
        openssl("req", "-x509", *key, "-CA", "ca.pem", "-CAkey", "ca.key", "-subj", "/CN=keys",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "server.key", "-out", "server.pem", cwd=folder)
        self.authority = self.folder / "ca.pem"

    @property
    def url(self):
        """Where the keys are."""
        return f"https://127.0.0.1:{self.port}/jwks.json"

    def publish(self, *keys):
        """Serves these keys."""
        self.answer(json.dumps({"keys": [key.public for key in keys]}).encode())

    def answer(self, body, status=200, **headers):
        """Serves this."""
        self.status, self.headers, self.body = status, headers, body

    def start(self):
        """Listens, on the same port each time."""
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                owner.requests += 1
                owner.answers.wait()
                self.send_response(owner.status)
                for name, value in {"Content-Length": str(len(owner.body)), **owner.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(owner.body)
                except OSError:
                    pass  # The reader has had enough.

            def log_message(self, *arguments):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "server.pem", self.folder / "server.key")
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.http.socket = context.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def stop(self):
        """Listens no more."""
        self.answers.set()
        if self.http:
            self.http.shutdown()
            self.http.server_close()
            self.http = None
