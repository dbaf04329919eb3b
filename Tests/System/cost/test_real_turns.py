"""The cost table at its full sizes: no turn of the loop is long by the clock."""

import pytest

from table import at_size
from test_cost import ROWS

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_no_turn_is_long_by_the_clock(real_workshop, row):
    def long_turns(loop, run):
        loop.settled()
        before = loop.long_turns(row.turn)
        run()
        loop.settled()
        return loop.long_turns(row.turn) - before
    assert at_size(real_workshop, row, 2 * row.size, 1, long_turns) == [0]
