"""Texts in the place of tokens that nobody has signed: each is refused, and the server goes on."""

import json

import pytest

from client import Client
from tokens import bearer, encoded, token

NUMBERS = ["1e19", "-9.3e18", "9223372036854775808", "1e999", "-0"]
HEADERS = ([f'{{"x":{number}}}' for number in NUMBERS]
           + [f'{{"alg":"HS256","kid":{number}}}' for number in NUMBERS]
           + [f'{{"alg":"HS256","x":[{{"y":{number}}}]}}' for number in NUMBERS]
           + ['{"alg":"HS256","x":' + "[" * 1_500, '{"alg":"HS256","x":[' + "[]," * 400 + "[]]}",
              '{"alg":"HS256","crit":["b64"]}', "[]", "7", "", '{"alg":"none"}', "\u0301\u0323" * 300])
CLAIMS = ["{}"] + [f'{{"exp":{number},"aud":[[{number}]]}}' for number in NUMBERS] + ["[" * 1_500]
TEXTS = ([f"{encoded(header.encode())}.e30.AAAA" for header in HEADERS]
         + [f"{encoded(header.encode())}.e30." for header in HEADERS]
         + [f"{encoded(json.dumps({'alg': 'HS256'}).encode())}.{encoded(claims.encode())}.AAAA" for claims in CLAIMS]
         + ["", ".", "..", "...", "a.b.c", "eyJ4IjoxZTE5fQ.e30."])


def test_over_http(guarded):
    for text in TEXTS:
        assert guarded.get("/api/lists", bearer(text)).status == 401, text
    assert guarded.get("/api/lists", bearer(token({"*": "owner"}))).status == 200


def test_in_hello(guarded):
    for text in TEXTS:
        client = Client(guarded.ws(), greet=False)
        client.send({"type": "hello", "token": text})
        assert client.take(type="error")["code"] == "unauthorized", text
        client.leave()
    assert guarded.get("/api/lists", bearer(token({"*": "owner"}))).status == 200


@pytest.mark.parametrize("part", range(4))
def test_in_a_renewal(guarded, part):
    for text in TEXTS[part::4]:
        client = Client(guarded.ws(), greet=False)
        client.hello(token=token({"*": "owner"}))
        client.send({"type": "token", "token": text})
        assert client.take(type="error")["code"] == "unauthorized", text
        client.leave()
    assert guarded.get("/api/lists", bearer(token({"*": "owner"}))).status == 200
