"""A store whose file is mounted by itself, as into a container: its log lies beside the other name."""

import subprocess

import pytest

from conftest import needs_root
from disks import run
from server import binary

pytestmark = pytest.mark.soak

LIST = "title\nMilk\n"


@needs_root
def test_a_store_that_is_mounted_by_itself_is_refused(tmp_path):
    store, mounted = tmp_path / "host/lists.sqlite", tmp_path / "container/lists.sqlite"
    (tmp_path / "list.csv").write_text(LIST)
    run(binary(), "import", tmp_path / "list.csv", "--store", store)
    mounted.parent.mkdir()
    mounted.touch()
    run("mount", "--bind", store, mounted)
    try:
        for command in (["verify", mounted], ["backup", tmp_path / "backup.sqlite", "--store", mounted],
                        ["serve", "--store", mounted, "--port", "0", "--web", "", "--lists", ""], ["copy", mounted, tmp_path / "copy.sqlite"]):
            done = subprocess.run([binary(), *map(str, command)], capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode != 0 and "mount its folder" in done.stdout + done.stderr
        assert not (tmp_path / "backup.sqlite").exists()
    finally:
        run("umount", mounted)
    run(binary(), "verify", store)
