"""The cost table of what those who run the server ask in a session."""

from peer import Peer
from scenes import FEW, greeted, many_lists, with_lists
from table import Row

TOLD = rb'^\{"type":"admin"'
PONG = rb'"pong"'


def with_sessions(lists):
    """The same with n other sessions, each with so many lists open."""
    def scene(workshop, n):
        made = with_lists(FEW)(workshop, n)
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
    """A frame that asks n times; a ping after it tells that all of it is done."""
    return lambda scene, k: [*[{"type": "admin", "n": k, **what}] * scene.n, {"type": "ping", "n": 1}]


NEW_FIGURES = 60_000_000
"""Instructions of new figures, at most; they are taken every 0.75 seconds where somebody asks."""

ROWS = [
    Row("adminRequest", "lists of the server, by their rates", 10_000, many_lists,
        asked(get="lists", by="rate"), TOLD, counted=FEW),
    Row("adminRequest", "lists of the server, by a text that none has", 10_000, many_lists,
        asked(get="lists", text="no list has this"), TOLD, counted=FEW),
    Row("adminRequest", "sessions of the server", 200, with_sessions(0), asked(get="sessions", by="lag"), TOLD,
        counted=20),
    Row("adminRequest", "sessions of the server with 20 lists each", 50, with_sessions(20),
        asked(get="sessions", by="lag"), TOLD, counted=5),
    # Whether new ones are due is told by the clock. That they are taken once for all who ask is FiguresSamplerTests'.
    Row("adminRequest", "messages in a frame, figures", 200, with_lists(FEW), asked_often(get="figures"), PONG,
        counted=3, noise=NEW_FIGURES),
    Row("adminRequest", "messages in a frame, sessions", 200, with_lists(FEW), asked_often(get="sessions"), PONG,
        counted=50),
    Row("adminRequest", "messages in a frame, hooks", 500, with_lists(FEW), asked_often(get="hooks"), PONG),
    Row("adminRequest", "messages in a frame that end nobody's session", 500, with_lists(FEW),
        asked_often(end="0" * 24), PONG),
    Row("adminRequest", "messages in a frame of who may not ask", 1_000, greeted, asked_often(get="sessions"), PONG),
]
