"""protocol.md, "Transport": handshake, frames, arrays, malformed messages."""

import json

import pytest
from websockets.exceptions import InvalidHandshake, InvalidMessage, ConnectionClosed

from actions import end, insert
from client import Client


def test_the_subprotocol_is_taken(connect):
    assert connect(subprotocols=["lockstep.v1"]).socket.subprotocol == "lockstep.v1"


def test_the_known_one_of_several_subprotocols_is_taken(connect):
    client = connect(subprotocols=["other.v9", "lockstep.v1"])
    assert client.socket.subprotocol == "lockstep.v1"


def test_only_unknown_subprotocols_are_refused_at_the_handshake(server):
    with pytest.raises((InvalidHandshake, InvalidMessage, ConnectionClosed, OSError, EOFError)):
        Client(server.ws(), subprotocols=["other.v9"], greet=False)


def test_no_subprotocol_is_accepted(connect):
    assert connect().welcome["protocol"] == 1


def test_the_list_in_the_path_is_a_hint_only(server, connect):
    list_id = server.make({"s1": "a"})
    assert connect(path=f"/ws/{list_id}").open(list_id)["revision"] == 0
    assert connect(path="/ws/no-such-list").open(list_id)["revision"] == 0


def test_no_compression_is_negotiated(server):
    from websockets.sync.client import connect as plain
    with plain(server.ws(), proxy=None) as socket:
        assert not socket.protocol.extensions


def test_an_array_is_processed_in_order(server, connect):
    list_id = server.make({"s1": ""})
    client = connect(greet=False)
    client.send({"type": "hello", "client": client.key}, {"type": "ping", "n": 1},
                {"type": "open", "list": list_id}, {"type": "ping", "n": 2})
    client.take(type="pong", n=2)
    seen = [m["type"] for frame in client.frames for m in flat(frame)]
    assert [t for t in seen if t != "presence"] == [
        "welcome", "pong", "opened", "snapshot", "pong"]


def flat(frame):
    content = json.loads(frame)
    return content if isinstance(content, list) else [content]


def test_edits_in_one_array_apply_in_order(opened):
    client, list_id = opened({"s1": ""})
    messages = [client.message(list_id, [insert(r, end("s1"))]) for r in "abc"]
    for message in messages:
        client.sent[list_id, message["id"]] = message
    client.send(*messages)
    client.answer(list_id, 3)
    assert client.lists[list_id].shape() == {"s1": "a b c"}


@pytest.mark.parametrize("broken", [
    {"base": "x"}, {"base": 1.5}, {"epoch": 7}, {"actions": {}}, {"actions": "no"},
], ids=str)
def test_a_malformed_message_refuses_the_whole_frame(server, opened, broken):
    client, list_id = opened({"s1": ""})
    good = [client.message(list_id, [insert(r, end("s1"))], id=i) for i, r in ((1, "a"), (3, "c"))]
    client.send(good[0], {**good[0], "id": 2, **broken}, good[1])
    for id in (1, 2, 3):
        answer = client.answer(list_id, id)
        assert answer.kind == "error" and answer.body["code"] == "badMessage"
        assert answer.body.get("fatal") is False
    client.settle()
    assert server.snapshot(list_id)["revision"] == 0


def test_a_frame_refused_raises_no_id_and_the_session_goes_on(connect, opened):
    client, list_id = opened({"s1": ""})
    client.send(client.message(list_id, [insert("a")], id=5), {"type": "edit", "list": 9})
    assert client.answer(list_id, 5).body["code"] == "badMessage"
    assert client.open(list_id)["lastId"] == 0
    assert client.edit(list_id, insert("a"), id=6).kind == "set"


def test_a_message_whose_list_is_unreadable_gets_an_error_without_it(opened):
    client, list_id = opened({"s1": ""})
    client.send({"type": "edit", "list": "no/slash", "id": 1, "actions": []})
    error = client.take(type="error", code="badMessage")
    assert error["fatal"] is False and "no/slash" != error.get("list")


@pytest.mark.parametrize("text", [
    '{"type":"ping","n":1,"n":2}',
    '{"type":"ping","n":1e999}',
    '{"type":"ping","x":"\\ud800"}',
    '{"type":"ping","x":"\\udc00\\ud800"}',
    '{"type":"ping","x":"\\u0000"}',
    '{"type":"ping","\\u0000":1}',
    '{"type":"ping","x":' + "[" * 32 + "]" * 32 + "}",
    '{"type":"ping","x":{"a":1,"a":1}}',
    '{"no":"type"}', '{"type":7}', '[{"type":"ping"},5]', '[[{"type":"ping"}]]', '5', '"ping"',
    'null', 'true',
], ids=lambda t: t[:40])
def test_what_is_json_but_no_message_is_badMessage(connect, text):
    client = connect()
    client.socket.send(text)
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("badMessage", False)
    assert isinstance(error["message"], str)
    client.settle()
    assert not [m for m in client.inbox if m["type"] == "pong"]


def test_nesting_up_to_32_is_taken(connect):
    client = connect()
    client.socket.send('{"type":"ping","n":4,"x":' + "[" * 31 + "]" * 31 + "}")
    client.take(type="pong", n=4)


def test_json_limits_inside_an_action_are_badMessage_with_list_and_id(server, opened):
    client, list_id = opened({"s1": ""})
    for id, fields in enumerate(['{"t":"\\u0000"}', '{"t":1,"t":2}', '{"t":1e999}',
                                 '{"t":"\\ud83d"}', '{"t":' + "[" * 40 + "]" * 40 + "}"], 1):
        client.socket.send('{"type":"edit","list":"%s","id":%d,"actions":[{"op":"insertRow",'
                           '"fields":%s}]}' % (list_id, id, fields))
        answer = client.answer(list_id, id)
        assert (answer.kind, answer.body["code"]) == ("error", "badMessage")
    assert server.snapshot(list_id)["revision"] == 0


@pytest.mark.parametrize("id", ["1.5", '"1"', "9007199254740992", "null", "0", "-3"])
def test_an_id_that_is_no_whole_number_from_1_is_badMessage(opened, id):
    client, list_id = opened({"s1": ""})
    client.socket.send('{"type":"edit","list":"%s","id":%s,"actions":[]}' % (list_id, id))
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("badMessage", False)


def test_the_largest_id_is_taken(opened):
    client, list_id = opened({"s1": ""})
    assert client.edit(list_id, insert("a"), id=2**53 - 1).kind == "set"


def test_an_unknown_type_is_answered_and_refuses_nothing_else(connect):
    client = connect()
    client.send({"type": "dance", "list": "x"}, {"type": "ping", "n": 3})
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("unknownType", False)
    assert error["message"] == "unknown type: dance"
    client.take(type="pong", n=3)
    client.send({"type": "x" * 5000})
    assert len(client.take(type="error")["message"]) < 70


def test_unknown_fields_are_ignored(opened):
    client, list_id = opened({"s1": ""})
    answer = client.edit(list_id, {**insert("a"), "colour": {"x": [1]}}, future=True)
    assert answer.kind == "set"


def test_ping_is_answered_by_pong_with_its_number(connect):
    client = connect()
    client.send({"type": "ping", "n": 7})
    assert client.take(type="pong") == {"type": "pong", "n": 7}


def test_a_fragmented_message_is_put_together(connect):
    client = connect()
    client.socket.send(iter(['{"type":', '"ping",', '"n":12}']))
    client.take(type="pong", n=12)


def ends_with(client, code, close):
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == (code, True)
    assert client.closed() == close


@pytest.mark.parametrize("text", ["", "{", '{"type":"ping"', "hello", '{"type":"ping"} x', "[1,]",
                                  "{'type':'ping'}", '{"type":"ping",}', "\x01"], ids=repr)
def test_what_is_not_json_ends_the_session(connect, text):
    client = connect()
    client.socket.send(text)
    ends_with(client, "notJSON", 1007)


@pytest.mark.parametrize("data", [b'{"type":"ping","x":"\xff"}', b'\xc0\x80', b'"\xed\xa0\x80"'])
def test_what_is_not_utf8_ends_the_session(connect, data):
    client = connect()
    client.socket.send(data, text=True)
    ends_with(client, "notUTF8", 1007)


def test_a_binary_frame_ends_the_session(connect):
    client = connect()
    client.socket.send(b'{"type":"ping","n":1}')
    ends_with(client, "binaryFrame", 1003)


def padded(size):
    frame = '{"type":"ping","n":5,"x":""}'
    return frame[:-2] + "x" * (size - len(frame)) + '"}'


def test_a_frame_of_the_limit_is_taken(connect):
    client = connect()
    client.socket.send(padded(client.welcome["limits"]["frameBytes"]))
    client.take(type="pong", n=5)


@pytest.mark.parametrize("size, code", [(16_384, None), (16_385, "frameTooLarge")])
def test_the_first_frame_has_a_limit_of_its_own(server, size, code):
    client = Client(server.ws(), greet=False)
    hello = '{"type":"hello","client":"%s","more":"%s"}' % ("f" * 20, "")
    client.socket.send(hello[:-2] + "x" * (size - len(hello)) + hello[-2:])
    if code:
        ends_with(client, code, 1009)
    else:
        client.take(type="welcome")
        client.leave()


def test_a_frame_over_the_limit_ends_the_session(connect):
    client = connect()
    try:
        client.socket.send(padded(client.welcome["limits"]["frameBytes"] + 1))
    except ConnectionClosed:
        pass
    ends_with(client, "frameTooLarge", 1009)


def test_a_message_over_the_limit_in_fragments_ends_the_session(connect):
    client = connect()
    text = padded(client.welcome["limits"]["frameBytes"] + 5000)
    try:
        client.socket.send(text[i:i + 20000] for i in range(0, len(text), 20000))
    except ConnectionClosed:
        pass
    ends_with(client, "frameTooLarge", 1009)


def test_other_sessions_go_on_after_one_was_ended(server, connect, opened):
    other, list_id = opened({"s1": ""})
    for data in ("{", b"\x00", padded(300_000)):
        client = connect()
        try:
            client.socket.send(data)
        except ConnectionClosed:
            pass
        client.closed()
    assert other.edit(list_id, insert("a")).kind == "set"
    assert server.get("/healthz").status == 200
