"""One request to JetStream by a connection of its own, as an operator's tool makes it."""

import json
import socket

INBOX = "_INBOX.tests"


def request(address, port, subject, payload=None, seconds=10):
    """Sends a request and gives the answer; an error of JetStream is a `RuntimeError`."""
    body = b"" if payload is None else json.dumps(payload).encode()
    with socket.create_connection((address, port), timeout=seconds) as connection:
        file = connection.makefile("rwb")
        file.readline()
        file.write(b'CONNECT {"verbose":false,"pedantic":false,"name":"tests","lang":"python",'
                   b'"version":"1"}\r\n'
                   + f"SUB {INBOX} 1\r\nPUB {subject} {INBOX} {len(body)}\r\n".encode()
                   + body + b"\r\n")
        file.flush()
        while line := file.readline():
            if line.startswith(b"PING"):
                file.write(b"PONG\r\n")
                file.flush()
            elif line.startswith(b"MSG"):
                answer = json.loads(file.read(int(line.split()[-1])))
                if "error" in answer:
                    raise RuntimeError(f"{subject}: {answer['error']}")
                return answer
            elif line.startswith(b"-ERR"):
                raise RuntimeError(f"{subject}: {line.decode().strip()}")
    raise RuntimeError(f"{subject}: the connection ended")
