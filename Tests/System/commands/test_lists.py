"""`lockstep lists`, `show` and `delete`, as somebody uses them who edits by hand."""

import json
import os
import pty
import subprocess

import pytest

from process import BOUND


@pytest.fixture
def server(spawn):
    """A server with a list that has rules, fields and two sections."""
    server = spawn().start()
    sections = [
        {"id": "s1", "title": "Produce", "rules": {"insertable": False}, "rows": [
            {"id": "r1", "fields": {"title": "Apples", "done": True, "amount": 2}, "pinned": "top"},
            {"id": "row-2", "fields": {"title": "Pears\x1b[31m"}}]},
        {"id": "s2", "title": "Empty", "rows": []}]
    server.make(sections, {"moveScope": "section"}, "Groceries", "groceries")
    return server


@pytest.fixture
def at(server):
    """The options that name the server."""
    return ["--url", f"http://127.0.0.1:{server.port}"]


def test_show_has_ids_fields_and_rules(lockstep, at):
    lines = lockstep.output("show", "groceries", *at).splitlines()
    assert lines == [
        'Groceries 2 rows, revision 0 {"moveScope":"section"}', "",
        'Produce (s1) 2 rows {"insertable":false}',
        '  r1     Apples amount=2 done=true {"pinned":"top"}',
        "  row-2  Pears\ufffd[31m", "",
        "Empty (s2) 0 rows"]


def test_show_has_what_edit_takes(lockstep, at, server):
    shown = json.loads(lockstep.output("show", "groceries", "--json", *at))
    ids = [row["id"] for section in shown["sections"] for row in section["rows"]]
    assert lockstep.output("edit", "groceries", "delete", *ids, *at).startswith("applied")
    assert lockstep.output("show", "groceries", *at).splitlines()[0].startswith("Groceries 0 rows, revision 1")


def test_show_says_what_to_do_without_such_a_list(lockstep, at):
    assert "lockstep lists" in lockstep.refusal("show", "no-such-list", *at)


def test_delete_asks_nobody_without_a_terminal(lockstep, at, server):
    assert "--yes" in lockstep.refusal("delete", "groceries", *at)
    assert server.get("/api/lists/groceries").status == 200
    assert lockstep.output("delete", "groceries", "--yes", *at) == "deleted groceries\n"
    assert server.get("/api/lists/groceries").status == 404


@pytest.mark.parametrize("answer, notified, status", [
    ("y", "deleted groceries\n", 404), (" YES ", "deleted groceries\n", 404),
    ("", "groceries is kept\n", 200), ("n", "groceries is kept\n", 200), ("groceries", "groceries is kept\n", 200)])
def test_delete_asks_on_a_terminal(lockstep, at, server, answer, notified, status):
    person, terminal = pty.openpty()
    try:
        process = subprocess.Popen(
            [str(lockstep.binary), "delete", "groceries", *at], stdin=terminal, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        os.write(person, f"{answer}\n".encode())
        output, question = process.communicate(timeout=BOUND)
    finally:
        os.close(person)
        os.close(terminal)
    assert (process.returncode, output.decode()) == (0, notified)
    assert question.decode() == "Delete groceries (Groceries, 2 rows) for everyone? [y/N] "
    assert server.get("/api/lists/groceries").status == status


def test_delete_asks_about_no_list_that_is_not_there(lockstep, at):
    person, terminal = pty.openpty()
    try:
        done = subprocess.run([str(lockstep.binary), "delete", "no-such-list", *at], stdin=terminal,
                              capture_output=True, timeout=BOUND)
    finally:
        os.close(person)
        os.close(terminal)
    assert done.returncode == 1 and b"no list no-such-list" in done.stderr
