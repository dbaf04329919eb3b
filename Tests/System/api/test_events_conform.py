"""Streams of events conform to the documents: the messages to their schemas, the names to the description."""

from documents import Schemas, document
from event_stream import EventStream

INSERT = {"op": "insertRow", "fields": {"title": "x"}}


def test_every_event_is_one_of_the_messages_that_are_described(server):
    described = document("openapi")["paths"]["/api/lists/{list}/events"]["get"]["description"]
    schemas = Schemas(is_closed=True)
    rows = [{"id": f"r{n}", "fields": {"title": "x" * 200}} for n in range(3000)]
    list_id = server.make([{"id": "s1", "title": "Long", "rows": rows}])
    stream = EventStream(server, list_id)
    assert stream.headers["Content-Type"] == "text/event-stream"
    events = []
    while not events or events[-1].id is None:
        events.append(stream.take())
    for id in (1, 2):
        edit = {"client": "conforming", "id": id, "actions": [INSERT]}
        assert server.request("POST", f"/api/lists/{list_id}/edits", edit).status == 200
        events.append(stream.take())
    missed = EventStream(server, list_id, events[-3].id)
    events.append(missed.take())
    assert server.request("DELETE", f"/api/lists/{list_id}").status == 204
    events.append(stream.take())
    assert [event.data["type"] for event in events[-4:]] == ["changes", "changes", "catchup", "closed"]
    for event in events:
        schemas.validator(event.data["type"]).validate(event.data)
        assert f"`{event.type}`" in described
    for one in (stream, missed):
        one.close()
