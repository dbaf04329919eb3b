"""Four people edit one list at the same time, and all end with what the server has."""

import random
import time

from playwright.sync_api import expect

from four_people import WAYS, Somebody
from list_page import PATIENCE
from lockstep_server import section

PEOPLE = ["Ana", "Tom", "Ida", "Ben"]


def meeting(visit, server, chance, motion):
    """Four people on a list of three sections; rows slide for them, or not."""
    sections = [section(one, [{"id": f"{one}{at}", "fields": {"title": f"{one} {at}"}}
                              for at in range(6)]) for one in ("one", "two", "three")]
    name = server.make(sections, rules={"kind": "check"})
    people = []
    for who in PEOPLE:
        person = visit(name, who, on=server, media={"reduced_motion": motion})
        person.who = who
        people.append(Somebody(person, random.Random(chance.random())))
    return people


def ways(chance):
    """Things to do, without end: each once before any comes again."""
    while True:
        yield from chance.sample(WAYS, len(WAYS))


def trouble(at, away, server):
    """What goes wrong, and is mended, as a round goes on: somebody's network, and the server."""
    steps = {3: away.leave, 7: server.kill, 10: server.start, 12: away.come_back}
    if at in steps:
        steps[at]()


def settled(somebody):
    """Waits until all that somebody did is answered."""
    somebody.page.set_default_timeout(PATIENCE)
    somebody.person.live()
    expect(somebody.page.locator('.status[data-state=online][data-waiting="0"]')).to_be_visible()


def check_history(server, name, people):
    """No row was lost or doubled: each title that somebody typed was inserted once, and only rows
    went of which somebody wanted that.
    """
    answer = server.request("GET", f"/api/lists/{name}/changes?since=0")[1]
    edits = [one for one in answer["sets"] if "undoes" not in one and "redoes" not in one]
    inserted = [row["fields"]["title"] for one in edits for row in one.get("insertedRows", [])]
    assert sorted(inserted) == sorted(title for one in people for title in one.made)
    gone = {row["row"] for one in edits for row in one.get("deletedRows", [])}
    assert gone <= {row for one in people for row in one.deleted}
    rows = [row for part in server.order(name) for row in part[1:]]
    assert len(rows) == len(set(rows))


def test_four_people_edit_and_all_see_the_same(visit, own_server, pytestconfig):
    seconds, seed = pytestconfig.getoption("--seconds"), pytestconfig.getoption("--seed")
    chance = random.Random(seed)
    # Each frame is drawn by the processor: rows slide where there is time for it.
    people = meeting(visit, own_server, chance, "no-preference" if seconds else "reduce")
    name, end = people[0].person.name, time.monotonic() + seconds
    for acts, way in enumerate(ways(chance)):
        # A slow machine takes longer rather than doing less: everything is done once.
        rounds, at = divmod(acts, len(WAYS))
        if at == 0 and rounds > 0 and time.monotonic() > end:
            break
        away = people[(rounds + 1) % len(people)]
        trouble(at, away, own_server)
        chance.choice(people).act(way)
    for one in people:
        settled(one)
    for one in people:
        one.person.agrees()
    done = {way for one in people for way in one.done}
    assert len(done) > len(WAYS) / 2, [one.done for one in people]
    check_history(own_server, name, people)
