"""One node of NATS for a test, and what its clients show: certificates, and credentials signed as NATS wants them."""

import base64
import contextlib
import hashlib
import json
import socket
import subprocess
import sys
import threading
import time

from process import wait_until
from server import ROOT, free_port

sys.path.insert(0, str(ROOT / "Tests/System/cluster"))

from nodes import Node  # noqa: E402  (needs the path above)

COMMON = (ROOT / "config/nats/common.conf").read_text()


class SingleNode(Node):
    """A `nats-server` in `folder`, with the settings that all nodes have in common and with `settings` more."""

    def __init__(self, folder, settings="", common=COMMON):
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__("node", folder / "node.conf", folder / "node.log", free_port(), free_port())
        self.configuration.write_text(
            f'{common}\nserver_name: "node"\nlisten: "{self.address}:{self.client}"\n'
            f'http: "{self.address}:{self.monitor}"\nstore_dir: "{folder / "store"}"\n{settings}\n')

    def start(self):
        """Starts the process and waits until it takes connections."""
        super().start()
        wait_until(lambda: self.is_ended() or self.ask("/healthz?js-enabled-only=true"), "the node is ready")
        assert not self.is_ended(), self.log.read_text()
        return self

    def settings(self, login="", host="127.0.0.1", **more):
        """Settings of a server that stores there; `login` is `user:password` or a token."""
        return {"journal_engine": "nats", "nats_urls": f"nats://{login}{'@' if login else ''}{host}:{self.client}",
                "nats_monitor": self.monitor_url, "nats_replicas": 1, "take_over_seconds": 0,
                **more}


class Doorkeeper:
    """A port in front of a node that refuses the first logins, `refusals` of them."""

    def __init__(self, node, refusals):
        self.node, self.refusals = node, refusals
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            node = socket.create_connection((self.node.address, self.node.client))
            if self.refusals > 0:
                self.refusals -= 1
                self._refuse(client, node)
            else:
                for way in ((client, node), (node, client)):
                    threading.Thread(target=self._pass, args=way, daemon=True).start()

    @staticmethod
    def _refuse(client, node):
        with contextlib.suppress(ConnectionError), client, node, node.makefile("rb") as said:
            client.sendall(said.readline())
            client.recv(1 << 16)
            client.sendall(b"-ERR 'Authorization Violation'\r\n")
            # What is not read would have the refusal thrown away.
            while client.recv(1 << 16):
                pass

    @staticmethod
    def _pass(source, target):
        with contextlib.suppress(OSError), source, target:
            while data := source.recv(1 << 16):
                target.sendall(data)


def certify(folder):
    """Writes two authorities, `ca` and `other`, and certificates of the first for `node` and `client`."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]

    def make(name, *options):
        subprocess.run(["openssl", "req", "-x509", *key, *options, "-subj", f"/CN={name}",
                        "-keyout", f"{name}.key", "-out", f"{name}.pem"], cwd=folder, check=True, capture_output=True)

    for name in ("ca", "other"):
        make(name)
    for name in ("node", "client"):
        make(name, "-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "subjectAltName=DNS:localhost")


class Key:
    """An Ed25519 key as NATS writes it: `kind` is O(perator), A(ccount) or U(ser)."""

    PREFIXES = {"O": 14 << 3, "A": 0, "U": 20 << 3}

    def __init__(self, kind, folder):
        self.file = folder / f"key-{kind}-{time.monotonic_ns()}.der"
        self._openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER", "-out", self.file)
        public = self._openssl("pkey", "-in", self.file, "-pubout", "-outform", "DER")
        prefix = self.PREFIXES[kind]
        self.name = encoded(bytes([prefix]), public[-32:])
        seed = 18 << 3
        self.seed = encoded(bytes([seed | prefix >> 5, (prefix & 31) << 3]), self.file.read_bytes()[-32:])

    @staticmethod
    def _openssl(*arguments):
        return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True).stdout

    def token(self, subject, name, **claims):
        """A JWT of this key about `subject`."""
        body = {"iat": int(time.time()), "iss": self.name, "name": name, "sub": subject.name,
                "nats": {"version": 2, **claims}}
        digest = hashlib.sha256(json.dumps(body).encode()).digest()
        body["jti"] = base64.b32encode(digest).decode().rstrip("=")
        text = ".".join(unpadded(json.dumps(part).encode())
                        for part in ({"typ": "JWT", "alg": "ed25519-nkey"}, body))
        message = self.file.with_suffix(".txt")
        message.write_text(text)
        signature = self._openssl("pkeyutl", "-sign", "-keyform", "DER", "-inkey", self.file, "-rawin", "-in", message)
        return f"{text}.{unpadded(signature)}"


def encoded(prefix, key):
    """Base 32 of a key with its prefix and checksum (CRC-16/XMODEM)."""
    raw, crc = prefix + key, 0
    for byte in raw:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return base64.b32encode(raw + crc.to_bytes(2, "little")).decode().rstrip("=")


def unpadded(raw):
    """Base 64 for URLs."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Operator:
    """Accounts for lists and for the system, with a credentials file of each, and the node's settings for them."""

    def __init__(self, folder):
        self.folder = folder
        operator, lists, system = Key("O", folder), Key("A", folder), Key("A", folder)
        everything = {"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": True,
                      "conn": -1, "leaf": -1}
        storing = {**everything, "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
        of_lists = operator.token(lists, "lists", type="account", limits=storing)
        of_system = operator.token(system, "system", type="account", limits=everything)
        itself = operator.token(operator, "operator", type="operator", system_account=system.name)
        self.settings = (f"operator: {itself}\nsystem_account: {system.name}\nresolver: MEMORY\n"
                         f"resolver_preload: {{ {lists.name}: {of_lists}\n {system.name}: {of_system} }}")
        self.lists = self._credentials("lists", lists)
        self.system = self._credentials("system", system)
        self.stranger = self._credentials("stranger", Key("A", folder))

    def _credentials(self, name, account):
        user = Key("U", self.folder)
        token = account.token(user, name, type="user", subs=-1, data=-1, payload=-1)
        path = self.folder / f"{name}.creds"
        path.write_text(f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
                        f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n")
        return path
