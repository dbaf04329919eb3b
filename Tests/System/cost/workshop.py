"""Servers and lists that the rows share, so that each is made once."""

import itertools
import os
import shutil
import string
import tempfile

from counted_server import CountedLoop, CountedServer
from loop_thread import LoopThread
from peer import Crowd, Http, Peer
from process import FaultyServer
from table import MOST_REPETITIONS, SHORTER
from tokens import SECRET

SYMBOLS = string.ascii_letters + string.digits
NUMBERS = itertools.count(1)

UNLOADED = 50_000
"""The shorter lists that nobody has opened, where time is measured; others are twice as long."""


def names(count):
    """Distinct names of fields, as short as they can be."""
    pairs = ("".join(pair) for width in (1, 2, 3) for pair in itertools.product(SYMBOLS, repeat=width))
    return list(itertools.islice(pairs, count))


def fields(count):
    """An object of so many fields."""
    return {name: 1 for name in names(count)}


def body_of(name, rows, sections=1):
    """A body for `POST /api/lists`: rows `r0`, `r1`, … spread evenly over sections `s0`, `s1`, …"""
    share, made = rows // sections, []
    for s in range(sections):
        content = ",".join(f'{{"id":"r{r}","fields":{{"title":"x"}}}}' for r in range(s * share, (s + 1) * share))
        made.append(f'{{"id":"s{s}","title":"S","rows":[{content}]}}')
    return f'{{"list":"{name}","title":"T","sections":[{",".join(made)}]}}'.encode()


def make_lists(server, lists):
    """Makes lists, given by their lengths."""
    for name, rows in lists.items():
        assert server.request("POST", "/api/lists", body_of(name, rows)).status == 201


class Workshop:
    """Starts servers, and fills them; with `counted`, under callgrind, where lists are shorter."""

    def __init__(self, counted):
        shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
        # In memory where there is some: what the disk takes is not measured here.
        self.folder = tempfile.mkdtemp(dir=shared)
        self.counted, self.servers, self.loops, self.lists, self.stored = counted, {}, {}, {}, 0
        rows = [self.rows(UNLOADED), 2 * self.rows(UNLOADED)]
        self.unloaded = {count: [f"{count}-{k}" for k in range(MOST_REPETITIONS if counted else 1)] for count in rows}
        """Lists of a length that the main server finds as it starts, and that nobody opens but who measures that."""
        self.web = self.short_web() if counted else "web-client"

    def short_web(self):
        """A folder for a web client, of short files: they are packed at each start."""
        os.makedirs(f"{self.folder}/web/api")
        for name in ("index.html", "api/openapi.json", "api/asyncapi.json", "api/schemas.json"):
            with open(f"{self.folder}/web/{name}", "w", encoding="ascii") as file:
                file.write(f'{{"name":"{name}"}}' * 50)
        return f"{self.folder}/web"

    def rows(self, count):
        """The length of a list that has `count` rows where time is measured."""
        return max(500, count // SHORTER) if self.counted and count > 1_000 else count

    def server(self, name="main", made=None, **settings):
        """The server of that name; started where it does not run yet, and has the lists `made`, given by their lengths.

        It has made them itself before it counts: those of its start it looks through for damage, for a while.
        """
        if name not in self.servers:
            settings = {"bounds_body_bytes": 64 << 20, "log_level": "error", "web": self.web, **settings}
            folder = f"{self.folder}/{name}"
            if name == "main":
                # By a server that nobody counts.
                server = FaultyServer(folder, **settings).start()
                try:
                    make_lists(server, {name: rows for rows, names in self.unloaded.items() for name in names})
                finally:
                    assert server.stop() == 0
            if self.counted:
                server = CountedServer(folder, self.folder, **settings)
                self.servers[name] = server
                server.start(prepare=lambda server: make_lists(server, made or {}))
            else:
                self.servers[name] = FaultyServer(folder, **settings).start()
                make_lists(self.servers[name], made or {})
        return self.servers[name]

    def watched(self, lists):
        """A server that tells all sessions what they ask of it, and has so many small lists."""
        return self.server(f"lists-{lists}", {f"l{i}": 1 for i in range(lists)}, admin_open="true")

    def guarded(self):
        """A server that asks for tokens."""
        keys = f"{self.folder}/tokens.key"
        with open(keys, "w", encoding="ascii") as file:
            file.write(SECRET)
        return self.server("guarded", auth_mode="jwt", auth_keys=keys)

    def loop(self, server, **hello):
        """The loop's thread of a server, which may ask for a token; another where it was started again."""
        pid = server.process.pid
        if pid not in self.loops:
            self.loops[pid] = (CountedLoop if self.counted else LoopThread)(server, **hello)
        return self.loops[pid]

    def fresh(self, rows, sections=1, server=None, token=None):
        """Makes a list."""
        name = f"list-{next(NUMBERS)}"
        http = Http(server or self.server(), token)
        status = http.request("POST", "/api/lists", body_of(name, rows, sections))
        http.close()
        assert status == 201, status
        return name

    def shared(self, key, rows, sections=1, grow=None):
        """The list of that key and length, made once; `grow(peer, name)` gives it a history."""
        if (key, rows, sections) not in self.lists:
            name = self.fresh(rows, sections)
            if grow:
                peer = Peer(self.server())
                grow(peer, name)
                peer.close()
            self.lists[key, rows, sections] = name
        return self.lists[key, rows, sections]

    def subscribers(self, server, name, count):
        """Sessions that have the list open and read whatever comes."""
        peers = [Peer(server) for _ in range(count)]
        for peer in peers:
            peer.open(name)
        return Crowd(peers)

    def close(self):
        """Ends the servers, and removes what they stored."""
        for server in self.servers.values():
            server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def sets(count, row=lambda n: f"r{n % 50}"):
    """Gives a list a history of so many change sets."""
    def grow(peer, name):
        message = None
        for start in range(0, count, 100):
            frame = [peer.edit(name, {"op": "updateRow", "row": row(n), "fields": {"title": str(n)}})
                     for n in range(start, min(count, start + 100))]
            message = frame[-1]
            peer.send(*frame)
            peer.answer(message["id"])
    return grow


def updates(rows):
    """Changes each of the first rows of a list."""
    def grow(peer, name):
        for start in range(0, rows, 500):
            peer.do(name, *({"op": "updateRow", "row": f"r{i}", "fields": {"done": True}}
                            for i in range(start, min(rows, start + 500))))
    return grow


def moves(count, rows):
    """Gives a list a history of so many moves, a thousand in a set."""
    def grow(peer, name):
        for start in range(0, count, 1000):
            peer.do(name, *({"op": "moveRow", "row": f"r{(start // 9 + n * 7) % rows}",
                             "to": {"section": "s0", "index": (start // 7 + n * 13) % rows}}
                            for n in range(min(1000, count - start))))
    return grow
