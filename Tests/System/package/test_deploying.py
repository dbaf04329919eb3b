"""The page on deploying, followed to the letter in fresh Debians that are booted."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from machine import run

pytestmark = pytest.mark.soak

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/deploying.md").read_text()
SAY = Path(__file__).with_name("say.py")
FOLLOWED = set()
"""The blocks of the page that were run."""


def blocks(heading):
    """The commands under a heading of the page, a script for each block."""
    part = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert part, f"the page has no part {heading}"
    return re.findall(r"^```sh\n(.*?)^```", part[1], re.MULTILINE | re.DOTALL)


def newer(package, folder):
    """The same package with a higher version, and with other settings as its defaults."""
    run("dpkg-deb", "--raw-extract", package, folder / "raised")
    settings = folder / "raised/etc/lockstep/lockstep.json"
    settings.write_text(settings.read_text().replace('"sessions": 10000', '"sessions": 20000'))
    control = folder / "raised/DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 99.0", control.read_text(), flags=re.MULTILINE))
    run("dpkg-deb", "-Zgzip", "-z1", "--build", folder / "raised", folder / "lockstep_99.0_all.deb")
    return folder / "lockstep_99.0_all.deb"


class Deployed:
    """A machine on which the page is followed, and what a user of its server does."""

    def __init__(self, machine):
        self.machine = machine

    def follow(self, heading, only=None):
        """Runs what stands under a heading: all of it, or the block with that number."""
        scripts = blocks(heading)
        for script in scripts if only is None else [scripts[only]]:
            self.machine.run(script)
            FOLLOWED.add(script)

    def say(self, url, *edits):
        """Opens the list of groceries in a session and makes edits; returns the titles of its rows."""
        token = self.machine.folder / "root/ana.token"
        done = subprocess.run(
            ["nsenter", "--net", "--target", self.machine.leader, "--", sys.executable, SAY, url,
             token.read_text().strip() if token.exists() else "", self.machine.folder / "etc/lockstep/cert.pem", *edits],
            text=True, capture_output=True, timeout=30)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def status(self, path, url="https://lists.example.org"):
        """The HTTP status of a request."""
        return self.machine.run(
            f"curl --silent --path-as-is --output /dev/null --write-out '%{{http_code}}' --cacert /etc/lockstep/cert.pem {url}{path}")


@pytest.fixture(scope="module")
def deployed(boot):
    """The machine that the page begins on."""
    return Deployed(boot("first"))


def test_the_package_is_installed_and_serves(deployed):
    deployed.follow("Install")
    assert "Apples" in " ".join(deployed.say("ws://127.0.0.1:8080/ws", "by the package"))
    assert deployed.machine.run("systemctl is-enabled lockstep").strip() == "enabled"
    assert deployed.machine.run("stat --format %u /proc/$(pidof lockstep)").strip() != "0"
    assert "serving" in deployed.machine.run("journalctl --unit lockstep --no-pager")


def test_on_port_443_with_certificate_and_tokens(deployed):
    deployed.follow("Tokens")
    deployed.follow("On port 443, by itself")
    assert "by the package" in deployed.say("wss://lists.example.org/ws", "over TLS")
    assert deployed.status("/api/lists") == "401"
    capabilities = deployed.machine.run("grep CapEff /proc/$(pidof lockstep)/status").split()[1]
    assert int(capabilities, 16) == 1 << 10, "of all capabilities, that of low ports"
    assert deployed.status("/metrics") == "404" and deployed.status("/metrics", "http://127.0.0.1:9464") == "200"
    deployed.machine.run("systemctl reload lockstep")
    # Another certificate is taken by a restart, as the page says.
    before = deployed.machine.run(SHOWN_CERTIFICATE)
    deployed.machine.run(blocks("On port 443, by itself")[0] + "systemctl restart lockstep")
    assert deployed.machine.run(SHOWN_CERTIFICATE) != before


SHOWN_CERTIFICATE = "openssl s_client -connect 127.0.0.1:443 </dev/null 2>/dev/null | openssl x509 -noout -serial"


@pytest.mark.parametrize("proxy", ["nginx", "Caddy"])
def test_behind_a_proxy(deployed, proxy):
    deployed.follow(f"Behind {proxy}")
    assert "over TLS" in deployed.say("wss://lists.example.org/ws", f"by way of {proxy}")
    assert deployed.status("/") == "200" and deployed.status("/api/lists") == "401"
    for path in ("/metrics", "/metrics/", "//metrics", "/metrics?x", "/%6detrics", "/metrics/x/..", "/metrics/x%2f..",
                 "/metrics%2fx%2f%2e%2e", "/x/../metrics", "/x%2f..%2fmetrics", "/metrics/."):
        assert deployed.status(path) == "404", path
    assert " 0100007F:1F90 " in deployed.machine.run("cat /proc/net/tcp"), "it listens on 127.0.0.1:8080"


def test_backup_is_restored(deployed):
    deployed.follow("Backups, and restoring one", 0)
    deployed.say("wss://lists.example.org/ws", "after the backup")
    deployed.follow("Backups, and restoring one", 1)
    made = deployed.machine.run("for i in $(seq 100); do ls /var/lib/lockstep/backups/lists-*.sqlite 2>/dev/null && "
                                "exit; sleep 0.1; done; exit 1")
    assert made.strip()
    deployed.follow("Backups, and restoring one", 2)
    titles = deployed.say("wss://lists.example.org/ws", "after the restore")
    assert "by way of Caddy" in titles and "after the backup" not in titles and "after the restore" in titles


def test_upgrade_and_downgrade_keep_lists_and_settings(deployed, package, tmp_path):
    (deployed.machine.folder / "root/new").mkdir()
    shutil.copy(newer(package, tmp_path), deployed.machine.folder / "root/new")
    deployed.machine.run("""sed -i 's/"logLevel": "notice"/"logLevel": "info"/' /etc/lockstep/lockstep.json""")
    version = "dpkg-query --showformat '${Version}' --show lockstep"
    deployed.follow("Upgrade and downgrade", 0)
    assert deployed.machine.run(version) == "99.0"
    assert "after the restore" in deployed.say("wss://lists.example.org/ws", "with the newer one")
    deployed.follow("Upgrade and downgrade", 1)
    assert deployed.machine.run(version) != "99.0"
    assert "with the newer one" in deployed.say("wss://lists.example.org/ws")
    assert '"logLevel": "info"' in deployed.machine.run("cat /etc/lockstep/lockstep.json")


def test_store_of_a_newer_version_is_refused_and_the_backup_goes_back(deployed):
    deployed.machine.run("systemctl stop lockstep")
    script = ("import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
              "db.execute(\"INSERT INTO grdb_migrations VALUES ('v99')\"); db.commit()")
    run("python3", "-c", script, deployed.machine.folder / "var/lib/private/lockstep/lists.sqlite")
    deployed.machine.run("systemctl start lockstep || true; sleep 1")
    assert deployed.machine.attempt("systemctl is-active lockstep").stdout.strip() != "active"
    assert "newer version" in deployed.machine.run("journalctl --unit lockstep --no-pager --lines 50")
    deployed.machine.run("systemctl reset-failed lockstep")
    restore = blocks("Backups, and restoring one")[2].replace("/root/lists.sqlite", "/root/before-upgrade.sqlite")
    deployed.machine.run(restore)
    assert "after the restore" in deployed.say("wss://lists.example.org/ws", "goes on")


def test_lists_move_to_another_machine_with_their_epochs(deployed, boot):
    epoch = ("curl --silent --header \"Authorization: Bearer $(cat /root/ana.token)\" "
             "http://127.0.0.1:8080/api/lists/groceries | grep -o '\"epoch\":\"[^\"]*\"'")
    before = deployed.machine.run(epoch)
    deployed.follow("Moving to another machine", 0)
    other = Deployed(boot("second"))
    other.follow("Install", 0)
    for file in ("lockstep.tar.gz", "ana.token"):
        shutil.copy(deployed.machine.folder / "root" / file, other.machine.folder / "root")
    other.follow("Moving to another machine", 1)
    assert "goes on" in other.say("ws://127.0.0.1:8080/ws", "on the new machine")
    assert other.machine.run(epoch) == before


def test_a_server_that_was_disabled_stays_so_over_an_upgrade(deployed):
    deployed.machine.run("systemctl disable lockstep")
    said = deployed.machine.run("apt-get install -y --reinstall -o Dpkg::Options::=--force-confold ./lockstep_*.deb")
    assert "lockstep is disabled and was not started" in said
    assert deployed.machine.attempt("systemctl is-active lockstep").stdout.strip() == "inactive"


def test_lists_stay_after_removal(deployed):
    deployed.follow("Removal")
    assert (deployed.machine.folder / "var/lib/private/lockstep/lists.sqlite").stat().st_size > 0
    assert not (deployed.machine.folder / "usr/bin/lockstep").exists()


def test_image_is_built_from_a_base_that_debootstrap_made(base, package, tmp_path):
    """The page's commands, on what debootstrap has made before, with a storage and an isolation that need no kernel's help."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    (tmp_path / ".build").mkdir()
    shutil.copy(package, tmp_path / ".build")
    made = "debootstrap --variant=minbase bookworm base\n"
    script = blocks("In a container")[1]
    assert script.startswith(made)
    script = f"cp -a --reflink=auto {base} base\n" + script.removeprefix(made)
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(tmp_path), "STORAGE_DRIVER": "vfs",
                   "BUILDAH_ISOLATION": "chroot", "XDG_RUNTIME_DIR": str(tmp_path)}
    storage = tmp_path / "storage.conf"
    storage.write_text(f'[storage]\ndriver = "vfs"\ngraphroot = "{tmp_path}/images"\nrunroot = "{tmp_path}/run"\n')
    environment["CONTAINERS_STORAGE_CONF"] = str(storage)

    def shell(text):
        return run("bash", "-euo", "pipefail", "-c", text, cwd=tmp_path, env=environment)

    version = run("dpkg-deb", "--field", package, "Version").strip()
    try:
        shell(script)
        FOLLOWED.add(blocks("In a container")[1])
        container = shell("buildah from lockstep").strip().splitlines()[-1]
        assert shell("buildah inspect --type image --format '{{.OCIv1.Config.User}}' lockstep").strip() == "lockstep"
        assert shell(f"buildah run {container} -- lockstep --version").strip() == version
        answer = shell(
            f"buildah run {container} -- sh -c 'lockstep serve --config /etc/lockstep/lockstep.json --port 18080 & "
            "for i in $(seq 50); do lockstep lists --url http://127.0.0.1:18080 && break; sleep 0.1; done; kill $!; wait'")
        assert "groceries" in answer
    finally:
        shell("buildah rm --all; buildah rmi --all --force")


def test_no_block_of_the_page_was_left_out():
    needs_registry = blocks("In a container")[0]
    assert set(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)) - FOLLOWED == {needs_registry}
