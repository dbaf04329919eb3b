"""The figures that Lockstep is held to: what is run for each, and what it must reach."""

from dataclasses import dataclass

SEND_MICROSECONDS = 4.0
"""What a bare send() took on the machine that the targets were set on."""


@dataclass(frozen=True)
class Goal:
    """One line of the table."""

    title: str
    run: str                 # the name of a run below
    figure: str              # of its JSON
    target: float
    unit: str
    more_is_better: bool = False
    scales: bool = True      # with the speed of the machine
    floor: str = ""          # the floor that it is compared with
    others: str = ""         # ShareDB, y-websocket, node ws, lws, uWebSockets on the same work

    def scaled_target(self, send):
        """The target on a machine where a bare send() takes `send` microseconds."""
        if not self.scales or not send:
            return self.target
        speed = SEND_MICROSECONDS / send
        return self.target * speed if self.more_is_better else self.target / speed

    def is_reached(self, value, send):
        """Whether a figure reaches the scaled target."""
        target = self.scaled_target(send)
        return value >= target if self.more_is_better else value <= target


@dataclass(frozen=True)
class Run:
    """One `lockstep load` command."""

    name: str
    arguments: tuple
    quick: tuple             # instead of `arguments` in a quick run
    searches: bool = False   # for a rate: later rounds begin near the one found first


def _run(name, arguments, quick, **more):
    return Run(name, tuple(arguments.split()), tuple(quick.split()), **more)


RUNS = [
    _run("fanout 50", "fanout --subscribers 50 --from 2000 --seconds 1.5",
         "fanout --subscribers 50 --from 2000 --seconds 0.5", searches=True),
    _run("fanout 500", "fanout --subscribers 500 --from 500 --seconds 1.5",
         "fanout --subscribers 500 --from 500 --seconds 0.5", searches=True),
    _run("fanout 500, TLS", "fanout --subscribers 500 --from 500 --seconds 1.5 --tls",
         "fanout --subscribers 500 --from 500 --seconds 0.5 --tls", searches=True),
    _run("low load", "fanout --subscribers 1 --at 200 --seconds 3",
         "fanout --subscribers 1 --at 200 --seconds 1"),
    _run("one editor", "editors --editors 1 --in-flight 1 --seconds 3",
         "editors --editors 1 --in-flight 1 --seconds 1"),
    _run("editors 20", "editors --editors 20 --seconds 4", "editors --editors 20 --seconds 1"),
    _run("editors 100", "editors --editors 100 --seconds 4", "editors --editors 100 --seconds 1"),
    _run("lists", "lists --lists 500 --clients 2 --seconds 4",
         "lists --lists 100 --clients 2 --seconds 1"),
    _run("growth", "growth --rows 100 10000 100000 --seconds 3 --joins 7",
         "growth --rows 100 100000 --seconds 1 --joins 3"),
    _run("idle", "idle --connections 2000 --seconds 1", "idle --connections 500 --seconds 0.5"),
    _run("storm", "storm --clients 1000", "storm --clients 200"),
    _run("thousands idle", "idle --connections 19400 --lists 500 --sources 4 --seconds 30",
         "idle --connections 900 --lists 30 --sources 4 --seconds 0.5"),
    _run("thousands busy", "lists --lists 500 --clients 10 --rate 5000 --sources 4 --seconds 4",
         "lists --lists 50 --clients 10 --rate 500 --sources 4 --seconds 1"),
    _run("thousands return", "storm --clients 19000 --lists 500 --sources 4 --kill",
         "storm --clients 900 --lists 30 --sources 4 --kill"),
    _run("windows", "longlist --readers 1000 --seconds 3", "longlist --readers 200 --opens 6 --seconds 1"),
    _run("windows, whole", "longlist --whole --readers 20 --opens 6 --seconds 1",
         "longlist --whole --readers 5 --opens 4 --seconds 0.5"),
    _run("restart", "restart --rounds 3 --seconds 0.7", "restart --rounds 1 --seconds 0.5"),
]

GOALS = [
    Goal("fanout, 50 subscribers: edits/s with p99 < 100 ms", "fanout 50", "rate", 40_000, "/s",
         more_is_better=True, floor="send.50", others="1,076 · 3,044 · 4,305 · 4,305 · 40,960"),
    Goal("fanout, 500 subscribers: edits/s with p99 < 100 ms", "fanout 500", "rate", 15_000, "/s",
         more_is_better=True, floor="send.500", others="160 · 269 · 320 · 381 · 4,305"),
    Goal("fanout, 500 subscribers: rate over TLS against plain", "fanout 500, TLS", "ratio.plain", 0.5,
         "×", more_is_better=True, scales=False),
    Goal("20 editors on one list: server CPU, an edit", "editors 20", "server.cpu.edit", 20, "µs",
         floor="send.50", others="481 · 145 · 125 · 111 · 10"),
    Goal("100 editors on one list: edits/s", "editors 100", "rate", 20_000, "/s",
         more_is_better=True, floor="lws.50", others="291 · 1,191 · 1,652 · 2,437 · 5,669"),
    Goal("500 lists × 2 editors: server CPU, an edit", "lists", "server.cpu.edit", 20, "µs",
         floor="send.50", others="172 · 55 · 22 · 15 · 7.5"),
    Goal("20 editors on one list: sent to answered, p99", "editors 20", "answer.p99", 5, "ms"),
    Goal("one editor, one edit at a time: server CPU, an edit", "one editor", "server.cpu.edit", 150, "µs"),
    Goal("edit on 100,000 rows against 100: server CPU", "growth", "ratio", 1.3, "×",
         scales=False, others="1,000 · 1.6 · – · – · –"),
    Goal("joining a list of 100,000 rows: server CPU", "growth", "join.cpu.100000", 3, "ms",
         floor="send.snapshot", others="81 · 56 · – · – · –"),
    Goal("opening 100,000 rows with a window: server CPU", "windows", "open.cpu", 0.3, "ms"),
    Goal("the same right after an edit", "windows", "open.edited.cpu", 0.3, "ms"),
    Goal("the same: bytes received", "windows", "open.bytes", 60, "kB", scales=False),
    Goal("idle connection: server memory", "idle", "memory.connection", 7, "KiB", scales=False,
         others="14–23 · 12–24 · 9 · 5.5 · 0.5"),
    Goal("kill -9 to the list being back", "restart", "time", 200, "ms"),
    Goal("edits missing that had been answered", "restart", "missing", 0, "", scales=False),
    Goal("one editor, one subscriber, 200/s: due to delivered, p50", "low load", "delivery.p50", 1,
         "ms"),
]

EXTRAS = [
    ("fanout 50", "server.cpu.edit", "fanout, 50 subscribers: server CPU, an edit", "µs"),
    ("fanout 50", "server.cpu.delivery", "fanout, 50 subscribers: server CPU, a delivery", "µs"),
    ("fanout 500", "server.cpu.delivery", "fanout, 500 subscribers: server CPU, a delivery", "µs"),
    ("fanout 500, TLS", "rate", "fanout, 500 subscribers over TLS: edits/s with p99 < 100 ms", "/s"),
    ("fanout 500, TLS", "server.cpu.delivery", "the same: server CPU, a delivery", "µs"),
    ("fanout 500, TLS", "generator.busy", "the same: generator busy, which decrypts all of it", "%"),
    ("fanout 50", "generator.cpu.delivery",
     "fanout, 50 subscribers: generator CPU, a delivery", "µs"),
    ("editors 20", "rate", "20 editors on one list: edits/s", "/s"),
    ("editors 100", "server.cpu.edit", "100 editors on one list: server CPU, an edit", "µs"),
    ("lists", "rate", "500 lists × 2 editors: edits/s", "/s"),
    ("growth", "join.cpu.100000.first", "joining 100,000 rows, the first after an edit", "ms"),
    ("storm", "time", "1,000 clients come back at once: all have the list", "ms"),
    ("storm", "cpu.client", "1,000 clients come back at once: server CPU, a client", "µs"),
    ("thousands idle", "memory.connection", "19,400 idle sessions of 500 lists: server memory, each", "KiB"),
    ("thousands idle", "cpu.idle.thousand", "the same: server CPU while idle, of 1,000", "µs/s"),
    ("thousands idle", "time.join", "the same: until all had joined, 200 at a time", "ms"),
    ("thousands idle", "cpu.join", "the same: server CPU, a session that joins", "µs"),
    ("thousands busy", "answer.p50", "5,000 editors of 500 lists, 5,000 edits/s in all: due to answered, p50", "ms"),
    ("thousands busy", "answer.p99", "the same: p99", "ms"),
    ("thousands busy", "server.cpu.edit", "the same: server CPU, an edit, delivered to ten", "µs"),
    ("thousands busy", "server.memory", "the same: server memory", "MiB"),
    ("thousands return", "time.server", "kill -9 with 19,500 sessions of 500 lists: the server is ready", "ms"),
    ("thousands return", "time", "the same, all come back at once: all have their list", "ms"),
    ("thousands return", "wait.p50", "the same: until a client has it, p50", "ms"),
    ("thousands return", "cpu.client", "the same: server CPU, a client", "µs"),
    ("windows, whole", "open.cpu", "opening 100,000 rows whole: server CPU", "ms"),
    ("windows, whole", "open.edited.cpu", "the same right after an edit", "ms"),
    ("windows, whole", "open.bytes", "the same: bytes received", "kB"),
    ("windows", "storm.time", "1,000 readers open windows of 100,000 rows after a restart: all have theirs", "ms"),
    ("windows", "storm.wait.p50", "the same: until a reader has its window, p50", "ms"),
    ("windows", "storm.cpu.client", "the same: server CPU, a reader", "µs"),
    ("windows", "storm.received", "the same: received, a reader", "kB"),
    ("windows, whole", "storm.time", "20 readers open all of the 100,000 rows after a restart: all have them", "ms"),
    ("windows, whole", "storm.cpu.client", "the same: server CPU, a reader", "µs"),
    ("windows, whole", "storm.received", "the same: received, a reader", "kB"),
    ("windows", "rows.p99", "1,000 readers scroll, ten edits a second: request due to answered, p99", "ms"),
    ("windows", "rows.cpu", "the same: server CPU, a request, edits and all", "µs"),
    ("restart", "answered", "edits answered while the server was killed", ""),
]
"""Figures that stand beside the goals."""


def add_ratios(results):
    """Adds to each round of the run over TLS its rate as a multiple of that of the plain run of the same round."""
    for over_tls, plain in zip(results.get("fanout 500, TLS", []), results.get("fanout 500", [])):
        rates = [one["figures"].get("rate") for one in (over_tls, plain)]
        if all(rates):
            over_tls["figures"]["ratio.plain"] = rates[0] / rates[1]
