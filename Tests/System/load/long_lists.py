"""What lists of 100,000 rows take in the server's memory, and what they cost a browser, as tables."""

from benchmarks import number, table

BROWSER = [
    ("from navigation to the first row, ms", "firstRowMs", 800),
    ("received until the list is live, kB", "receivedKB", 200),
    ("heap while scrolling about, at most, MB", "heapMB", 6),
    ("from a jump to the rows there, at most, ms", "jumpMs", 150),
    ("frames with a blank part while the wheel turns", "blankFrames", 0),
    ("of so many frames", "scrolledFrames", None),
    ("pixels of the viewport that are blank in one of them, at most", "blankPixels", 0),
    ("work of the main thread for each key typed into the search, ms", "keyMs", 50),
    ("longest task while the search is typed and runs, ms", "longestTaskMs", 50),
    ("between frames while a row is dragged to the end, 95th percentile, ms", "frameP95Ms", 17),
    ("work of the main thread for each of these frames, ms", "workPerFrameMs", None),
]
"""Figures of `bench_long_lists.py`: what, key, and the most that is wanted by windows."""


def reached(value, goal):
    """Whether a figure is at most its goal."""
    return "–" if goal is None else "yes" if value <= goal else "**no**"


def browser_table(figures):
    """What `bench_long_lists.py` measured: by windows, and sent whole."""
    return table(["100,000 rows in Chromium", "by windows", "goal", "reached", "sent whole"], [
        [what, number(figures["windows"][key]), number(goal), reached(figures["windows"][key], goal),
         number(figures["whole"][key])]
        for what, key, goal in BROWSER])


def memory_table(figures):
    """What `memory-bench` measured."""
    rows = []
    for what, key in [("as created", "created"), ("each row changed by an edit", "checked")]:
        one = figures[key]
        rows.append([f"bytes a row beside its fields' own, {what}", one["heapBytesPerRow"], 300])
        rows.append([f"processor time of loading it, {what}, ms",
                     sum(one["processorMilliseconds"].values()), 150])
    edited = figures["edited"]
    rows.append([f"MB of a list of ten rows after {number(edited['edits'])} edits",
                 edited["heapBytes"] / 1e6, 1])
    return table(["a list of 100,000 rows in the server", "measured", "goal", "reached"],
                 [[what, number(value), number(goal), reached(value, goal)]
                  for what, value, goal in rows])
