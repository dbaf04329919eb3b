"""Requests made up from the OpenAPI document, with and without authentication; answers must conform."""

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.config import SchemathesisConfig

from documents import document, inlined
from server import sections_of
from tokens import bearer, token

OWNER = bearer(token({"*": "owner"}))

TAKEN = ["2xx", "3xx", "401", "403", "404", "409"]


def api(is_covered):
    """What requests are made from; covered, every bound of every field is tried."""
    return schemathesis.openapi.from_dict(inlined(document("openapi")), config=SchemathesisConfig.from_dict({
        "generation": {"mode": "all", "deterministic": True, "no-shrink": True, "allow-x00": False,
                       "with-security-parameters": False},
        # TRACE is turned down before anything of the request is looked at.
        "phases": {"coverage": {"enabled": is_covered,
                                "unexpected-methods": ["PUT", "PATCH", "DELETE", "POST", "OPTIONS"]}},
        # A list or an edit may be over a limit, and a revision above the list's.
        "checks": {"positive_data_acceptance": {"expected-statuses": [*TAKEN, "410", "413"]}},
        # A list may have more rows than its own rules allow, or the same id twice; a name of few characters
        # more bytes than it may.
        # Its answer does not end: see test_events_conform.py.
        "operations": [{"include-operation-id": "events", "enabled": False}] + [{"include-operation-id": name, "checks": {
            "positive_data_acceptance": {"expected-statuses": [*TAKEN, "400", "410", "413"]}}}
            for name in ("createList", "nameVersion", "removeVersion")],
    }))


def written(value):
    """The same as the protocol writes numbers: `1.0` as `1`, and none beyond 2^53 - 1 as a whole one."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if abs(value) < 2**53:
            return int(value) if value == int(value) else value
        return float(min(max(value, -1e300), 1e300))
    if isinstance(value, dict):
        return {key: written(one) for key, one in value.items()}
    return [written(one) for one in value] if isinstance(value, list) else value


def ask(server, case, headers=None):
    """Makes a request, most of those for a list for one that is there, and judges the answer."""
    case.body = written(case.body)
    if "list" in (case.path_parameters or {}) and len(case.path_parameters["list"]) % 4:
        case.path_parameters["list"] = "l"
        body = {"list": "l", "title": "L", "sections": sections_of({"s": "a b"})}
        server.request("POST", "/api/lists", body, headers)
    address = f"http://127.0.0.1:{server.port}"
    answer = case.call(base_url=address, headers=headers)
    # There is one backup at a time, and the one before may be just over.
    while case.path == "/api/backup" and answer.status_code == 503:
        assert answer.json()["code"] == "unavailable" and "retry-after" in answer.headers
        answer = case.call(base_url=address, headers=headers)
    case.validate_response(answer, headers=headers, transport_kwargs={"base_url": address, "headers": headers or {}})


@api(is_covered=True).parametrize()
@settings.get_profile("requests")
def test_without_authentication_every_answer_conforms(case, server):
    ask(server, case)


@api(is_covered=False).parametrize()
@settings.get_profile("requests")
def test_with_a_token_every_answer_conforms(case, guarded):
    ask(guarded, case, OWNER)


@pytest.mark.parametrize("path", document("openapi")["paths"])
def test_what_needs_a_token_says_so(guarded, strict, path):
    for method, operation in document("openapi")["paths"][path].items():
        if method == "parameters":
            continue
        answer = guarded.request(method.upper(), path.replace("{list}", "l"))
        if operation["security"]:
            assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
            strict.check("error", answer.json())
        else:
            assert answer.status == 200


def test_a_body_over_the_bound_and_a_foreign_page_are_refused_as_documented(server):
    answer = server.request("POST", "/api/lists", b"x" * (2 << 20))
    assert (answer.status, answer.headers["Content-Type"]) == (413, "text/plain; charset=utf-8")
    answer = server.request("DELETE", "/api/lists/l", headers={"Origin": "https://elsewhere.example"})
    assert (answer.status, answer.headers["Content-Type"]) == (403, "text/plain; charset=utf-8")
    assert server.get("/api/lists", {"Host": "elsewhere.example"}).status == 421
