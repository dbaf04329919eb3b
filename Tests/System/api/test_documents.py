"""The documents themselves: valid, complete, and served to everyone."""

import json

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from documents import FOLDER, document, name_in, parts

NAMES = ["asyncapi", "openapi", "schemas"]


def test_the_schemas_are_schemas_and_each_is_used():
    shared = document("schemas")
    Draft202012Validator.check_schema(shared)
    used = {"clientFrame", "serverFrame"}
    for name in NAMES:
        for part in parts(document(name)):
            reference = part.get("$ref", "") if isinstance(part, dict) else ""
            if "#/$defs/" in reference:
                assert reference.startswith("#/" if name == "schemas" else "schemas.json#/")
                used.add(name_in(part))
    assert used == set(shared["$defs"])


def test_the_http_document_is_openapi_3_1():
    OpenAPIV31SpecValidator(document("openapi"), base_uri=(FOLDER / "openapi.json").as_uri()).validate()


def test_the_socket_document_has_the_form_of_asyncapi_3():
    api, shared = document("asyncapi"), document("schemas")["$defs"]
    assert api["asyncapi"] == "3.0.0" and {"title", "version"} <= api["info"].keys()
    for server in api["servers"].values():
        assert {"host", "protocol"} <= server.keys()
        assert all(f"{{{name}}}" in server["host"] for name in server.get("variables", {}))

    def target(reference):
        place = api
        for step in reference["$ref"].removeprefix("#/").split("/"):
            place = place[step]
        return place

    messages = api["components"]["messages"]
    for name, message in messages.items():
        assert message["payload"] == {
            "schemaFormat": "application/schema+json;version=draft-2020-12",
            "schema": {"$ref": f"schemas.json#/$defs/{name}"}}
        assert name in shared
    for channel in api["channels"].values():
        assert all(f"{{{name}}}" in channel["address"] for name in channel.get("parameters", {}))
        assert {name: target(one) for name, one in channel["messages"].items()} == messages
    carried = {"send": set(), "receive": set()}
    for operation in api["operations"].values():
        channel, reply = target(operation["channel"]), operation.get("reply", {"messages": []})
        for reference in operation["messages"] + reply["messages"]:
            assert target(reference) in channel["messages"].values()
        carried[operation["action"]] |= {name_in(one) for one in operation["messages"]}
        back = "send" if operation["action"] == "receive" else "receive"
        carried[back] |= {name_in(one) for one in reply["messages"]}
    for action, choice in (("receive", "clientMessage"), ("send", "serverMessage")):
        assert carried[action] == {name_in(one) for one in shared[choice]["oneOf"]}


@pytest.mark.parametrize("name", NAMES)
def test_each_document_is_served_to_everyone(server, guarded, name):
    for one in (server, guarded):
        answer = one.get(f"/api/{name}.json", {"Host": "elsewhere.example"})
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        assert json.loads(answer.body) == document(name)
        again = one.get(f"/api/{name}.json", {"If-None-Match": answer.headers["ETag"]})
        assert (again.status, again.body) == (304, b"")
        head = one.request("HEAD", f"/api/{name}.json")
        assert (head.status, head.headers["Content-Length"]) == (200, str(len(answer.body)))
        assert one.request("POST", f"/api/{name}.json", {}).status == 405


def test_the_index_leads_to_each_document(guarded):
    index = guarded.get("/api/")
    assert (index.status, index.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert all(f'href="{name}.json"'.encode() in index.body for name in NAMES)
    assert guarded.get("/client.d.ts").headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("path", ["/api/nothing.json", "/api/.json"])
def test_no_other_file_is_served_there(guarded, path):
    assert guarded.get(path).status in (400, 401, 404)
