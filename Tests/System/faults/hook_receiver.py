"""A receiver of webhooks as a process: it verifies signatures, stores each event durably, and then takes it.

As a program: `hook_receiver.py PORT FILE SECRET`. What it answers may be changed by a file beside FILE, `FILE.answer`:
a status, then seconds to wait before it.
"""

import base64
import json
import os
import secrets
import subprocess
import sys
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


def make_secret():
    """A secret as Standard Webhooks writes it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


class HookReceiver:
    """The process, and what it has taken."""

    def __init__(self, folder, port, secret=None):
        folder.mkdir(parents=True, exist_ok=True)
        self.port, self.secret = port, secret or make_secret()
        self.file, self.answers = folder / "events.jsonl", folder / "events.jsonl.answer"
        self.process = None

    @property
    def url(self):
        """Where it receives."""
        return f"http://127.0.0.1:{self.port}/hook"

    def start(self):
        """Starts it and waits until it listens."""
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(self.port), str(self.file), self.secret], stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"listening\n"
        return self

    def kill(self):
        """kill -9."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    def answer(self, status=None, seconds=0):
        """Has it answer so from here on; without a status it takes events again."""
        if status:
            whole = self.answers.with_suffix(".whole")
            whole.write_text(f"{status} {seconds}")
            whole.replace(self.answers)
        else:
            self.answers.unlink(missing_ok=True)

    def requests(self):
        """Every request that it verified and took, in order."""
        if not self.file.exists():
            return []
        lines = self.file.read_bytes().split(b"\n")[:-1]
        return [json.loads(line) for line in lines]

    def events(self, name=None):
        """What it took, each event once, in order; of one list, or of all."""
        seen = {}
        for request in self.requests():
            seen.setdefault(request["id"], request["event"])
        return [event for event in seen.values() if name in (None, event["data"]["list"])]

    def sets(self, name):
        """The change sets of a list, as far as they were told; held against their order."""
        notified = [event["data"] for event in self.events(name) if event["type"] == "list.changed"]
        for before, after in zip(notified, notified[1:]):
            assert after["from"] == before["revision"], (name, before["revision"], after["from"])
        return [change for data in notified for change in data["sets"]]


def hooks_file(path, *hooks):
    """Writes a file of hooks."""
    path.write_text(json.dumps({"hooks": list(hooks)}))
    return path


def hook(receiver, name="crm", **fields):
    """A hook to a receiver."""
    return {"name": name, "url": receiver.url, "secrets": [receiver.secret], **fields}


def serve(port, file, secret):
    """Receives until it is killed."""
    from standardwebhooks.webhooks import Webhook
    verifier, answers = Webhook(secret), Path(f"{file}.answer")
    taken = open(file, "ab")  # held until the end
    # What was half written when it was killed was not answered, and is told again.
    whole = Path(file).read_bytes().rfind(b"\n") + 1
    taken.truncate(whole)
    counts = defaultdict(int)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            verifier.verify(body, dict(self.headers))
            counts[self.headers["webhook-id"]] += 1
            try:
                status, seconds = answers.read_text().split()
            except FileNotFoundError:
                status, seconds = 204, 0
            time.sleep(float(seconds))
            if int(status) < 300:
                taken.write(json.dumps({
                    "id": self.headers["webhook-id"], "time": int(self.headers["webhook-timestamp"]),
                    "attempts": counts[self.headers["webhook-id"]], "event": json.loads(body)}).encode() + b"\n")
                taken.flush()
                os.fsync(taken.fileno())
            self.send_response(int(status))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    class Receiver(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, request, client_address):
            """Senders are killed in the middle of a request; anything else is told."""
            if not isinstance(sys.exception(), ConnectionError):
                super().handle_error(request, client_address)

    receiver = Receiver(("127.0.0.1", port), Handler)
    print("listening", flush=True)
    receiver.serve_forever()


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], sys.argv[3])
