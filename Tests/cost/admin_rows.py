"""The cost table of what those who run the server ask in a session."""

from peer import Peer
from scenes import greeted, many_lists, watched
from table import Row, together

TOLD = rb'^\{"type":"admin"'
PONG = rb'"pong"'


def with_sessions(lists):
    """The same with n other sessions, each with so many lists open."""
    @together("watched")
    def scene(workshop, n):
        made = watched(workshop, n)
        for i in range(lists):
            made.peer.send({"type": "create", "list": f"l{i}"})
            made.peer.until(rb'"(created|listExists)"')
        for _ in range(n):
            other = Peer(made.server)
            for i in range(lists):
                other.open(f"l{i}")
            made.others.append(other)
        return made
    return scene


def asked(**what):
    """A frame that asks once."""
    return lambda scene, k: [{"type": "admin", "n": k, **what}]


def asked_often(**what):
    """A frame that asks n times; a ping behind it tells that all of it is done."""
    return lambda scene, k: [*[{"type": "admin", "n": k, **what}] * scene.n, {"type": "ping", "n": 1}]


NEW_FIGURES = 60_000_000
"""Instructions of new figures, at most; they are taken every 0.75 seconds where somebody asks."""

ROWS = [
    Row("adminRequest", "lists of the server, by their rates", 10_000, many_lists(),
        asked(get="lists", by="rate"), TOLD, counted=50),
    Row("adminRequest", "lists of the server, by a text that none has", 10_000, many_lists(),
        asked(get="lists", text="no list has this"), TOLD, counted=50),
    Row("adminRequest", "sessions of the server", 200, with_sessions(0), asked(get="sessions", by="lag"), TOLD,
        counted=20),
    Row("adminRequest", "sessions of the server with 20 lists each", 50, with_sessions(20),
        asked(get="sessions", by="lag"), TOLD, counted=5),
    # Whether new ones are due is told by the clock. That they are taken once for all who ask is FiguresSamplerTests'.
    Row("adminRequest", "messages in a frame, figures", 200, watched, asked_often(get="figures"), PONG, counted=3,
        noise=NEW_FIGURES),
    Row("adminRequest", "messages in a frame, sessions", 200, watched, asked_often(get="sessions"), PONG, counted=50),
    Row("adminRequest", "messages in a frame, hooks", 500, watched, asked_often(get="hooks"), PONG),
    Row("adminRequest", "messages in a frame that end nobody's session", 500, watched,
        asked_often(end="0" * 24), PONG),
    Row("adminRequest", "messages in a frame of who may not ask", 1_000, greeted, asked_often(get="sessions"), PONG),
]
