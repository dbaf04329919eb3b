"""Sessions whose every message, both ways, is kept."""

import json

from client import Client


class RecordingClient(Client):
    """A client that notes in `record` what it sends and what it gets."""

    def __init__(self, url, record, **options):
        self.record = record
        super().__init__(url, **options)

    def send(self, *messages):
        self.record.sent.extend(messages)
        super().send(*messages)

    def follow(self, message):
        self.record.received.append(message)
        super().follow(message)


class Record:
    """What a run has said: messages of clients, messages of servers, and the sessions."""

    def __init__(self):
        self.sent, self.received, self.clients = [], [], []

    def connect(self, server, **options):
        """A new session that is recorded."""
        self.clients.append(RecordingClient(server.ws(), self, **options))
        return self.clients[-1]

    def fatal(self, server, frame, text=None):
        """Sends one frame in a session of its own, which the server ends with an error."""
        client = self.connect(server)
        client.socket.send(frame if isinstance(frame, (str, bytes)) else json.dumps(frame), text=text)
        error = client.take(type="error")
        client.closed()
        return error["code"]

    def codes(self, kind):
        """The codes of the messages of one type that the servers sent."""
        return {message["code"] for message in self.received if message["type"] == kind}
