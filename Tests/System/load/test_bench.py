"""The arithmetic of the benchmark's report."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import benchmarks
import broadcaster
import engines
import innocent
import long_lists
from goals import EXTRAS, GOALS, RUNS, Goal, add_ratios

RATE = Goal("a rate", "run", "rate", 1_000, "/s", more_is_better=True, floor="send.50")
COST = Goal("a cost", "run", "cost", 20, "µs", floor="send.50")
MEMORY = Goal("memory", "run", "memory", 7, "KiB", scales=False)


@pytest.mark.parametrize("goal, send, target", [
    (RATE, 4.0, 1_000), (RATE, 8.0, 500), (RATE, 2.0, 2_000),
    (COST, 4.0, 20), (COST, 8.0, 40), (MEMORY, 8.0, 7), (COST, None, 20)])
def test_targets_scale_with_the_machine(goal, send, target):
    """Twice as slow a send() halves rates and doubles costs, and leaves the rest."""
    assert goal.scaled_target(send) == target


@pytest.mark.parametrize("goal, value, reached", [
    (RATE, 1_000, True), (RATE, 999, False), (COST, 20, True), (COST, 20.1, False)])
def test_targets_are_inclusive(goal, value, reached):
    """A figure that equals its target reaches it."""
    assert goal.is_reached(value, 4.0) is reached


def test_median_and_numbers():
    """The middle one, and three digits that count."""
    assert benchmarks.median([9, 1, 5]) == 5 and benchmarks.median([4, 1]) == 1
    assert [benchmarks.number(one) for one in (None, 0, 0.5, 12.34, 1234.5)] == [
        "–", "0", "0.50", "12.3", "1,234"]


def test_every_goal_has_a_run():
    """What the table asks for is run, under names that are unique."""
    names = [run.name for run in RUNS]
    assert len(set(names)) == len(names)
    assert {goal.run for goal in GOALS} | {run for run, *_ in EXTRAS} <= set(names)


def test_the_rate_over_tls_is_compared_with_the_plain_one_of_its_round():
    """A round in which either came to nothing has no ratio."""
    plain, over_tls = ([{"figures": figures} for figures in rounds] for rounds in (
        [{"rate": 20_000}, {}, {"rate": 10_000}], [{"rate": 5_000}, {"rate": 5_000}, {}]))
    add_ratios({"fanout 500": plain, "fanout 500, TLS": over_tls})
    assert [one["figures"].get("ratio.plain") for one in over_tls] == [0.25, None, None]


def test_the_report_says_what_was_not_reached():
    """A round that did not converge, and a figure below its target, are told."""
    def one(rate, converged):
        return {"figures": {"rate": rate}, "converged": converged, "generatorLimited": False,
                "notes": [] if converged else ["2 gaps in the change sets"]}
    page = benchmarks.report({"fanout 50": [one(39_999, True), one(50_000, False), one(2, True)]},
                             {"send.50": 4.0}, ["a machine"])
    assert "| 39,999 /s | ≥ 40,000 | ≥ 40,000 | **no** |" in page
    assert "1 of 3 rounds did not converge" in page and "2 gaps" in page


def test_the_table_of_ratios_says_what_was_missed():
    """A cost below and above its bound, and a rate that falls short, each beside the broadcaster's."""
    def one(**figures):
        return [{"figures": {key.replace("_", "."): value for key, value in figures.items()}}]
    lines = broadcaster.ratio_table(
        {"editors 20": one(server_cpu_edit=18), "editors 100": one(server_cpu_edit=17.1), "fanout 50": one(rate=84)},
        {"editors 20": one(server_cpu_edit=10), "editors 100": one(server_cpu_edit=10), "fanout 50": one(rate=100)},
    ).splitlines()
    assert [line.split(" | ")[3:] for line in lines[2:6]] == [
        ["× 1.80", "≤ 1.80", "yes |"], ["× 1.71", "≤ 1.70", "**no** |"], ["× –", "≤ 1.80", "– |"],
        ["× 0.84", "≥ 0.85", "**no** |"]]
    assert {one.run for one in broadcaster.RATIOS} <= set(broadcaster.RUNS) <= {run.name for run in RUNS}


def test_the_table_of_instructions_says_what_was_missed():
    """Steps at their goal, above it, and without one; the steps with goals are counted."""
    lines = broadcaster.instruction_table(
        {"decode": 4_000, "apply and encode the set": 15_001, "encode the frame": 1}).splitlines()
    assert [line.split(" | ")[1:] for line in lines[2:]] == [
        ["4,000", "≤ 4,000", "yes |"], ["15,001", "≤ 15,000", "**no** |"], ["1", "–", "– |"]]
    assert len(broadcaster.instruction_table().splitlines()) > len(broadcaster.STEPS) + 2


def test_the_broadcaster_does_the_work_of_the_generator(tmp_path):
    """Edits of several lists are answered and delivered in order, with the revisions that follow one another."""
    binary = os.environ["SERVER_BINARY"]
    floors = tmp_path / "floors"
    sources = sorted(str(path) for path in (Path(__file__).resolve().parents[2] / "Benchmarks/Floors").glob("*.c"))
    subprocess.run(["clang", "-O0", "-Wall", "-Wextra", "-Werror", "-o", floors, *sources, "-lev", "-lwebsockets", "-lsqlite3",
                    "-lpthread"], check=True)
    with broadcaster.Broadcaster(floors, -1) as server:
        for run in ("lists --lists 10 --clients 2", "editors --editors 5"):
            done = subprocess.run(
                [binary, "load", *run.split(), "--seconds", "0.3", "--json", "--url", server.url, "--pid",
                 str(server.process.pid)], capture_output=True, text=True, check=False, timeout=60)
            result = json.loads(done.stdout)
            assert result["figures"]["rate"] > 0 and "server.cpu.edit" in result["figures"]
            # It has no list that could be read: that is all that the generator misses, unless it was the limit itself.
            assert all("cannot be read: 404" in note or "the generator was the limit" in note
                       for note in result["notes"]), result["notes"]
    assert server.process.returncode == 0


def test_the_table_of_the_innocent_says_what_was_missed():
    """An edit that was late, and one without an answer, are told."""
    lines = innocent.innocent_table({"nobody": 1.25, "sessions": 50.1, "sockets": None}).splitlines()
    assert lines[2:] == ["| nobody | 1.25 ms | yes |", "| sessions | 50.1 ms | **no** |",
                         "| sockets | not answered | **no** |"]
    assert set(innocent.QUICK) <= set(innocent.bounds())


def test_the_tables_of_long_lists_say_what_was_missed():
    """Figures at their goal and above it, and one that has none, beside lists that are sent whole."""
    way = {key: goal or 5 for _, key, goal in long_lists.BROWSER}
    lines = long_lists.browser_table({"windows": {**way, "heapMB": 6.1}, "whole": way}).splitlines()
    assert [line.split(" | ")[1:] for line in lines[2:]][:3] == [
        ["800", "800", "yes", "800 |"], ["200", "200", "yes", "200 |"], ["6.10", "6.00", "**no**", "6.00 |"]]
    assert lines[-1].split(" | ")[1:] == ["5.00", "–", "–", "5.00 |"]
    loaded = {"heapBytesPerRow": 301, "processorMilliseconds": {"read": 50, "parse": 50, "build": 50}}
    lines = long_lists.memory_table({"created": loaded, "checked": loaded, "edited": {
        "edits": 12_000, "heapBytes": 1_000_000}}).splitlines()
    assert [line.split(" | ")[1:] for line in lines[2:]] == [
        ["301", "300", "**no** |"], ["150", "150", "yes |"], ["301", "300", "**no** |"],
        ["150", "150", "yes |"], ["1.00", "1.00", "yes |"]]


def test_the_table_of_engines_says_what_was_missed():
    """A rate below its goal, one that reaches it, and a wait above its goal, with SQLite's beside them."""
    def one(**figures):
        return [{"figures": {key.replace("_", "."): value for key, value in figures.items()}}]
    lines = engines.engine_table({
        "nats": {"20 editors": one(rate=4_999), "lists": one(rate=8_000), "one editor": one(answer_p50=3.1)},
        "servers": {"20 editors": one(rate=3_000)},
        "sqlite": {"20 editors": one(rate=9_000), "lists": one(rate=9_000)}}).splitlines()
    assert [line.split(" | ")[1:] for line in (lines[2], *lines[4:6])] == [
        ["4,999 /s", "≥ 5,000", "**no**", "3,000 /s", "9,000 /s |"],
        ["8,000 /s", "≥ 8,000", "yes", "– /s", "9,000 /s |"], ["3.10 ms", "≤ 3.00", "**no**", "– ms", "– ms |"]]
    assert {goal.run for goal in engines.GOALS} == {run.name for run in engines.RUNS}
