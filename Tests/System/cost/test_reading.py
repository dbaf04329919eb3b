"""Reading twice the bytes takes twice the instructions, whatever they are: counted in one process that does nothing else."""

import os
import re
import subprocess
from pathlib import Path

import pytest

RATIO = 2.4
"""Times the instructions of half the bytes; rows of which few have room grow by a whole one."""

READINGS = 100
"""There are more: frames within tight limits and without any, bodies, and what a client is sent."""


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """The instructions of each reading, at a size and at twice that: `{name: (small, large)}`."""
    folder = tmp_path_factory.mktemp("readings")
    binary, bare = Path(os.environ["SERVER_BINARY"]).with_name("instruction-bench"), folder / "instruction-bench"
    # valgrind cannot read the debugging information that Swift writes.
    subprocess.run(["strip", "--strip-debug", "-o", bare, binary], check=True)
    symbols = subprocess.run(["nm", bare], capture_output=True, text=True, check=True).stdout
    [step] = re.findall(r"^\S+ t (\S*8stepRead\S*)$", symbols, re.MULTILINE)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--toggle-collect={step}", f"--dump-before={step}",
         f"--callgrind-out-file={folder}/counts", bare, "readings"],
        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = done.stdout.splitlines()
    # What was counted before the first reading is nothing; what was counted in the last is written at the end.
    files = [folder / f"counts.{number}" for number in range(2, 2 * len(names) + 1)] + [folder / "counts"]
    counts = [int(re.search(r"^totals: (\d+)$", file.read_text(), re.MULTILINE)[1]) for file in files]
    return dict(zip(names, zip(counts[::2], counts[1::2]), strict=True))


def test_twice_the_bytes_take_twice_the_instructions(counted):
    assert len(counted) > READINGS and all(small > 10_000 for small, _ in counted.values()), counted
    worse = {name: counts for name, counts in counted.items() if counts[1] > RATIO * counts[0]}
    assert not worse
