"""What is made of the figures."""

import pytest

from loop_thread import MS, long_turns
from table import Measured, Row, judge

METRICS = """
lockstep_loop_turn_seconds_bucket{kind="batch",le="0.001"} 5
lockstep_loop_turn_seconds_bucket{kind="batch",le="0.01"} 7
lockstep_loop_turn_seconds_bucket{kind="batch",le="0.1"} 8
lockstep_loop_turn_seconds_bucket{kind="batch",le="+Inf"} 10
lockstep_loop_turn_seconds_bucket{le="0.01",kind="send"} 4
lockstep_loop_turn_seconds_bucket{le="0.1",kind="send"} 5
lockstep_loop_turn_seconds_bucket{le="+Inf",kind="send"} 5
"""


@pytest.mark.parametrize("limit, turns", [(10, 4), (50, 2), (100, 2)])
def test_turns_over_a_limit_are_summed_over_the_kinds(limit, turns):
    assert long_turns(METRICS, limit) == turns


def test_server_that_does_not_count_turns_has_none():
    assert long_turns("lockstep_ready 1\n", 10) is None


@pytest.mark.parametrize("small, large, turns, said", [
    (1.0, 2.5, 0, ""), (1.0, 2.7, 0, "× 2.7"), (0.01, 0.14, 0, ""), (9.0, 18.0, 0, ""),
    (9.0, 18.0, 2, "2 turns over 10 ms"), (5.0, 9.9, None, ""), (9.0, 18.0, None, "does not count")])
def test_costs_and_turns_are_held_to_their_bounds(small, large, turns, said):
    row = Row("ping", "something", 1, None, None)
    wrong, line = judge(row, ([Measured(int(small * MS), 1, turns)], [Measured(int(large * MS), 1, turns)]))
    assert said in wrong and bool(said) == bool(wrong) and "ping: something" in line


def test_the_least_of_the_repetitions_counts():
    row = Row("ping", "something", 1, None, None)
    small = [Measured(2 * MS, 0, 0), Measured(1 * MS, 0, 0)]
    large = [Measured(2 * MS, 0, 0), Measured(40 * MS, 0, 1)]
    assert judge(row, (small, large))[0] == ""


def test_work_that_other_threads_do_is_held_to_its_input_too():
    row = Row("ping", "something", 1, None, None)
    wrong, _ = judge(row, ([Measured(MS, 10 * MS, 0)], [Measured(MS, 40 * MS, 0)]))
    assert wrong == "twice the input costs the server × 4.0"


def test_moments_at_half_the_processors_speed_are_not_taken_for_growth():
    row = Row("ping", "something", 1, None, None)
    fast, slow = [Measured(1 * MS, 0, 0), Measured(2 * MS, 0, 0)], [Measured(3 * MS, 0, 0), Measured(4 * MS, 0, 0)]
    assert judge(row, (fast + [fast[1]], slow + [slow[1]]))[0] == ""
    by_pairs = [Measured(1 * MS, 0, 0), Measured(1.5 * MS, 0, 0)], [Measured(3 * MS, 0, 0), Measured(2 * MS, 0, 0)]
    assert judge(row, by_pairs)[0] == ""


def test_growth_is_found_however_the_processors_speed_changes():
    row = Row("ping", "something", 1, None, None)
    small = [Measured(cost * MS, 0, 0) for cost in (1, 1, 1.5, 1)]
    large = [Measured(cost * MS, 0, 0) for cost in (4, 6, 4, 6)]
    assert "× 4.0" in judge(row, (small, large))[0]
