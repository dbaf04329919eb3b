"""The Debian package in a fresh Debian without Swift, and the unit that runs it."""

import http.client
import os
import re
import socket
import subprocess
import time
from pathlib import Path

from machine import run

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "config/systemd/lockstep.service"
EXPOSURE = 15
"""Tenths of `systemd-analyze security`'s points that the unit may have at most."""


def free_port():
    """A loopback port that nothing listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def get(port, path):
    """Status and body of a GET."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_the_package_runs_without_swift(debian):
    assert not (debian / "opt/swift").exists()
    libraries = run("chroot", debian, "ldd", "/usr/bin/lockstep")
    assert "not found" not in libraries
    assert "libswift" not in libraries, "the Swift runtime must be inside"
    port = free_port()
    server = subprocess.Popen(
        ["chroot", debian, "lockstep", "serve", "--config", "/etc/lockstep/lockstep.json",
         "--port", str(port), "--store", "/tmp/lists.sqlite"])
    try:
        assert until_ready(server, port)
        status, lists = get(port, "/api/lists")
        assert status == 200 and b"groceries" in lists, "the sample lists are there"
        status, page = get(port, "/")
        assert status == 200 and b"<title>" in page, "so is the web client"
        status, document = get(port, "/api/openapi.json")
        assert status == 200 and b'"openapi": "3.1.0"' in document, "and what the API is"
    finally:
        server.terminate()
        assert server.wait(10) == 0
    assert "serve" in run("chroot", debian, "lockstep", "--help")


def test_it_brings_the_manual(debian):
    page = subprocess.run(["mandoc", "-T", "utf8", debian / "usr/share/man/man1/lockstep.1.gz"], capture_output=True,
                          text=True, check=True).stdout
    text = re.sub(r".\x08", "", page)
    for command in run("chroot", debian, "lockstep", "--help").split("SUBCOMMANDS:")[1].splitlines():
        name = re.match(r"  ([a-z]+)", command)
        assert not name or re.search(rf"^ +{name[1]}$", text, re.MULTILINE), command
    assert "--repair NEW.sqlite" in text and "/etc/lockstep/lockstep.json" in text
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "error", debian / "usr/share/man/man1/lockstep.1.gz"],
                          capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout


def test_it_completes_in_three_shells(debian):
    share = debian / "usr/share"
    script = (f"source {share}/bash-completion/completions/lockstep; COMP_WORDS=(lockstep ver); COMP_CWORD=1; "
              "COMP_LINE='lockstep ver'; COMP_POINT=12; _lockstep lockstep ver lockstep; echo \"${COMPREPLY[@]}\"")
    assert run("bash", "-c", script).split() == ["verify"]
    done = run("fish", "--no-config", "-c",
               f"source {share}/fish/vendor_completions.d/lockstep.fish; complete -C 'lockstep ver'")
    assert done.startswith("verify\t")
    assert (share / "zsh/vendor-completions/_lockstep").read_text().startswith("#compdef lockstep")
    run("zsh", "-n", share / "zsh/vendor-completions/_lockstep")


def test_it_brings_the_documentation(debian):
    folder = debian / "usr/share/doc/lockstep"
    pages = list(folder.rglob("*.md"))
    assert folder / "docs/monitoring.md" in pages
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+\.md)[)#]", page.read_text()):
            assert (page.parent / target).exists(), f"{page.relative_to(folder)} links to {target}"
    for rules in ("prometheus/lockstep.rules.yml", "grafana/lockstep.json"):
        assert (debian / "usr/share/lockstep" / rules).exists()


def until_ready(server, port):
    """Waits until the server says that it is ready."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if get(port, "/readyz")[0] == 200:
                return True
        except OSError:
            pass
        time.sleep(0.05)
    return False


def test_lists_survive_the_packages_removal(debian):
    store = debian / "var/lib/lockstep/lists.sqlite"
    store.parent.mkdir(parents=True, exist_ok=True)
    store.write_bytes(b"people's lists")
    run("chroot", debian, "apt-get", "purge", "-y", "-qq", "lockstep")
    assert store.read_bytes() == b"people's lists"
    assert not (debian / "usr/bin/lockstep").exists()
    assert not (debian / "etc/lockstep/lockstep.json").exists()


def test_the_unit_is_valid_and_hardened(tmp_path):
    unit = tmp_path / "lockstep.service"
    binary = os.environ["SERVER_BINARY"]
    unit.write_text(UNIT.read_text().replace("/usr/bin/lockstep", binary))
    assert run("systemd-analyze", "verify", "--man=no", unit).strip() == ""
    run("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", UNIT)
