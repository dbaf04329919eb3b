"""A fresh Debian in a folder, and machines that are booted from it."""

import os
import shutil
from pathlib import Path

import pytest

from machine import Machine, mirror, mounted, run

# What the page on deploying installs beside the package: fetched before, since its machines have no network.
FETCHED = ["caddy", "curl", "nginx", "openssl"]


@pytest.fixture(scope="session")
def package():
    """The package that `make deb` made."""
    return Path(os.environ["PACKAGE_FILE"])


@pytest.fixture(scope="session")
def base(tmp_path_factory, package):
    """A fresh Debian that boots, with the packages that it may install in apt's cache, and no Lockstep."""
    folder = tmp_path_factory.mktemp("base")
    folder.chmod(0o755)
    run("debootstrap", "--variant=minbase", "--include=dbus,systemd,systemd-sysv", "bookworm", folder, mirror())
    shutil.copy(package, folder / "root")
    with mounted(folder):
        run("chroot", folder, "apt-get", "install", "-y", "-qq", "--download-only", *FETCHED, f"/root/{package.name}")
    return folder


def copied(base, folder):
    """A copy of the fresh Debian."""
    run("cp", "-a", "--reflink=auto", base, folder)
    return folder


@pytest.fixture(scope="module")
def debian(tmp_path_factory, base, package):
    """A fresh Debian with the package installed by apt; it is not booted."""
    folder = copied(base, tmp_path_factory.mktemp("debian") / "root")
    with mounted(folder):
        run("chroot", folder, "apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/root/{package.name}",
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def boot(tmp_path_factory, base):
    """Boots fresh Debians, each in a network of its own."""
    machines = []

    def make(name):
        machines.append(Machine(name, copied(base, tmp_path_factory.mktemp(name) / "root")))
        return machines[-1].start()

    yield make
    for machine in machines:
        machine.stop()
        shutil.rmtree(machine.folder)
