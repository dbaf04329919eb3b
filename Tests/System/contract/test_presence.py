"""protocol.md, "Presence"."""

import time

import pytest


@pytest.fixture
def pair(server, connect):
    """Ana and Bo with one list open."""
    list_id = server.make({"s1": "r1 r4"})
    ana, bo = connect(name="Ana"), connect(name="Bo")
    ana.open(list_id)
    bo.open(list_id)
    return ana, bo, list_id


def seen(client, other, match=lambda e: True):
    """The first presence entry of `other` that `client` is sent."""
    def fits(message):
        return message["type"] == "presence" and any(
            e["client"] == other.public and match(e) for e in message["clients"])
    message = client.take(fits)
    return next(e for e in message["clients"] if e["client"] == other.public and match(e))


def test_others_see_mode_selection_drag_and_field(pair):
    ana, bo, list_id = pair
    state = {"mode": "active", "selected": ["r1", "r4"], "dragging": "r4",
             "editing": {"row": "r1", "field": "title"}}
    ana.send({"type": "presence", "list": list_id, **state})
    entry = seen(bo, ana, lambda e: e.get("mode") == "active")
    assert entry["name"] == "Ana"
    assert {k: entry[k] for k in state} == state


@pytest.mark.parametrize("mode", ["inactive", "active", "transient"])
def test_every_mode_is_shown(pair, mode):
    ana, bo, list_id = pair
    ana.send({"type": "presence", "list": list_id, "mode": mode, "selected": ["r1"]})
    assert seen(bo, ana, lambda e: e.get("selected") == ["r1"])["mode"] == mode


def test_the_first_after_open_holds_everyone(pair, connect):
    ana, bo, list_id = pair
    ana.send({"type": "presence", "list": list_id, "mode": "active"})
    seen(bo, ana, lambda e: e.get("mode") == "active")
    late = connect()
    late.open(list_id)
    first = late.take(type="presence", list=list_id)
    names = {e["client"]: e for e in first["clients"]}
    assert {ana.public, bo.public} <= names.keys()
    assert (names[ana.public]["mode"], names[ana.public]["name"]) == ("active", "Ana")


@pytest.mark.parametrize("how", ["close", "disconnect"])
def test_who_goes_is_in_left(pair, how):
    ana, bo, list_id = pair
    ana.send({"type": "presence", "list": list_id, "mode": "active"})
    seen(bo, ana)
    if how == "close":
        ana.send({"type": "close", "list": list_id})
    else:
        ana.leave()
    left = bo.take(lambda m: m["type"] == "presence" and ana.public in m.get("left", []))
    assert ana.public not in [e["client"] for e in left["clients"]]


def test_presence_is_coalesced_to_20_messages_a_second(pair):
    ana, bo, list_id = pair
    started = time.monotonic()
    for _ in range(400):
        ana.send({"type": "presence", "list": list_id, "mode": "active", "selected": ["r1"]},
                 {"type": "presence", "list": list_id, "mode": "inactive", "selected": []})
    ana.send({"type": "presence", "list": list_id, "mode": "transient", "selected": ["r4"]})

    def last(e):
        return e.get("selected") == ["r4"]

    seen(bo, ana, last)
    spent = time.monotonic() - started
    assert sum('"presence"' in f for f in bo.frames) <= 20 * spent + 3


def test_presence_is_not_sequenced_or_stored(server, pair):
    ana, bo, list_id = pair
    ana.send({"type": "presence", "list": list_id, "mode": "active"})
    seen(bo, ana)
    assert server.snapshot(list_id)["revision"] == 0


def test_presence_that_makes_no_sense_ends_nothing(pair):
    ana, _, list_id = pair
    for wrong in ({"mode": "sleeping"}, {"selected": "r1"}, {"dragging": 5}, {"editing": []},
                  {"list": "no-such-list"}):
        ana.send({"type": "presence", "list": list_id, "mode": "active", **wrong})
    ana.settle()


def test_what_one_says_of_itself_to_everyone_is_bounded(pair):
    ana, bo, list_id = pair
    ana.send({"type": "presence", "list": list_id, "mode": "active", "selected": [f"r{n}" for n in range(2000)]})
    entry = seen(bo, ana, lambda e: e.get("mode") == "active")
    assert entry["selected"] == [f"r{n}" for n in range(500)]
    long = {"row": "r1", "field": "f" * 1025}
    ana.send({"type": "presence", "list": list_id, "mode": "active", "editing": long})
    assert ana.take(type="error")["code"] == "badMessage"
    ana.send({"type": "presence", "list": list_id, "mode": "active", "editing": {**long, "field": "f" * 1024}})
    assert seen(bo, ana, lambda e: "editing" in e)["editing"]["field"] == "f" * 1024
