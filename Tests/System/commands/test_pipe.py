"""`lockstep pipe`, and the bots of docs/examples, which survive kill -9 of themselves and of the server."""

import json
import os
import random
import signal
import subprocess
from pathlib import Path

import pytest

from process import BOUND, wait_until
from server import binary

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


class Pipe:
    """A running `lockstep pipe`, or a pipeline of a shell with one, in a process group of its own."""

    def __init__(self, folder, server, command, stdin=subprocess.PIPE, stdout=subprocess.PIPE):
        os.makedirs(folder / "bin", exist_ok=True)
        if not (folder / "bin" / "lockstep").exists():
            (folder / "bin" / "lockstep").symlink_to(binary())
        self.process = subprocess.Popen(
            command, shell=isinstance(command, str), cwd=folder, stdin=stdin, stdout=stdout,
            stderr=subprocess.DEVNULL, start_new_session=True, text=True,
            env={**os.environ, "LOCKSTEP_URL": f"http://127.0.0.1:{server.port}", "SWIFT_BACKTRACE": "enable=no",
                 "PATH": f"{folder}/bin:{EXAMPLES}:{os.environ['PATH']}"})

    def say(self, *edits):
        """Writes edits, one to a line."""
        self.process.stdin.writelines(json.dumps(edit) + "\n" for edit in edits)
        self.process.stdin.flush()

    def hear(self, **fields):
        """Reads up to a line that has these members."""
        for line in self.process.stdout:
            message = json.loads(line)
            if fields.items() <= message.items():
                return message
        raise AssertionError(f"the output ended before {fields}")

    def end(self):
        """Ends the input; returns the exit code and the lines that were not heard."""
        rest = self.process.communicate(timeout=BOUND)[0] or ""
        return self.process.returncode, [json.loads(line) for line in rest.splitlines()]

    def kill(self):
        """kill -9 of all its processes, by its group."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()


@pytest.fixture
def pipes(tmp_path):
    """Starts pipes that end with the test."""
    made = []

    def make(server, *arguments, shell=None, **options):
        command = shell or [str(binary()), "pipe", *arguments]
        made.append(Pipe(tmp_path, server, command, **options))
        return made[-1]

    yield make
    for pipe in made:
        if pipe.process.poll() is None:
            pipe.kill()


def insert(title):
    """An action that inserts a row."""
    return {"op": "insertRow", "fields": {"title": title}}


def titles(server, name="todo"):
    """The titles of a list's rows, in order."""
    return [row["fields"].get("title") for section in server.snapshot(name)["sections"] for row in section["rows"]]


def rows(server, name="todo"):
    """The fields of a list's rows, by id."""
    return {row["id"]: row["fields"] for section in server.snapshot(name)["sections"] for row in section["rows"]}


def test_edits_go_in_and_what_happens_comes_out(spawn, pipes):
    server = spawn().start()
    server.make({"s": "a b"}, list_id="todo")
    pipe = pipes(server, "todo")
    first = pipe.hear(type="snapshot")
    assert (first["list"], first["revision"], [row["id"] for row in first["sections"][0]["rows"]]) == (
        "todo", 0, ["a", "b"])
    pipe.say(insert("c"), "nonsense", {"type": "restore", "revision": 0},
             [{"op": "moveRow", "row": "gone", "to": {"section": "s"}}], {"type": "undo"})
    code, rest = pipe.end()
    notified = {line["line"]: line.get("outcome", line["type"]) for line in rest if "line" in line}
    assert code == 0 and notified == {1: "applied", 2: "error", 3: "applied", 4: "refused", 5: "applied"}
    sets = [one for line in rest if line["type"] == "changes" for one in line["sets"]]
    assert [one.get("undoes", one.get("restores")) for one in sets] == [None, 0, 2]
    assert sets[0]["insertedRows"][0]["fields"] == {"title": "c"}


def test_with_state_the_whole_list_follows_each_change(spawn, pipes):
    server = spawn().start()
    server.make({"s": "a"}, list_id="todo")
    pipe = pipes(server, "todo", "--state")
    pipe.say(insert("c"), {"op": "deleteRows", "rows": ["a"]})
    _, rest = pipe.end()
    states = [line for line in rest if line["type"] in ("snapshot", "state", "changes")]
    assert [line["type"] for line in states] == ["snapshot", "state", "state"]
    assert [row["fields"]["title"] for row in states[-1]["sections"][0]["rows"]] == ["c"]


def test_it_says_what_cannot_be(spawn, lockstep, pipes, tmp_path):
    server = spawn().start()
    server.make({"s": "a"}, list_id="todo")
    url = f"http://127.0.0.1:{server.port}"
    assert "there is no list nowhere" in lockstep.refusal("pipe", "nowhere", "--url", url)
    (tmp_path / "other").write_text("something else\n")
    assert "is no file of unanswered edits" in lockstep.refusal("pipe", "todo", "--url", url, "--journal", "other")
    assert "No such file" in lockstep.refusal("pipe", "todo", "--url", url, "--journal", "no/such/folder/file")
    first = pipes(server, "todo", "--journal", "bot.edits")
    first.hear(type="snapshot")
    assert "in use" in lockstep.refusal("pipe", "todo", "--url", url, "--journal", "bot.edits")
    server.request("DELETE", "/api/lists/todo")
    assert first.process.wait(BOUND) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_while_it_waits_for_input(spawn, pipes, number):
    server = spawn().start()
    server.make({"s": "a"}, list_id="todo")
    pipe = pipes(server, "todo", "--journal", "bot.edits")
    pipe.hear(type="snapshot")
    pipe.process.send_signal(number)
    assert pipe.process.wait(BOUND) == 0


def test_edits_outlive_the_pipe_and_the_server(spawn, pipes, tmp_path):
    server = spawn().start()
    server.make({"s": ""}, list_id="todo")
    pipe = pipes(server, "todo", "--journal", "bot.edits")
    pipe.hear(type="snapshot")
    server.kill()
    pipe.hear(type="status", status="offline")
    pipe.say(*(insert(f"{number}") for number in range(200)))
    kept = tmp_path / "bot.edits"
    wait_until(lambda: kept.read_text().count("insertRow") == 200, "all edits are kept")
    pipe.kill()
    with open(kept, "a") as torn:
        torn.write('{"at":1,"edit":{"type":"ed')
    server.start()
    code, rest = pipes(server, "todo", "--journal", "bot.edits").end()
    assert code == 0 and titles(server) == [f"{number}" for number in range(200)]
    answers = [line for line in rest if line["type"] == "answer"]
    assert len(answers) == 200 and all("line" not in line and line["outcome"] == "applied" for line in answers)


def test_rounds_of_kill_9_of_pipe_and_server_make_every_edit_once(spawn, pipes, tmp_path):
    server, dice = spawn().start(), random.Random(7)
    server.make({"s": ""}, list_id="todo")
    kept, said = tmp_path / "bot.edits", 0
    for round in range(8):
        pipe = pipes(server, "todo", "--journal", "bot.edits", stdout=subprocess.DEVNULL)
        count = dice.randrange(20, 60)
        pipe.say(*(insert(f"{said + number}") for number in range(count)))
        if round % 3 == 1:
            some = said + dice.randrange(count)
            wait_until(lambda: len(titles(server)) > some, "some of the edits are made")
            server.kill()
            server.start()
        said += count
        wait_until(lambda: kept.exists() and f'"title":"{said - 1}"' in kept.read_text() or f"{said - 1}" in titles(server),
                   "the last edit is kept")
        pipe.kill()
    code, _ = pipes(server, "todo", "--journal", "bot.edits").end()
    assert code == 0 and sorted(titles(server), key=int) == [f"{number}" for number in range(said)]


@pytest.fixture
def harassed(spawn, pipes):
    """Runs a bot on a list while `edit(k)` is made, and kills now the server, now the bot; then it must be `right`."""

    def run(bot, edit, right, **sections):
        server = spawn().start()
        server.make(sections, list_id="todo")
        running, seen = pipes(server, shell=bot, stdout=subprocess.DEVNULL), 0
        for number in range(30):
            server.request("POST", "/api/lists/todo/edits", {"actions": edit(number)})
            if number % 5 == 4:
                wait_until(lambda: server.snapshot("todo")["revision"] - number - 1 > seen, "the bot has edited the list")
                seen = server.snapshot("todo")["revision"] - number - 1
            if number % 10 == 4:
                running.kill()
                running = pipes(server, shell=bot, stdout=subprocess.DEVNULL)
            if number % 10 == 9:
                server.kill()
                server.start()
        wait_until(lambda: right(server), "the bot has made the list right")

    return run


def piped(bot, name):
    """A pipeline in a circle, as the examples say."""
    return (f"mkfifo {name}.fifo 2>/dev/null; lockstep pipe todo --state --journal {name}.edits <{name}.fifo | "
            f"{bot} >{name}.fifo")


def test_the_bot_in_python_deletes_what_is_done(harassed):
    harassed(piped("pipe-tidy.py", "tidy"),
             lambda k: [{"op": "insertRow", "fields": {"title": f"{k}", "done": k % 3 == 0}}],
             lambda server: titles(server) == [f"{k}" for k in range(30) if k % 3], s="")


def test_the_bot_in_awk_counts_rows(harassed):
    harassed(piped(f"mawk -W interactive -f {EXAMPLES}/pipe-count.awk", "count"),
             lambda k: [insert(f"{k}")],
             lambda server: rows(server)["total"]["title"] == "30 items", s="total")


def test_the_bot_in_shell_makes_a_row_of_each_line(spawn, pipes):
    server = spawn().start()
    server.make({"s": ""}, list_id="todo")
    log = pipes(server, shell="pipe-log.sh todo", stdout=subprocess.DEVNULL)
    lines = [f'line {number} with "quotes", \\ and\ttabs' for number in range(60)]
    for number, line in enumerate(lines):
        log.process.stdin.write(line + "\n")
        log.process.stdin.flush()
        if number in (20, 40):
            server.kill()
            server.start()
    assert log.end()[0] == 0
    assert titles(server) == [line.replace("\t", " ") for line in lines]
