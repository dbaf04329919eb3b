"""The Debian package in a fresh Debian without Swift."""

import pytest

from machine import run
from serving import answers

pytestmark = pytest.mark.soak


def test_the_package_runs_without_swift(debian):
    assert not (debian / "opt/swift").exists()
    assert "not found" not in run("chroot", debian, "ldd", "/usr/bin/lockstep")
    answers("chroot", debian, "lockstep", "serve", "--config", "/etc/lockstep/lockstep.json",
            "--store", "/tmp/lists.sqlite")


def test_lists_survive_the_packages_removal(debian):
    store = debian / "var/lib/lockstep/lists.sqlite"
    store.parent.mkdir(parents=True, exist_ok=True)
    store.write_bytes(b"people's lists")
    run("chroot", debian, "apt-get", "purge", "-y", "-qq", "lockstep")
    assert store.read_bytes() == b"people's lists"
    assert not (debian / "usr/bin/lockstep").exists()
    assert not (debian / "etc/lockstep/lockstep.json").exists()
