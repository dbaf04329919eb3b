"""Twice the input costs at most 2.2 times as many instructions, and no turn of the loop is long, whatever is sent."""

import pytest

import action_rows
import admin_rows
import mark_messages
import mark_rows
import message_rows
import route_rows
from documents import document, name_in
from table import judge, measure

ROWS = action_rows.ROWS + message_rows.ROWS + admin_rows.ROWS + route_rows.ROWS + mark_rows.ROWS + mark_messages.ROWS


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_cost_is_linear_and_no_turn_is_long(workshop, row, record_property):
    wrong, line = judge(row, measure(workshop, row))
    record_property("measured", line)
    assert not wrong, line


def operations():
    """What peers can send, as the documents under `web-client/api` have it."""
    session = document("asyncapi")["operations"].values()
    found = {name_in(message) for one in session if one["action"] == "receive" for message in one["messages"]}
    definitions = document("schemas")["$defs"]
    found |= {definitions[name_in(one)]["properties"]["op"]["const"] for one in definitions["action"]["oneOf"]}
    for path, methods in document("openapi")["paths"].items():
        found |= {f"{method.upper()} {path}" for method in methods if method != "parameters"}
    return found


def test_every_message_action_and_route_has_a_row():
    missing = operations() - {row.covers for row in ROWS}
    assert not missing, f"without a row in the cost table: {sorted(missing)}"
    unknown = {row.covers for row in ROWS} - operations()
    assert not unknown, f"rows of what is not in the documents: {sorted(unknown)}"


def test_rows_can_be_told_apart():
    names = [str(row) for row in ROWS]
    assert sorted(set(names)) == sorted(names)
