"""The arithmetic of the benchmark's report."""

import pytest

import benchmarks
import innocent
from goals import GOALS, RUNS, Goal

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
    assert {goal.run for goal in GOALS} <= set(names)


def test_the_report_says_what_was_not_reached():
    """A round that did not converge, and a figure below its target, are told."""
    def one(rate, converged):
        return {"figures": {"rate": rate}, "converged": converged, "generatorLimited": False,
                "notes": [] if converged else ["2 gaps in the change sets"]}
    page = benchmarks.report({"fanout 50": [one(39_999, True), one(50_000, False), one(2, True)]},
                             {"send.50": 4.0}, ["a machine"])
    assert "| 39,999 /s | ≥ 40,000 | ≥ 40,000 | **no** |" in page
    assert "1 of 3 rounds did not converge" in page and "2 gaps" in page


def test_the_table_of_the_innocent_says_what_was_missed():
    """An edit that was late, and one without an answer, are told."""
    lines = innocent.innocent_table({"nobody": 1.25, "sessions": 50.1, "sockets": None}).splitlines()
    assert lines[2:] == ["| nobody | 1.25 ms | yes |", "| sessions | 50.1 ms | **no** |",
                         "| sockets | not answered | **no** |"]
    assert set(innocent.QUICK) <= set(innocent.bounds())
