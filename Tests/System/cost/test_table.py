"""What is made of the figures, and that what grows too fast is found."""

import pytest

from action_rows import one
from actions import update
from counted_server import PER_MS, Cost
from loop_thread import long_turns
from marks import marks
from message_rows import PONG, and_ping
from scenes import greeted, own_list
from table import NOISE, Row, judge, measure

METRICS = """
lockstep_loop_turn_seconds_bucket{kind="batch",le="0.001"} 5
lockstep_loop_turn_seconds_bucket{kind="batch",le="0.01"} 7
lockstep_loop_turn_seconds_bucket{kind="batch",le="0.1"} 8
lockstep_loop_turn_seconds_bucket{kind="batch",le="+Inf"} 10
lockstep_loop_turn_seconds_bucket{le="0.01",kind="send"} 4
lockstep_loop_turn_seconds_bucket{le="0.1",kind="send"} 5
lockstep_loop_turn_seconds_bucket{le="+Inf",kind="send"} 5
"""

ROW = Row("ping", "something", 10, None, None)


@pytest.mark.parametrize("limit, turns", [(10, 4), (50, 2), (100, 2)])
def test_turns_over_a_limit_are_summed_over_the_kinds(limit, turns):
    assert long_turns(METRICS, limit) == turns


@pytest.mark.parametrize("small, large, said", [
    (1.0, 2.1, ""), (1.0, 2.3, "costs the loop × 2.3"), (0.01, 0.9, ""), (0.01, 2.3, "costs the loop × 2.3")])
def test_the_loops_cost_is_held_to_its_input(small, large, said):
    costs = [[Cost(int(cost * NOISE), 30 * NOISE, 0)] for cost in (small, large)]
    wrong, line = judge(ROW, costs)
    assert said in wrong and bool(said) == bool(wrong) and "ping: something" in line


def test_work_that_other_threads_do_is_held_to_its_input_too():
    wrong, _ = judge(ROW, ([Cost(NOISE, 10 * NOISE, 0)], [Cost(NOISE, 40 * NOISE, 0)]))
    assert wrong == "twice the input costs the server × 4.0"


@pytest.mark.parametrize("total, said", [(8, ""), (9, "twice the input costs the server × 2.2")])
def test_little_that_other_threads_do_is_noise(total, said):
    assert judge(ROW, ([Cost(NOISE, NOISE, 0)], [Cost(NOISE, total * NOISE, 0)]))[0] == said


@pytest.mark.parametrize("turn, said", [(10 * PER_MS, ""), (11 * PER_MS, "a turn of 11.0 ms")])
def test_turns_at_the_larger_size_are_held_to_their_bound(turn, said):
    costs = [[Cost(50 * PER_MS, 50 * PER_MS, longest)] for longest in (20 * PER_MS, turn)]
    assert judge(ROW, costs)[0] == said


def test_the_least_of_the_repetitions_counts():
    small = [Cost(2 * NOISE, 9 * NOISE, 0), Cost(NOISE, 8 * NOISE, 0)]
    large = [Cost(2 * NOISE, 80 * NOISE, 0), Cost(40 * NOISE, 16 * NOISE, 11 * PER_MS)]
    assert judge(ROW, (small, large))[0] == ""


def test_a_row_that_knows_its_noise_is_held_to_that():
    row = Row("ping", "something", 10, None, None, noise=20 * NOISE)
    assert judge(row, ([Cost(NOISE, NOISE, 0)], [Cost(40 * NOISE, 40 * NOISE, 0)]))[0] == ""


def test_work_that_grows_with_the_square_is_found(workshop, record_property):
    row = Row("updateRow", "planted: updates of each of n rows, n times", 15, own_list(100),
              one(lambda n, k: [update(f"r{j}", {"title": f"{k}-{i}"}) for i in range(n) for j in range(n)]))
    wrong, line = judge(row, measure(workshop, row))
    record_property("measured", line)
    assert wrong.startswith("twice the input costs the server × ")


def test_a_long_turn_is_found_and_counted_as_the_server_counts_it(workshop, record_property):
    row = Row("close", "planted: marks in its type, handled in one turn", 10_000, greeted,
              lambda scene, k: and_ping({"type": marks(scene.n)}), PONG, counted=10_000, turn=2.5)
    before = turns_of(workshop.server(), row.turn)
    costs = measure(workshop, row)
    wrong, line = judge(row, costs)
    record_property("measured", line)
    assert "a turn of 4." in wrong
    large = costs[1]
    assert all(cost.loop * 0.9 < cost.turn < cost.loop * 1.05 for cost in large)
    assert turns_of(workshop.server(), row.turn) == before + len(large)


def turns_of(server, limit):
    """The turns over so many milliseconds that the server has counted."""
    return long_turns(server.get("/metrics").body.decode(), limit)
