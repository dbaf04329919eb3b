"""The clients in docs/examples on a server: they follow random edits, and nothing is lost or doubled by kill -9."""

import json
import random
import subprocess

from actions import (after, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start, update, update_list, update_section)
from client import public_name
from model import ListModel
from reference_clients import COMMANDS, HERE, languages
from waiting import BOUND, suspend, until
from withholding_proxy import WithholdingProxy


def same(copy, snapshot):
    """Whether a copy is that of the server."""
    return (copy["epoch"], copy["revision"], ListModel(copy).state()) == (
        snapshot["epoch"], snapshot["revision"], ListModel(snapshot).state())


# Change sets


def folded_case():
    """A set for several: `a` and the section `s2` go and come again, and `d` leaves its section before that goes."""
    rows = {"s1": "abc", "s2": "de", "s3": "f"}
    copy = {"epoch": "e", "revision": 3, "title": "T", "rules": {}, "sections": [
        {"id": s, "title": s, "rules": {}, "rows": [{"id": r, "fields": {"title": r}, "pinned": "top"} for r in ids]}
        for s, ids in rows.items()]}
    change = {"revision": 9, "folds": 6, "deletedSections": [{"section": "s2", "at": 1}],
              "insertedSections": [{"section": "s2", "at": 2, "title": "again"}],
              "movedSections": [{"section": "s3", "from": 2, "to": 0}],
              "deletedRows": [{"row": "a", "at": [0, 0]}], "insertedRows": [
                  {"row": "e", "at": [0, 0], "fields": {}}, {"row": "a", "at": [2, 0], "fields": {"n": 1}}],
              "movedRows": [{"row": "d", "from": [1, 0], "to": [0, 2]}, {"row": "c", "from": [0, 2], "to": [2, 1]}],
              "updatedRows": [{"row": "c", "at": [0, 2], "fields": {"title": None, "x": [1]}, "pinned": None}]}
    return copy, change, {"s3": "e f d", "s1": "b", "s2": "a c"}


@languages
def test_a_client_applies_the_change_sets_of_the_fixtures(language, tmp_path):
    folded, change, shape = folded_case()
    misfits = [{"deletedRows": [{"row": "b", "at": [0, 0]}]}, {"deletedRows": [{"row": "a", "at": [0, 3]}]},
               {"movedSections": [{"section": "s1", "from": 1, "to": 0}]},
               {"updatedRows": [{"row": "a", "at": [3, 0]}]},
               {"insertedRows": [{"row": "x", "at": [0, 4], "fields": {}}]},
               {"insertedSections": [{"section": "x", "at": 4, "title": ""}]}]
    cases = [[folded, change], *([folded, one] for one in misfits)]
    fixtures = json.loads((HERE.parents[1] / "Support/Fixtures/editing/random.json").read_text())
    fixtures = [case for case in fixtures if "set" in case["expect"]]
    for section in (section for case in fixtures for section in case["list"]["sections"]):
        section["rows"].sort(key=lambda row: ["top", None, "bottom"].index(row.get("pinned")))
    cases += [[case["list"], case["expect"]["set"]] for case in fixtures]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    output = subprocess.run([*COMMANDS[language], tmp_path / "cases.json"], capture_output=True, text=True,
                            timeout=BOUND)
    results = [json.loads(line) for line in output.stdout.splitlines()]
    assert len(results) == len(cases) and len(fixtures) > 100, output.stderr
    unfolded = ListModel(results[0]["copy"])
    assert unfolded.shape() == shape
    assert unfolded.row("c") == {"id": "c", "fields": {"x": [1]}} and unfolded.row("a")["fields"] == {"n": 1}
    assert unfolded.section("s2")["title"] == "again"
    assert [result["copy"] for result in results[1:len(misfits) + 1]] == [None] * len(misfits)
    for case, result in zip(fixtures, results[len(misfits) + 1:]):
        applied, expected = ({"epoch": "", "revision": 0, **one} for one in (result["copy"], case["expect"]["after"]))
        assert ListModel(applied).state() == ListModel(expected).state(), case["name"]
        assert result["digest"] == case["expect"]["digest"], case["name"]


class Editor:
    """Makes random edits of every kind; some move rows out of sections that they delete."""

    def __init__(self, client, list_id, dice):
        self.client, self.list, self.dice, self.made = client, list_id, dice, 0

    def edit(self):
        """Makes one edit, or undoes or redoes one; it is answered."""
        kind = self.dice.choices(["edit", "undo", "redo"], [8, 2, 1])[0]
        actions = self.actions() if kind == "edit" else []
        self.client.edit(self.list, *actions, kind=kind)

    def name(self):
        """An id that is new."""
        self.made += 1
        return f"n{self.made}"

    def actions(self):
        """A few actions; one on a row that is gone by then rejects the edit, which is as good."""
        dice, model = self.dice, self.client.lists[self.list]
        rows = [row["id"] for section in model.sections for row in section["rows"]]
        sections = [section["id"] for section in model.sections]
        new = self.name()
        if len(sections) < 3 or len(rows) < 3:
            return [insert_section(new, {"at": "start"}), insert(self.name(), end(new)),
                    *(move(row, start(new)) for row in rows[:1])]
        if dice.random() < 0.15:
            gone, other = dice.sample(sections, 2)
            held = [row["id"] for row in model.section(gone)["rows"]][:3]
            return [*(move(row, start(other)) for row in held[1:]), update(held[-1] if held else rows[0], {"x": 1}),
                    move_section(other, {"at": "end"}), delete_sections(gone), insert(new, end(other))]
        some = dice.sample(rows, min(len(rows), dice.randrange(1, 5)))
        place = dice.choice([before(dice.choice(rows)), after(dice.choice(rows)), start(dice.choice(sections))])
        return dice.sample([
            insert(new, place), insert(self.name(), place), insert(self.name(), end(dice.choice(sections))),
            insert(self.name(), start(dice.choice(sections)), pinned="bottom"), move(dice.choice(rows), place),
            move_all(" ".join(some), place), move(some[0], end(dice.choice(sections))), delete(*some[:2]),
            update(some[-1], {"x": dice.choice([None, 2, "ü"])}), update(rows[0], pinned=dice.choice(["top", None])),
            move_section(dice.choice(sections), before(dice.choice(sections))),
            insert_section(self.name(), {"at": "start"}), update_section(dice.choice(sections), title=new),
            update_list(title=new)], dice.randrange(1, 6))


def test_clients_follow_random_edits_of_another(server, program, connect):
    list_id = server.make({"s1": "a b c p_", "s2": "q^ d e", "s3": ""})
    programs = [program(language, server.ws(), list_id) for language in COMMANDS]
    client = connect()
    client.open(list_id)
    editor, snapshots = Editor(client, list_id, random.Random(random.randrange(2**32))), {0: server.snapshot(list_id)}
    for one in programs:
        until(lambda: one.notified("changed"), "the list")
    for _ in range(300):
        editor.edit()
        snapshot = server.snapshot(list_id)
        snapshots[snapshot["revision"]] = snapshot
    assert len(snapshots) > 150
    for one in programs:
        until(lambda: one.copy()["revision"] == max(snapshots), "all sets")
        assert len(one.notified("open")) == 1, "every set fitted"
        copies = [line["copy"] for line in one.notified("changed")]
        assert {copy["revision"] for copy in copies} == snapshots.keys()
        for copy in copies:
            assert same(copy, snapshots[copy["revision"]]), copy["revision"]
    kinds = {key for change in client.sets[list_id] for key in change}
    assert kinds >= {"deletedSections", "insertedSections", "movedSections", "movedRows", "undoes", "redoes"}


# Exactly once


def plan_of(count):
    """Edits that each change the list, and the titles in order after all of them."""
    plan, rows = [], []
    for n in range(1, count + 1):
        named = [id for id, _ in rows if id]
        if n % 5 == 3:
            actions = [move(named[n % len(named)], start("s1"))]
            row = next(r for r in rows if r[0] == actions[0]["row"])
            if rows[0] == row:
                actions = [move(row[0], end("s1"))]
            rows.remove(row)
            rows.insert(0 if "start" in actions[0]["to"].values() else len(rows), row)
        elif n % 5 == 4:
            row = next(r for r in rows if r[0] == named[n % len(named)])
            row[1] = f"renamed {n}"
            actions = [update(row[0], {"title": row[1]})]
        elif n % 10 == 5:
            row = next(r for r in rows if r[0] == named[n % len(named)])
            rows.remove(row)
            actions = [delete(row[0])]
        else:
            id = f"r{n}" if n % 5 == 1 else None
            rows.append([id, f"title {n}"])
            actions = [insert(id, end("s1"), fields={"title": f"title {n}"})]
        plan.append({"actions": actions})
    return plan, [title for _, title in rows]


@languages
def test_every_edit_is_applied_once_although_client_and_server_are_killed(language, spawn, program, tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({"limits": {"inFlight": 16}}))
    server = spawn("--config", str(settings))
    list_id = server.make({"s1": ""})
    plan, titles = plan_of(150)
    proxy = WithholdingProxy(server.port)
    client = program(language, f"ws://127.0.0.1:{proxy.port}/ws", list_id, plan)
    until(lambda: client.notified("changed"), lambda: f"the list: {client.lines}")
    client.edit(30)
    client.settled(30)

    # Applied, but not answered when the server dies: the catchup answers them.
    proxy.withhold()
    client.edit(60)
    until(lambda: server.snapshot(list_id)["revision"] == 46, "as many as may be in flight")
    client.made(60)
    assert server.snapshot(list_id)["revision"] == 46
    server.kill()
    proxy.cut()
    server.start()
    client.settled(60)

    # Sent, but not read before the server dies: they are sent again.
    suspend(server.process.pid)
    client.edit(70)
    until(lambda: client.notified("sent")[-1]["id"] == 70, "the edits are sent")
    server.kill()
    server.start()
    client.settled(70)

    # Made while there is no server, by a client that dies meanwhile.
    server.kill()
    client.edit(80)
    client.made(80)
    client.kill()
    client.start()
    client.edit(90)
    client.made(90)
    assert [edit["id"] for edit in client.kept()["edits"]] == [*range(71, 91)]
    server.start()
    client.settled(90)

    # Applied, but not answered when the client dies: they are sent again and found to be duplicates.
    proxy.withhold()
    client.edit(110)
    until(lambda: server.snapshot(list_id)["revision"] == 106, "as many as may be in flight")
    client.made(110)
    client.kill()
    proxy.cut()
    seen = len(client.lines)
    client.start()
    client.settled(110)
    answers = {line["id"]: line["answer"] for line in client.tells("answered", 20, seen)}
    assert [answers[id].get("applied") for id in range(91, 107)] == [True] * 16

    # Both at any moment.
    client.edit(150)
    client.made(125)
    server.kill()
    client.made(140)
    client.kill()
    server.start()
    client.start()
    client.edit(150)
    client.settled(150)
    until(lambda: client.copy()["revision"] == 150, "the last set")
    snapshot = server.snapshot(list_id)
    proxy.close()

    assert same(client.copy(), snapshot)
    assert [row["fields"]["title"] for row in snapshot["sections"][0]["rows"]] == titles
    history = server.get(f"/api/lists/{list_id}/changes?since=0").json()["sets"]
    assert [(one["client"], one["intent"]) for one in history] == [
        (public_name(client.kept()["key"]), id) for id in range(1, 151)]
    assert all(line["stored"] for line in client.notified("sent")) and not client.notified("discarded")
