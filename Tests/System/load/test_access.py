"""TLS, tokens, names of lists, and what a run leaves behind, against a server behind nginx."""

import json
import signal
import subprocess

import pytest

from secured import BINARY, wait_until
from waiting import suspend


def load(secured, *arguments, tokens=("--key",), tls=("--ca",)):
    """Runs a command of `lockstep load` against the secured server."""
    access = [*tokens, *([secured.key] if tokens == ("--key",) else []),
              *tls, *([secured.authorities] if tls == ("--ca",) else [])]
    return subprocess.run([BINARY, "load", *arguments, "--url", secured.url, *access], capture_output=True, text=True,
                          check=False, timeout=60)


@pytest.mark.parametrize("arguments", [
    ["editors", "--editors", "4", "--seconds", "0.2"],
    ["lists", "--lists", "3", "--seconds", "0.2"],
    ["storm", "--clients", "20", "--missed", "5"],
    ["longlist", "--rows", "1500", "--readers", "10", "--window", "30", "--step", "10", "--opens", "4", "--pause",
     "0.1", "--seconds", "0.3"]])
def test_scenarios_run_over_tls_with_a_token_for_each_client(secured, arguments):
    """They converge, and leave no list behind."""
    done = load(secured, *arguments, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["converged"]
    assert secured.lists() == ""


def test_tokens_come_from_a_file(secured, tmp_path):
    """One in each line, shared out; an owner makes the list."""
    file = tmp_path / "tokens"
    file.write_text("\n".join([secured.token(), secured.token("editor")]) + "\n")
    done = load(secured, "editors", "--editors", "3", "--seconds", "0.3", tokens=("--tokens", file))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("tls, said", [
    ((), "the server is not trusted"),
    (("--ca", "/dev/null"), "holds no certificates"),
    (("--ca", "/dev/null", "--insecure"), "--insecure trusts every certificate"),
])
def test_an_unknown_authority_is_refused(secured, tls, said):
    """Who serves is checked by default."""
    done = load(secured, "editors", tls=tls)
    assert done.returncode not in (0, 1) and said in done.stderr, done.stderr


def test_another_hosts_certificate_is_refused_and_insecure_takes_it(secured):
    """The name in the certificate counts: nginx listens at 127.0.0.2 too, which the certificate does not name."""
    arguments = [BINARY, "load", "editors", "--editors", "2", "--seconds", "0.2", "--key", secured.key, "--url",
                 secured.other_url]
    done = subprocess.run([*arguments, "--ca", secured.authorities], capture_output=True, text=True, check=False,
                          timeout=60)
    assert done.returncode not in (0, 1) and "no alternative certificate subject name" in done.stderr, done.stderr
    done = subprocess.run([*arguments, "--insecure"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_token_is_said(secured):
    """The server's reason is shown."""
    done = load(secured, "editors", tokens=("--token", "no-token"))
    assert done.returncode not in (0, 1) and "401" in done.stderr


def test_lists_are_named(secured):
    """By --list, and with --prefix; a list that exists is not touched."""
    done = load(secured, "editors", "--editors", "1", "--seconds", "0.2", "--list", "one-list")
    assert done.returncode == 0, done.stdout + done.stderr
    owner = ["--url", f"http://127.0.0.1:{secured.port}", "--token", secured.token()]
    subprocess.run([BINARY, "create", "one-list", *owner], check=True, capture_output=True, timeout=60)
    try:
        done = load(secured, "editors", "--list", "one-list")
        assert done.returncode not in (0, 1) and "the list one-list exists" in done.stderr
        assert "one-list" in secured.lists()
    finally:
        subprocess.run([BINARY, "delete", "one-list", "--yes", *owner], capture_output=True, check=False, timeout=60)
    done = load(secured, "lists", "--lists", "2", "--seconds", "0.2", "--prefix", "team-")
    assert done.returncode == 0, done.stdout + done.stderr
    done = load(secured, "lists", "--lists", "2", "--list", "one")
    assert done.returncode not in (0, 1) and "--prefix" in done.stderr
    assert "team-" not in secured.lists() and '"one"' not in secured.lists()


def test_whoever_comes_back_resumes_its_tls_session(secured):
    """At nginx, too: with a ticket, or from its cache."""
    done = load(secured, "storm", "--clients", "20", "--missed", "2", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["figures"]["tls.resumed"] == 100


@pytest.mark.parametrize("where, notified", [
    ((), False), (("--metrics", "http://127.0.0.1:{port}/metrics"), True), (("--metrics", "http://127.0.0.1:{port}"), True),
    (("--pid", "{pid}"), True)])
def test_the_servers_use_is_that_of_metrics_where_they_are_shown(secured, where, notified):
    """nginx keeps them to itself; the server behind it shows them, or its process is named."""
    places = [part.format(port=secured.port, pid=secured.server.pid) for part in where]
    done = load(secured, "editors", "--editors", "4", "--seconds", "0.3", "--json", *places)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert ("server.cpu.edit" in figures and "server.memory" in figures) == notified


def test_a_second_signal_ends_a_run_at_once(secured):
    """Whatever it waits for: here a server that has stopped; its lists are left behind, as was said."""
    process = subprocess.Popen(
        [BINARY, "load", "editors", "--editors", "3", "--seconds", "60", "--prefix", "left-", "--url", secured.url,
         "--key", secured.key, "--ca", secured.authorities], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: secured.is_edited("left-"), "the run is under way")
    names = [line["list"] for line in map(json.loads, secured.lists().splitlines()) if line["list"].startswith("left-")]
    suspend(secured.server.pid)
    try:
        process.send_signal(signal.SIGINT)
        while "a second signal ends the run at once" not in process.stderr.readline():
            assert process.poll() is None, "it waits for its list to be deleted"
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    finally:
        secured.server.send_signal(signal.SIGCONT)
    assert process.returncode == 130
    owner = ["--url", f"http://127.0.0.1:{secured.port}", "--token", secured.token()]
    for name in names:
        subprocess.run([BINARY, "delete", name, "--yes", *owner], capture_output=True, check=False, timeout=60)
    wait_until(lambda: "left-" not in secured.lists(), "its list is deleted")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_that_leaves_nothing(secured, number):
    """The lists are deleted, and the status is that of the signal."""
    process = subprocess.Popen(
        [BINARY, "load", "lists", "--lists", "3", "--seconds", "60", "--url", secured.url, "--key", secured.key,
         "--ca", secured.authorities], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: secured.is_edited("load-"), "the run is under way")
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number and "stopping" in said
    assert "load-" not in secured.lists()
