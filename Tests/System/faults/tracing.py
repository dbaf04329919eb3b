"""Reads what strace wrote: which bytes went where, and in which order relative to the syncs."""

import json
import re
from collections import namedtuple

Call = namedtuple("Call", "name descriptor path data result entry exit")
"""`entry`, `exit`: the numbers of the trace's lines; `data`: the bytes handed over, as far as they were taken."""

Sent = namedtuple("Sent", "entry stream payload")
"""One message that left: the line at which its first byte was given to the kernel."""

LINE = re.compile(r"^(\d+)\s+(.*)$")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
CALL = re.compile(r"^(\w+)\((\d+)(?:<([^>]*)>)?")
RESULT = re.compile(r"= (-?\d+)[^=]*$")
HEX = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')

TRACE = ("strace", "-f", "-qq", "-y", "-xx", "-s", "200000",
         "-etrace=fdatasync,fsync,write,writev,pwrite64,sendto,sendmsg,close,accept,accept4")
"""The tracer's command line but for `-o FILE`."""

SENDING = ("write", "writev", "sendto", "sendmsg")


def unhex(text):
    """The bytes of a string as `-xx` writes it."""
    return bytes.fromhex(text.replace("\\x", ""))


def calls(path):
    """The finished system calls of a trace, in the order in which they began."""
    begun, finished = {}, []
    with open(path, errors="replace") as file:
        for number, line in enumerate(file):
            thread, rest = LINE.match(line).groups()
            entry = number
            resumed = RESUMED.match(rest)
            if resumed:
                entry, start = begun.pop(thread, (number, None))
                if start is None:
                    continue
                rest = start + resumed.group(2)
            elif rest.endswith("<unfinished ...>"):
                begun[thread] = (number, rest[:-len("<unfinished ...>")])
                continue
            call = finished_call(rest, entry, number)
            if call:
                finished.append(call)
    return sorted(finished, key=lambda c: c.entry)


def finished_call(text, entry, number):
    """One line as a call; None for signals and exits."""
    head, result = CALL.match(text), RESULT.search(text)
    if not head or not result:
        return None
    name, descriptor, path = head.groups()
    path = unhex(path).decode(errors="replace") if path and path.startswith("\\x") else path or ""
    value = int(result.group(1))
    data = b""
    if name in (*SENDING, "pwrite64") and value > 0:
        data = b"".join(unhex(h) for h in HEX.findall(text))[:value]
    return Call(name, int(descriptor), path, data, value, entry, number)


class Stream:
    """What went out on one connection: HTTP answers, and after an upgrade WebSocket frames."""

    def __init__(self):
        self.data, self.marks, self.upgraded = bytearray(), [], False

    def take(self, call):
        """Adds a call's bytes, and gives the messages that they complete."""
        if not call.data:
            return
        self.marks.append((len(self.data), call))
        self.data += call.data
        while (length := self.message_length()) is not None:
            head, whole = length
            first = self.mark(0)
            payload = bytes(self.data[head:whole])
            if not self.upgraded and payload.startswith(b"HTTP/1.1 101"):
                self.upgraded = True
            self.drop(whole)
            yield Sent(first.entry, self, payload)

    def mark(self, offset):
        """The call that handed over the byte at `offset`."""
        return next(call for start, call in reversed(self.marks) if start <= offset)

    def drop(self, length):
        """Forgets a message's bytes."""
        del self.data[:length]
        self.marks = [(start - length, call) for start, call in self.marks]
        while len(self.marks) > 1 and self.marks[1][0] <= 0:
            self.marks.pop(0)

    def message_length(self):
        """`(length of what comes before the payload, length of all)`, None while it is not all there."""
        if not self.upgraded:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return None
            sized = re.search(rb"content-length:\s*(\d+)", bytes(self.data[:end]), re.I)
            whole = end + 4 + (int(sized.group(1)) if sized else 0)
            return (0, whole) if whole <= len(self.data) else None
        if len(self.data) < 2:
            return None
        short = self.data[1] & 127
        head = 2 + {126: 2, 127: 8}.get(short, 0)
        if len(self.data) < head:
            return None
        size = short if short < 126 else int.from_bytes(self.data[2:head], "big")
        return (head, head + size) if head + size <= len(self.data) else None


class Trace:
    """A run's commits and messages."""

    def __init__(self, path, store):
        self.calls = calls(path)
        self.syncs = [c for c in self.calls if c.name in ("fdatasync", "fsync")
                      and c.result == 0 and "-wal" in c.path]
        self.wal_writes = [c for c in self.calls if c.name in ("pwrite64", "write", "writev")
                           and c.path.endswith(f"{store.name}-wal")]
        self.groups, self.known = self.commits(), {}
        self.sent = self.messages()

    def messages(self):
        """Everything that left through sockets, in order."""
        streams, messages = {}, []
        for call in self.calls:
            if call.name in ("accept", "accept4") and call.result >= 0:
                streams.pop(call.result, None)
            elif call.name == "close":
                streams.pop(call.descriptor, None)
            elif call.name in SENDING and is_socket(call.path):
                messages += streams.setdefault(call.descriptor, Stream()).take(call)
        return messages

    def commits(self):
        """What is written to the log between two of its syncs, with the sync that ends it (None: none came)."""
        groups, syncs, group = [], iter([*self.syncs, None]), []
        sync = next(syncs)
        for write in self.wal_writes:
            while sync and sync.entry < write.exit:
                if group:
                    groups.append((group, sync))
                group, sync = [], next(syncs)
            group.append(write)
        if group:
            groups.append((group, sync))
        return [(list(texts(writes)), end) for writes, end in groups]

    def commit_with(self, pattern, whether=bool):
        """The first commit of which a record holds a match of `pattern` that passes `whether`: its write, its sync."""
        for group, sync in self.groups:
            for write, text in group:
                if any(whether(match) for match in pattern.finditer(text)):
                    return write, sync
        return None, None

    def commit_of_set(self, change):
        """The commit of a set's record: its write, its sync.

        A client numbers its edits for each list; the revision and the time tell apart what two lists have alike.
        """
        text = b",".join(f'"{name}":{json.dumps(change[name])}'.encode()
                         for name in ("revision", "at", "client", "intent"))
        if text not in self.known:
            self.known[text] = self.commit_with(re.compile(re.escape(text) + rb"[,}]"))
        return self.known[text]


SEAM = 200
"""How many bytes before and after the end of a page are looked at for what is broken over two pages."""


def texts(group):
    """What the writes of a commit say: each write with its bytes, and with those where a record is broken over pages.

    A record that goes on in another page has that page's number, 4 bytes, after its first part, or at the start of the
    page that goes on before. Each page follows a write of its own of its frame's header, which begins with its number.
    """
    yield from ((write, write.data) for write in group)
    for header, page in zip(group, group[1:]):
        number = header.data[:4]
        if len(header.data) == 24:
            for write in group:
                for part in ends(write.data, number):
                    yield write, part[-SEAM:] + page.data[4:4 + SEAM]


def ends(data, number):
    """The parts of a page that may go on in the page of that number."""
    if data.startswith(number):
        yield data
    at = data.find(number, 4)
    while at >= 0:
        yield data[:at]
        at = data.find(number, at + 1)


def is_socket(path):
    """Whether a descriptor's path is a connection's."""
    return path.startswith(("socket:", "TCP")) or path == ""


def json_messages(payload):
    """The JSON messages in a WebSocket payload or an HTTP answer, [] if there are none."""
    body = payload.partition(b"\r\n\r\n")[2] if payload.startswith(b"HTTP/") else payload
    try:
        content = json.loads(body)
    except ValueError:
        return []
    return content if isinstance(content, list) else [content]
