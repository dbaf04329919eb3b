"""The report of a benchmark run as Markdown."""

from goals import EXTRAS, GOALS, SEND_MICROSECONDS

FLOORS = {
    "send.50": "bare send() of a frame of one set to one of 50 sockets",
    "send.500": "bare send() of it to one of 500 sockets",
    "send.large": "bare send() of a frame of about a hundred sets to one of 50 sockets",
    "send.500.large": "bare send() of it to one of 500 sockets",
    "send.snapshot": "bare send() of a snapshot of 100,000 rows",
    "lws.50": "bare libwebsockets, broadcast to 50, one write a frame: a delivery",
    "lws.500": "the same to 500",
}


def median(values):
    """The middle one; of an even number, the lower of the two in the middle."""
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2]


def number(value):
    """Three digits that count, thousands apart."""
    if value is None:
        return "–"
    digits = 0 if abs(value) >= 100 or value == 0 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def figure(results, run, key):
    """The median of a figure over the rounds of a run; None where no round has it."""
    values = [one["figures"][key] for one in results.get(run, []) if key in one["figures"]]
    return median(values) if values else None


def table(columns, rows):
    """A Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def goal_table(results, floors):
    """Measured against the targets, scaled by this run's bare send()."""
    send = floors.get("send.50")
    rows = []
    for goal in GOALS:
        value = figure(results, goal.run, goal.figure)
        target = goal.scaled_target(send)
        sign = "≥" if goal.more_is_better else "≤"
        reached = "–" if value is None else "yes" if goal.is_reached(value, send) else "**no**"
        rows.append([
            goal.title, goal.others or "–", f"{number(value)} {goal.unit}".strip(),
            f"{sign} {number(goal.target)}", f"{sign} {number(target)}", reached,
            floor_ratio(goal, value, floors)])
    return table(["scenario", "ShareDB · y-websocket · ws · lws · uWebSockets", "Lockstep",
                  "target", f"target, scaled by {number(send)} / {SEND_MICROSECONDS} µs",
                  "reached", "against the floor"], rows)


def floor_ratio(goal, value, floors):
    """A cost as a multiple of its floor; of a rate, the time for an edit."""
    floor = floors.get(goal.floor)
    if not floor or not value:
        return "–"
    cost = 1e6 / value if goal.more_is_better else value
    if goal.unit == "ms":
        cost *= 1e3
    return f"× {number(cost / floor)} of {goal.floor}"


def extra_table(results):
    """What was measured beside the goals."""
    rows = []
    for run, key, title, unit in EXTRAS:
        value = figure(results, run, key)
        if value is not None:
            rows.append([title, f"{number(value)} {unit}".strip()])
    return table(["", ""], rows)


def floor_table(floors):
    """What the machine does at best."""
    rows = [[title, f"{number(floors.get(key))} µs"] for key, title in FLOORS.items()]
    rows.append(["SQLite, one row a commit, WAL, FULL", f"{number(floors.get('commits'))} /s"])
    return table(["floor", "processor time"], rows)


def remarks(results):
    """What the runs said of themselves: not converged, bound by the generator, and so on."""
    lines = []
    for run, rounds in results.items():
        bad = sum(not one["converged"] for one in rounds)
        limited = sum(one["generatorLimited"] for one in rounds)
        if bad:
            lines.append(f"- {run}: {bad} of {len(rounds)} rounds did not converge")
        if limited:
            lines.append(f"- {run}: the generator was the limit in {limited} of {len(rounds)} rounds")
        for note in sorted({note for one in rounds for note in one["notes"]}):
            lines.append(f"- {run}: {note}")
    return "\n".join(lines)


def report(results, floors, machine, ratios="", instructions="", editing="", browser="", innocent="", long_lists="",
           engines=""):
    """The whole page."""
    rounds = max((len(one) for one in results.values()), default=0)
    parts = [
        "# Benchmarks",
        f"What `make bench` measured: medians of {rounds} rounds. Server and generator have a "
        "processor each; commits are synced (SQLite, WAL, FULL); rows have 200 bytes. The figures "
        "of other software were measured on the same work, on another machine: compare ratios.",
        "\n".join(f"- {line}" for line in machine),
        "## Goals", goal_table(results, floors),
        "## Beside them", extra_table(results),
        "## Floors of the same run", floor_table(floors)]
    if ratios:
        parts += ["## Against a bare broadcaster",
                  "The same generator at a server that does with libwebsockets alone what a list server cannot do "
                  "without: it reads the edits, puts those of a turn of the loop into one frame, and sends that to "
                  "everyone (`Tests/Benchmarks/Floors/broadcaster.c`). It keeps no list, finds no place, makes no undo and stores "
                  "nothing. Its turns follow Lockstep's in every round.", ratios]
    if instructions:
        parts += ["## Instructions of an edit",
                  "`make bench-instructions`: an eighth of a batch of eight edits of a list of 1,000 rows.", instructions]
    if innocent:
        parts += ["## Beside ten hostile peers",
                  "An innocent editor of another list, 50 edits a second: sent to answered, while ten peers "
                  "are at a bound of the server and stay there.", innocent]
    said = remarks(results)
    if said:
        parts += ["## Remarks", said]
    if engines:
        parts += ["## SQLite and NATS JetStream",
                  "The same edits: in turns on SQLite and on three nodes of NATS, which run on the same "
                  "processors as server and generator and sync before they acknowledge; then spread over three "
                  "servers on those nodes, each on any processor.", engines]
    if long_lists:
        parts += ["## Long lists", long_lists]
    if editing:
        parts += ["## The editing core alone", editing.strip()]
    if browser:
        parts += ["## The web client", browser.strip()]
    return "\n\n".join(part.strip() for part in parts) + "\n"
