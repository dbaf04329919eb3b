"""Every fixture that holds messages, against the schemas."""

import json

import pytest
from jsonschema import ValidationError

from documents import ROOT, Schemas

FIXTURES = ROOT / "Tests/Support/Fixtures"
READ = json.JSONDecoder(parse_constant=lambda text: pytest.fail(text))


def fixtures(path):
    return json.loads((FIXTURES / path).read_text())


# What only the bytes of a frame, or the limits of a server, tell.
BEYOND_SCHEMAS = {
    "duplicate keys", "duplicate keys in fields", "a number that is not finite", "a lone surrogate",
    "a value of a field that nests 17 deep", "a value of a field that nests 17 deep, of several messages",
    "nesting 33 deep", "nesting 2,000 deep", "nesting 2,000 deep before list and id",
    "a whole number that is not exact", "hello whose name is far too long",
    "create with a title that is too long", "a title that is too long",
    "a delete title that is too long", "a limit broken in one message of several",
    "a limit broken in the only message, which is no edit", "check of too many ranges", "check of too many rows",
}


def is_taken(expected):
    """Whether the server takes the whole frame, and everything in it."""
    messages = expected.get("messages")
    return messages is not None and not any("error" in m or "reject" in m for m in messages)


@pytest.mark.parametrize("case", [
    case for case in fixtures("protocol/client-frames.json")
    if case["expect"].get("refused") != "notJSON"], ids=lambda case: case["name"])
def test_a_client_frame_is_taken_by_the_schema_if_by_the_server(schemas, case):
    if case["name"] in BEYOND_SCHEMAS:
        assert not is_taken(case["expect"])
        return
    assert schemas.accept("clientFrame", READ.decode(case["frame"].strip())) == is_taken(case["expect"])


def schema_of(frame):
    """The schema that a fixture of the server's is of, by its members."""
    if isinstance(frame, list) or "type" in frame:
        return "changesPage" if "clients" in frame and "sets" in frame else "serverFrame"
    return "changeSet" if "revision" in frame else "editResult"


@pytest.mark.parametrize("case", fixtures("protocol/server-frames.json"), ids=lambda case: case["name"])
def test_what_a_server_sends_has_no_field_that_is_not_documented(strict, case):
    frame = READ.decode(case["frame"])
    strict.check(schema_of(frame), frame)


@pytest.mark.parametrize("file", ["by-hand", "random"])
def test_editing_fixtures_hold_actions_and_sets_of_the_protocol(strict, file):
    for case in fixtures(f"editing/{file}.json"):
        list_ = {"type": "create", "list": "l", **case["list"]}
        try:
            strict.check("create", list_)
            strict.check("edit", {"type": "edit", "list": "l", "id": 1, "actions": case["actions"]})
            expected = case.get("expect", {"set": {}})
            if "set" in expected:
                head = {"revision": 1, "at": 0, "client": "0" * 24, "intent": 1}
                clamped = {"clamped": case["clamped"]} if case.get("clamped") else {}
                strict.check("changeSet", {**head, **expected["set"], **clamped})
        except ValidationError as error:
            pytest.fail(f"{case['name']}: {error}")


def test_stored_lists_of_earlier_versions_are_snapshots(strict):
    for file in sorted((FIXTURES / "stores").glob("*.json")):
        for snapshot in json.loads(file.read_text()).values():
            strict.check("snapshot", snapshot)


def test_a_field_that_is_not_documented_is_found():
    head = {"type": "head", "list": "l", "revision": 1, "digest": "5b1f0c3e", "mood": "good"}
    assert Schemas().accept("serverFrame", [head])
    assert not Schemas(is_closed=True).accept("serverFrame", [head])
