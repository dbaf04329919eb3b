"""Every scenario of `lockstep load` against a real server, briefly: sane results, no figures."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BINARY = Path(os.environ.get("SERVER_BINARY", ".build/release/lockstep"))
BINARY = BINARY if BINARY.is_absolute() else ROOT / BINARY


def load(*arguments, folder, check=True):
    """Runs a scenario against a server of its own; the process and its JSON."""
    done = subprocess.run(
        [BINARY, "load", *arguments, "--start-server", "--store-folder", folder, "--json"],
        capture_output=True, text=True, check=False, timeout=120)
    if not check:
        return done
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["converged"], result["notes"]
    assert not list(Path(folder).iterdir()), "the store is left behind"
    return result


def deliveries_of_an_edit(figures):
    """Deliveries for each edit: the generator's time is told for both."""
    return figures["generator.cpu.edit"] / figures["generator.cpu.delivery"]


def test_fanout_one_rate(tmp_path):
    """Every subscriber gets every edit, and each is told apart."""
    result = load("fanout", "--subscribers", "5", "--at", "40", "--seconds", "0.5",
                  "--bound", "10000", folder=tmp_path)
    figures = result["figures"]
    assert [step["rate"] for step in result["steps"]] == [40]
    assert figures["rate"] == 40 and figures["achieved"] > 0
    assert 0 < figures["delivery.p50"] <= figures["delivery.p99"] <= figures["delivery.p100"]
    assert figures["server.cpu.edit"] >= figures["server.cpu.delivery"]


def test_fanout_searches_and_writes_a_page(tmp_path):
    """A rate that is not in time is found to be so, and the page shows the rates."""
    page = tmp_path / "page" / "fanout.html"
    page.parent.mkdir()
    (tmp_path / "store").mkdir()
    result = load("fanout", "--subscribers", "2", "--from", "50", "--to", "100", "--seconds", "0.2",
                  "--bound", "10000", "--html", page, folder=tmp_path / "store")
    assert [step["rate"] for step in result["steps"]] == [50, 100]
    assert result["figures"]["rate"] == 100
    html = page.read_text()
    assert html.count("<svg") == 2 and "<script" not in html
    shown = html.replace("&amp;", "&").replace("&lt;", "<")
    assert all(result[name] in shown for name in ("machine", "version", "command", "date"))
    assert "lockstep load fanout --subscribers 2 --from 50" in result["command"]


def test_a_token_is_not_shown(tmp_path):
    """However it is given: the command line is handed on with the page."""
    for given in (["--token", "secret-token"], ["--token=secret-token"]):
        result = load("editors", "--editors", "1", "--seconds", "0.1", *given, folder=tmp_path)
        assert "--token" in result["command"] and "secret" not in result["command"]


def test_editors(tmp_path):
    """Editors of one list see each other's edits: deliveries are edits times editors."""
    figures = load("editors", "--editors", "5", "--in-flight", "3", "--seconds", "0.5",
                   folder=tmp_path)["figures"]
    assert figures["rate"] > 0 and "server.cpu.edit" in figures
    assert 3 < deliveries_of_an_edit(figures) < 7


def test_lists(tmp_path):
    """Lists know nothing of each other: an edit is delivered to its list's clients only."""
    figures = load("lists", "--lists", "8", "--clients", "2", "--seconds", "0.5",
                   folder=tmp_path)["figures"]
    assert 1.5 < deliveries_of_an_edit(figures) < 2.5


def test_growth(tmp_path):
    """A longer list takes more bytes to join, in proportion."""
    figures = load("growth", "--rows", "50", "1500", "--seconds", "0.4", "--joins", "2",
                   folder=tmp_path)["figures"]
    assert 25 < figures["join.bytes.1500"] / figures["join.bytes.50"] < 35
    assert figures["ratio"] > 0 and "join.cpu.1500" in figures


def test_storm(tmp_path):
    """Everyone is sent what was missed: twenty sets of a row each."""
    figures = load("storm", "--clients", "40", "--missed", "20", folder=tmp_path)["figures"]
    assert figures["received"] > 20 * 0.2
    assert 0 < figures["wait.p50"] <= figures["time"]


def test_restart(tmp_path):
    """After a kill nothing is missing that was answered."""
    figures = load("restart", "--editors", "3", "--rows", "150", "--rounds", "2", "--seconds", "0.3",
                   folder=tmp_path)["figures"]
    assert figures["answered"] > 0
    assert figures["missing"] == 0 and figures["doubled"] == 0


LONG = ("longlist", "--rows", "1500", "--readers", "20", "--window", "30", "--step", "10", "--opens", "4",
        "--pause", "0.1", "--seconds", "0.6")


def test_longlist(tmp_path):
    """Each reader is sent its window, after a restart too, and then every rows that it asks for."""
    figures = load(*LONG, folder=tmp_path)["figures"]
    assert 30 * 0.2 < figures["open.bytes"] < 30 * 0.4
    assert 30 * 0.2 < figures["storm.received"] < 30 * 0.4
    assert 0 < figures["storm.wait.p50"] <= figures["storm.time"]
    assert {"open.cpu", "open.edited.cpu"} <= figures.keys()
    assert figures["asked"] > 0 and 0 < figures["rows.p50"] <= figures["rows.p99"]
    assert figures["answer.p50"] > 0


def test_longlist_whole(tmp_path):
    """Beside it, the same readers with the whole list: as many times the bytes as it has rows more."""
    figures = load(*LONG, "--whole", folder=tmp_path)["figures"]
    assert 1500 * 0.2 < figures["open.bytes"] < 1500 * 0.4
    assert 1500 * 0.2 < figures["storm.received"] < 1500 * 0.4
    assert "asked" not in figures and figures["answer.p50"] > 0


@pytest.mark.parametrize("arguments, said", [
    (["--url", "ftp://127.0.0.1"], "the scheme is none of"),
    (["--url", "ws://127.0.0.1:9"], "no connection"),
    (["--cpu", "9999"], "no processor 9999"),
    (["--server-cpu", "0"], "--start-server"),
    (["--server", "/dev/null"], "no program"),
    (["--tls"], "need --start-server"),
    (["--start-server", "--metrics", "http://127.0.0.1:9"], "omit --start-server"),
    (["--metrics", "ftp://127.0.0.1"], "--metrics"),
])
def test_what_cannot_be_done_is_said(arguments, said):
    """Mistakes are named, and end the run."""
    done = subprocess.run([BINARY, "load", "editors", *arguments], capture_output=True, text=True,
                          check=False, timeout=60)
    assert done.returncode != 0
    assert said in done.stderr


@pytest.mark.parametrize("command", [("editors",), ("profile", "profile.json")])
def test_a_page_that_cannot_be_written_is_refused_before_the_run(tmp_path, command):
    """As other mistakes on the command line are, by all scenarios and by profiles."""
    for path in (tmp_path / "missing" / "page.html", tmp_path):
        done = subprocess.run([BINARY, "load", *command, "--html", path, "--url", "ws://127.0.0.1:9"],
                              capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 64 and "--html: " in done.stderr and str(path.parent) in done.stderr
