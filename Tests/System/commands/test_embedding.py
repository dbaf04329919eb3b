"""The server in a program of its own: `docs/examples/guarded-lists`, over what `ListServer` has public."""

import http.client
import json
import secrets
import subprocess

import pytest

from client import Client
from server import ROOT, free_port

EXAMPLE = ROOT / "docs" / "examples" / "guarded-lists"


class Program:
    """The example, running; it ends with its input."""

    def __init__(self, folder):
        self.store, self.port, self.process = folder / "lists.sqlite", free_port(), None

    def start(self):
        """Starts it and waits until it serves."""
        self.process = subprocess.Popen(
            [ROOT / ".build" / "debug" / "guarded-lists", self.store, str(self.port)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout.readline() == f"serving on {self.port}\n"
        return self

    def hear(self):
        """The next change set that the program heard of: list, revision, set."""
        name, revision, change = self.process.stdout.readline().split(" ", 2)
        return name, int(revision), json.loads(change)

    def end(self):
        """Ends its input; returns the exit code and what was not heard."""
        rest = self.process.communicate(timeout=90)[0]
        return self.process.returncode, rest

    def kill(self):
        """kill -9."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def ws(self):
        """The address of the WebSocket."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def request(self, method, path, body=None, user="ana"):
        """One HTTP request of a user; status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {user}"} if user else {})}
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None


@pytest.fixture(scope="session")
def built():
    """The example is a target of the package as well, so that building it takes seconds."""
    subprocess.run(["swift", "build", "--product", "guarded-lists"], cwd=ROOT, check=True, capture_output=True)


@pytest.fixture
def program(built, tmp_path):
    """The example, started, with a list of everybody and one of Ana's."""
    made = Program(tmp_path).start()
    for name in ("shared-trip", "own"):
        assert made.request("POST", "/api/lists", {"list": name, "sections": [{"id": "s", "title": "S"}]})[0] == 201
    yield made
    made.kill()


def sign_in(program, user):
    """A session of a user."""
    client = Client(program.ws(), greet=False)
    client.welcome = client.hello(token=user)
    return client


def insert(**fields):
    """An action that inserts a row."""
    return {"op": "insertRow", "fields": fields}


def edit(program, name, *actions, user="ana", id=1, client=None):
    """An edit over HTTP."""
    body = {"id": id, "client": client or secrets.token_hex(8), "actions": list(actions)}
    return program.request("POST", f"/api/lists/{name}/edits", body, user)


def test_the_example_needs_nothing_but_what_is_public(built):
    """As a package of its own would: nothing of `package` access is seen from there."""
    maps = [*(ROOT / "Sources/CLibraries").glob("C*/module.modulemap"), *(ROOT / ".build/debug").glob("C*.build/module.modulemap"),
            *(ROOT / ".build/checkouts").glob("GRDB.swift/**/module.modulemap")]
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-package-name", "guarded-lists", "-module-name", "guarded_lists",
               "-I", ROOT / ".build/debug/Modules",
               *(part for path in maps for part in ("-Xcc", f"-fmodule-map-file={path}"))]
    source = EXAMPLE / "Sources" / "guarded-lists" / "main.swift"
    checked = subprocess.run([*command, source], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    inside = subprocess.run([*command, "-"], input="import ListServer\nprint(ServerOptions().bounds)", capture_output=True, text=True)
    assert "'package' protection level" in inside.stderr


def test_its_package_names_products_that_there_are(tmp_path):
    described = subprocess.run(["swift", "package", "--package-path", EXAMPLE, "--scratch-path", tmp_path, "describe", "--type", "json"],
                               capture_output=True, text=True, check=True)
    [target] = json.loads(described.stdout[described.stdout.index("{"):])["targets"]
    package = subprocess.run(["swift", "package", "describe", "--type", "json"], cwd=ROOT, capture_output=True, text=True, check=True)
    products = {each["name"] for each in json.loads(package.stdout[package.stdout.index("{"):])["products"]}
    assert "ListServer" in products and "ListServer" in target["product_dependencies"]


def test_the_program_says_who_may_do_what(program):
    status, body = program.request("GET", "/api/lists", user=None)
    assert (status, body["code"]) == (401, "unauthorized") and "ana or ben" in body["message"]
    assert program.request("GET", "/api/lists/own", user="ben")[0] == 404
    assert program.request("DELETE", "/api/lists/shared-trip", user="ben")[0] == 403
    assert edit(program, "shared-trip", insert(title="x"), user="ben")[0] == 200
    client = sign_in(program, "ben")
    with client.stack:
        assert client.welcome["user"] == "ben" and "renewal" in client.welcome["features"]
        assert client.open("shared-trip")["role"] == "editor"


def test_the_program_refuses_edits(program):
    status, body = edit(program, "own", insert(title="x"), insert(secret="y"))
    assert (status, body["type"], body["code"], body["action"]) == (403, "reject", "forbidden", 1)
    assert body["message"] == "no secrets on lists"
    key = secrets.token_hex(8)
    assert edit(program, "own", insert(secret="y"), client=key)[0] == 403
    status, body = edit(program, "own", insert(title="other"), client=key)
    assert (status, body["outcome"], body["applied"]) == (200, "duplicate", False), "a refusal is an answer of its id"
    client = sign_in(program, "ana")
    with client.stack:
        client.open("own")
        answers = [client.edit("own", action) for action in (insert(title="a"), insert(secret="b"), insert(title="c"))]
        assert [answer.kind for answer in answers] == ["set", "reject", "set"]
    status, body = program.request("GET", "/api/lists/own")
    assert [row["fields"] for row in body["sections"][0]["rows"]] == [{"title": "a"}, {"title": "c"}]


def test_the_program_hears_of_what_is_stored_and_nothing_again(program):
    key = secrets.token_hex(8)
    for number in (1, 2, 3):
        assert edit(program, "own", insert(title=str(number)), id=number, client=key)[0] == 200
        name, revision, change = program.hear()
        assert (name, revision, change["revision"], change["intent"]) == ("own", number, number, number)
    program.kill()
    program.start()
    status, body = edit(program, "own", insert(title="3"), id=3, client=key)
    assert (status, body["outcome"]) == (200, "duplicate")
    assert edit(program, "own", insert(title="4"), id=4, client=key)[0] == 200
    assert program.hear()[1] == 4
    assert program.end() == (0, "")
