"""What commands say where they are used in a way that cannot work."""

import json
import os
import pty
import re
import subprocess

import pytest

from process import BOUND

HELPS = ["serve", "export", "import", "backup", "restore", "verify", "copy", "check", "watch", "edit", "pipe", "lists", "show",
         "create", "delete", "hooks", "bot", "top", "token", "key", "load fanout", "load editors", "load lists",
         "load growth", "load restart"]


@pytest.mark.parametrize("command, says", [
    (["serve", "--port", "999999"], "port must be a whole number"),
    (["verify", "--config", "none.json"], "none.json cannot be read"),
    (["load", "lists", "--lists", "0"], "--lists"),
])
def test_a_wrong_value_is_told_with_the_usage_of_its_command(lockstep, command, says):
    said = lockstep.refusal(*command, code=64)
    name = " ".join(word for word in command[:2] if word.isalpha())
    assert says in said and f"Usage: lockstep {name} " in said


@pytest.mark.parametrize("command", HELPS)
def test_defaults_are_shown_as_one_would_write_them(lockstep, command):
    text = " ".join(lockstep.output(*command.split(), "--help").split())
    assert not re.findall(r"\(default: \d+\.0\)", text)


def test_a_store_in_use_is_told_with_the_way_around(spawn, lockstep, tmp_path):
    server = spawn().start()
    (tmp_path / "new.csv").write_text("title\nMilk\n")
    said = lockstep.refusal("import", "new.csv", "--store", server.store)
    assert "in use by a server" in said and "--url" in said
    lockstep("import", "new.csv", "--url", f"http://127.0.0.1:{server.port}")
    assert "Milk" in lockstep.output("show", "new", "--url", f"http://127.0.0.1:{server.port}")


def test_a_store_that_cannot_be_read_is_not_told_as_missing(lockstep, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    said = lockstep.refusal("verify", "loop")
    assert "cannot be read" in said and "there is no store" not in said
    assert "there is no store" in lockstep.refusal("verify", "nothing")


@pytest.fixture
def table(tmp_path):
    """A table none of whose columns is called title."""
    (tmp_path / "stock.csv").write_text("gizmo,shelf\nMilk,3\n")


def test_the_column_of_titles_is_asked_for(table, lockstep):
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(lockstep.binary), "import", "stock.csv", "--store", "a.sqlite"], cwd=lockstep.folder,
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.write(ours, b"shelf\n")
    output, said = process.communicate(timeout=BOUND)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0 and b"1 row\n" in output
    assert b"gizmo, shelf" in said and b"Which has the titles? [gizmo]" in said
    assert row(lockstep, "a.sqlite") == {"title": "3", "gizmo": "Milk"}


def test_each_file_is_asked_about(table, lockstep, tmp_path):
    (tmp_path / "people.csv").write_text("being,where\nAna,here\n")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(lockstep.binary), "import", "stock.csv", "people.csv", "--store", "a.sqlite"], cwd=lockstep.folder,
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.write(ours, b"shelf\nwhere\n")
    said = process.communicate(timeout=BOUND)[1]
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0 and said.count(b"Which has the titles?") == 2
    assert row(lockstep, "a.sqlite", "people") == {"title": "here", "being": "Ana"}


def test_a_column_beside_that_of_titles_is_kept_as_another_field(lockstep, tmp_path):
    (tmp_path / "both.csv").write_text("title,name\nA,B\n")
    lockstep("import", "both.csv", "--store", "a.sqlite", "--title-column", "name")
    assert row(lockstep, "a.sqlite", "both") == {"title": "B", "Title": "A"}


def test_the_column_of_titles_is_named_where_nobody_can_be_asked(table, lockstep):
    said = lockstep.refusal("import", "stock.csv", "--store", "a.sqlite")
    assert "gizmo, shelf" in said and "--title-column" in said
    said = lockstep.refusal("import", "stock.csv", "--store", "a.sqlite", "--title-column", "price")
    assert "there is no column price" in said
    lockstep("import", "stock.csv", "--store", "a.sqlite", "--title-column", "gizmo")
    assert row(lockstep, "a.sqlite") == {"title": "Milk", "shelf": "3"}


def row(lockstep, store, name="stock"):
    """The fields of the only row that was imported."""
    list_ = json.loads(lockstep("export", name, "--store", store).stdout)
    return list_["sections"][0]["rows"][0]["fields"]
