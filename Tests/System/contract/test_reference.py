"""Random edits from bases of any age against plain arrays: order, rows, clamps and refusals."""

import copy
import random

import pytest

from actions import (after, at, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start, update, update_list, update_section)
from client import NEWEST
from reference import Edit, Reference, Refused
from server import section


def changed_by(sets, since):
    """The ids of rows that sets after `since` moved or took away."""
    ids = set()
    for change in sets[since:]:
        ids |= {e["row"] for key in ("movedRows", "deletedRows") for e in change.get(key, [])}
    return ids


def random_action(dice, seen, number, gone):
    """An action on the list as seen; `gone` ids are not named as neighbours."""
    rows = [r for _, ids in seen.order() for r in ids if r not in gone] or ["none"]
    sections = [s["id"] for s in seen.sections]

    def place():
        s = dice.choice(sections)
        return dice.choice([at(s, dice.randrange(-1, 8)), at(s, dice.randrange(0, 5)), at(s, dice.randrange(0, 5)),
                            before(dice.choice(rows)), after(dice.choice(rows)), start(s), end(s), None])

    some = dice.sample(rows, min(len(rows), dice.randrange(1, 4)))
    pins = {"pinned": dice.choice(["top", "bottom"])} if dice.random() < 0.15 else {}
    return dice.choices([
        lambda: insert(f"n{number}", place(), **pins), lambda: move(dice.choice(rows), place()),
        lambda: move_all(" ".join(some), place()), lambda: delete(*some[:2]),
        lambda: update(dice.choice(rows), {"n": dice.randrange(3)}),
        lambda: update(dice.choice(rows), pinned=dice.choice(["top", "bottom", None])),
    ], [6, 8, 4, 2.5, 1, 1])[0]()


def family(code):
    """The code, but one for both that tell of `maxRows`: where both hold, either may be told."""
    return "full" if code in ("sectionFull", "listFull") else code


LISTS = {
    "free": ([section("s1", "a b c"), section("s2", "d p_"), section("s3", "")], {}),
    "scoped": ([section("s1", "p^ a b c"), section("s2", "d e f"), section("s3", "g")], {"moveScope": "section"}),
    "narrow": ([section("s1", "a b c", maxRows=4), section("s2", "d e f", reorderable=False),
                section("s3", "g h", insertable=False), section("s4", "i j", deletable=False)], {"maxRows": 14}),
}


@pytest.mark.parametrize("name", LISTS)
def test_random_edits_give_what_the_written_rules_give(opened, name):
    seed = random.randrange(2**32)
    print("seed", seed)
    dice = random.Random(seed)
    sections, rules = LISTS[name]
    client, list_id = opened(sections, rules=rules)
    states = [copy.deepcopy(client.lists[list_id])]
    for number in range(350):
        sets = client.sets[list_id]
        base = max(0, len(sets) - dice.choice([0, 0, 1, 2, 3, 6]))
        changed = changed_by(sets, base)
        now, old = Reference(states[-1]), Reference(states[base])
        unclear = changed & {r for s in range(base, len(sets)) for e in sets[s].get("movedRows", [])
                             for r in [e["row"]]} - {r for _, ids in now.order() for r in ids}
        actions = []
        for part in range(dice.choice([1, 1, 2, 3])):
            gone = unclear | {r for a in actions for r in a.get("rows", []) if a["op"] == "deleteRows"}
            actions.append(random_action(dice, old, f"{number}-{part}", gone))
        edit = Edit(now, old if base < len(sets) else now, changed)
        try:
            edit.apply(actions)
            expected = ("ok", now.order(), edit.clamped)
        except Refused as refusal:
            expected = ("reject", states[-1].order(), family(str(refusal)))
        answer = client.edit(list_id, *actions, base=base if base < len(sets) or dice.random() < 0.5 else NEWEST)
        if answer.kind == "reject":
            found = ("reject", client.lists[list_id].order(), family(answer.body["code"]))
        else:
            found = ("ok", client.lists[list_id].order(), [
                {k: v for k, v in e.items() if k != "asked"} for e in answer.body.get("clamped", [])])
        assert found == expected, {"base": states[base].shape(), "since": sets[base:], "before": states[-1].shape(),
                                   "actions": actions}
        if answer.kind == "set":
            states.append(copy.deepcopy(client.lists[list_id]))


def random_section_action(dice, seen, number):
    """An action on sections or the list."""
    names = [s["id"] for s in seen.sections]
    to = dice.choice([{"index": dice.randrange(4)}, before(dice.choice(names)), after(dice.choice(names)), None])
    return dice.choices([
        lambda: insert_section(f"t{number}", to), lambda: move_section(dice.choice(names), to),
        lambda: update_section(dice.choice(names), title=f"T{number}"),
        lambda: update_section(dice.choice(names), rules=dice.choice([{}, {"maxRows": 99}])),
        lambda: update_list(title=f"L{number}"), lambda: delete_sections(dice.choice(names[1:] or ["none"])),
    ], [3, 4, 2, 2, 1, 2])[0]()


def test_random_sections_from_any_base_stand_where_the_written_rules_say(opened):
    seed = random.randrange(2**32)
    print("seed", seed)
    dice = random.Random(seed)
    client, list_id = opened({f"s{i}": "" for i in range(5)})
    states = [copy.deepcopy(client.lists[list_id])]
    for number in range(150):
        sets = client.sets[list_id]
        base = max(0, len(sets) - dice.choice([0, 1, 2, 4]))
        changed = {e["section"] for s in sets[base:] for key in ("movedSections", "deletedSections") for e in s.get(key, [])}
        now, old = Reference(states[-1]), Reference(states[base])
        moved = {e["section"] for s in sets[base:] for e in s.get("movedSections", [])}
        names = [n for n, _ in old.order() if n not in moved or n in dict(now.order())] or ["none"]
        mine = dice.choice([n for n, _ in now.order()] or ["none"])
        others = [n for n in names if n != mine] or ["none"]
        to = dice.choice([{"index": dice.randrange(-1, 8)}, {"index": dice.randrange(5)}, {"at": "start"},
                          before(dice.choice(others)), after(dice.choice(others)), None])
        action = dice.choices([insert_section(f"n{number}", to), move_section(mine, to), delete_sections(mine)],
                              [2, 4, 1 if len(now.sections) > 4 else 0])[0]
        edit = Edit(now, old, changed)
        try:
            edit.apply([action])
            expected = (now.order(), edit.clamped)
        except Refused as refusal:
            expected = (states[-1].order(), str(refusal))
        answer = client.edit(list_id, action, base=base)
        found = answer.body["code"] if answer.kind == "reject" else [
            {k: v for k, v in e.items() if k != "asked"} for e in answer.body.get("clamped", [])]
        assert (client.lists[list_id].order(), found) == expected, {
            "base": states[base].order(), "since": sets[base:], "before": states[-1].order(), "action": action}
        if answer.kind == "set":
            states.append(copy.deepcopy(client.lists[list_id]))


def test_random_edits_are_taken_back_and_repeated_one_by_one(opened):
    seed = random.randrange(2**32)
    print("seed", seed)
    dice = random.Random(seed)
    client, list_id = opened({"s1": "p^ a b c", "s2": "d e f q_", "s3": "g"})
    states, edits = [client.lists[list_id].state()], [None]
    for number in range(80):
        seen = client.lists[list_id]
        actions = [random_section_action(dice, seen, f"{number}-{i}") if dice.random() < 0.25 else
                   random_action(dice, seen, f"{number}-{i}", set()) for i in range(dice.choice([1, 1, 2, 3]))]
        if client.edit(list_id, *actions).kind == "set":
            states.append(copy.deepcopy(client.lists[list_id].state()))
            edits.append(actions)
    for k in range(len(states) - 1, 0, -1):
        answer = client.undo(list_id)
        assert answer.kind == "set" and client.lists[list_id].state() == states[k - 1], (edits[k], states[k], answer)
    assert client.undo(list_id).body["code"] == "nothingToUndo"
    for k in range(1, len(states)):
        answer = client.redo(list_id)
        assert answer.kind == "set" and client.lists[list_id].state() == states[k], (edits[k], states[k - 1], answer)
    assert client.redo(list_id).body["code"] == "nothingToRedo"
