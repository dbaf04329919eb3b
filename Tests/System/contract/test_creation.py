"""A list that is being made: who is told that its id is taken can open it."""

ROWS = [{"id": f"r{n}", "fields": {"title": "x"}} for n in range(3_000)]
"""So many that making the list takes a while, and fewer bytes than a frame may have."""


def create(name):
    """A message that makes a list."""
    return {"type": "create", "list": name, "sections": [{"id": "s", "title": "S", "rows": ROWS}]}


def test_list_can_be_opened_in_the_frame_that_creates_it(connect):
    client = connect()
    client.send(create("made-and-opened"), {"type": "open", "list": "made-and-opened"})
    assert client.take(lambda m: m["type"] in ("created", "error"))["type"] == "created"
    assert client.take(lambda m: m["type"] in ("opened", "error"))["type"] == "opened"


def test_who_is_told_that_a_list_exists_can_open_it(connect):
    clients = [connect() for _ in range(4)]
    for number in range(8):
        name = f"raced-{number}"
        for client in clients:
            client.send(create(name), {"type": "open", "list": name})
        notified = []
        for client in clients:
            notified.append(client.take(lambda m: m["type"] in ("created", "error"))["type"])
            answer = client.take(lambda m: m["type"] in ("opened", "error"))
            assert answer["type"] == "opened", (notified[-1], answer)
            client.take(lambda m: m["type"] == "snapshot" and m.get("part", 0) == m.get("parts", 1) - 1)
            client.inbox.clear()
        assert sorted(notified) == ["created", "error", "error", "error"]
