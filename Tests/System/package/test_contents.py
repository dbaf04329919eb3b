"""What the Debian package holds, unpacked in a folder: nothing is installed."""

import re
import subprocess

import pytest

from machine import run
from serving import answers

EXPOSURE = 15
"""Tenths of `systemd-analyze security`'s points that the unit may have at most."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory, package):
    """A folder with the package's files."""
    folder = tmp_path_factory.mktemp("unpacked")
    run("dpkg-deb", "--extract", package, folder)
    return folder


def test_its_command_serves_its_lists_and_its_page_by_its_settings(unpacked, tmp_path):
    binary, share = unpacked / "usr/bin/lockstep", unpacked / "usr/share/lockstep"
    assert "libswift" not in run("ldd", binary), "the Swift runtime must be inside"
    answers(binary, "serve", "--config", unpacked / "etc/lockstep/lockstep.json", "--lists", share / "lists",
            "--web", share / "web-client", "--store", tmp_path / "lists.sqlite")


def test_it_brings_the_manual(unpacked):
    manual = unpacked / "usr/share/man/man1/lockstep.1.gz"
    page = subprocess.run(["mandoc", "-T", "utf8", manual], capture_output=True, text=True, check=True).stdout
    text = re.sub(r".\x08", "", page)
    for command in run(unpacked / "usr/bin/lockstep", "--help").split("SUBCOMMANDS:")[1].splitlines():
        name = re.match(r"  ([a-z]+)", command)
        assert not name or re.search(rf"^ +{name[1]}$", text, re.MULTILINE), command
    assert "--repair NEW.sqlite" in text and "/etc/lockstep/lockstep.json" in text
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "error", manual], capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout


def test_it_completes_in_three_shells(unpacked):
    share = unpacked / "usr/share"
    script = (f"source {share}/bash-completion/completions/lockstep; COMP_WORDS=(lockstep ver); COMP_CWORD=1; "
              "COMP_LINE='lockstep ver'; COMP_POINT=12; _lockstep lockstep ver lockstep; echo \"${COMPREPLY[@]}\"")
    assert run("bash", "-c", script).split() == ["verify"]
    done = run("fish", "--no-config", "-c",
               f"source {share}/fish/vendor_completions.d/lockstep.fish; complete -C 'lockstep ver'")
    assert done.startswith("verify\t")
    assert (share / "zsh/vendor-completions/_lockstep").read_text().startswith("#compdef lockstep")
    run("zsh", "-n", share / "zsh/vendor-completions/_lockstep")


def test_it_brings_the_documentation(unpacked):
    folder = unpacked / "usr/share/doc/lockstep"
    pages = list(folder.rglob("*.md"))
    assert folder / "docs/monitoring.md" in pages
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+\.md)[)#]", page.read_text()):
            assert (page.parent / target).exists(), f"{page.relative_to(folder)} links to {target}"
    for rules in ("prometheus/lockstep.rules.yml", "grafana/lockstep.json"):
        assert (unpacked / "usr/share/lockstep" / rules).exists()


def test_removing_it_leaves_the_lists(unpacked, package, tmp_path):
    files = run("dpkg-deb", "--contents", package)
    assert " ./usr/bin/lockstep\n" in files and "./var" not in files
    run("dpkg-deb", "--control", package, tmp_path)
    assert (tmp_path / "conffiles").read_text().split() == ["/etc/lockstep/lockstep.json"]
    for script in ("prerm", "postrm"):
        commands = [line for line in (tmp_path / script).read_text().splitlines() if not line.startswith("#")]
        assert not re.search(r"\brm\b|/var/lib", "\n".join(commands)), script


def test_the_unit_is_valid_and_hardened(unpacked, tmp_path):
    packed = unpacked / "lib/systemd/system/lockstep.service"
    unit = tmp_path / "lockstep.service"
    unit.write_text(packed.read_text().replace("/usr/bin/lockstep", str(unpacked / "usr/bin/lockstep")))
    assert run("systemd-analyze", "verify", "--man=no", unit).strip() == ""
    run("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", packed)
