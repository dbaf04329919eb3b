"""Rounds of kill -9 under load: nothing answered is lost, nothing is there twice, everyone gets back in step."""

import time

from checker import Report
from run import Run

HISTORY, SNAPSHOT_EVERY = 200, 50


def test_rounds_of_kill_9_under_load(spawn, seed, request, tmp_path, capsys):
    rounds = request.config.getoption("--rounds")
    seconds = request.config.getoption("--seconds")
    server = spawn(history_sets=HISTORY, history_snapshot_every=SNAPSHOT_EVERY,
                   history_in_memory=100).start()
    run = Run(server, seed)
    began = time.monotonic()
    run.begin()
    try:
        done = 0
        while done < rounds or time.monotonic() - began < seconds:
            load_until_kill(run)
            run.crash()
            run.restart()
            done += 1
        time_to_load(run, 1.5)
        run.quiet(HISTORY)
    finally:
        run.end()
    ran = time.monotonic() - began
    run.history.write(tmp_path / "history.jsonl")
    report = Report(run.history)
    with capsys.disabled():
        print(f"\nseed {seed}, {done} rounds in {ran:.0f} s, "
              f"checked in {time.monotonic() - began - ran:.0f} s\n{report}")
    assert not run.failure
    assert report.violated() == [], f"the history is in {tmp_path}"
    assert report.not_tried() == []
    assert report.counts["rounds"] == done


def time_to_load(run, seconds):
    """Lets the editors work that long, and reads every list once meanwhile."""
    end = time.monotonic() + seconds
    run.snapshots()
    while time.monotonic() < end:
        time.sleep(0.002)


def load_until_kill(run):
    """Loads for a random while; in half of the rounds until a list has just reached a snapshot."""
    time_to_load(run, run.dice.uniform(0.8, 3.0))
    if run.dice.random() < 0.5:
        end = time.monotonic() + 2
        while time.monotonic() < end and not at_snapshot(run):
            time.sleep(0.0005)
        time.sleep(run.dice.uniform(0, 0.01))


def at_snapshot(run):
    """Whether a list stands at a revision at which its snapshot is stored."""
    return any(m.model and m.model.revision % SNAPSHOT_EVERY < 2
               for m in list(run.world.mirrors.values()))
