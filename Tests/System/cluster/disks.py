"""File systems in files, which can be filled, and lose power: what was not synced is gone then."""

import contextlib
import fcntl
import os
import struct
import subprocess

EXT4_IOC_SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2
"""Nothing more reaches the disk, not even the journal of the file system."""


class Disk:
    """An ext4 file system on a loop device, mounted at a folder."""

    def __init__(self, folder, megabytes=96):
        folder.mkdir(parents=True)
        self.file, self.path = folder / "disk.ext4", folder / "mounted"
        self.path.mkdir()
        with open(self.file, "wb") as file:
            file.truncate(megabytes << 20)
        run("mkfs.ext4", "-q", "-F", self.file)

    def mount(self):
        """Mounts it; the file system replays its journal."""
        run("mount", "-o", "loop", self.file, self.path)
        return self

    def cut(self):
        """The power fails: every write from now on fails, and what the kernel holds in memory is discarded."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
        finally:
            os.close(folder)

    def fill(self):
        """Takes all the room that is left."""
        with open(self.path / "filler", "wb", buffering=0) as file:
            for size in (1 << 20, 4096):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(size))

    def free(self):
        """Gives the room back."""
        (self.path / "filler").unlink()

    def unmount(self):
        """Takes it from its folder, if it is there."""
        if self.path.is_mount():
            run("umount", self.path)


def run(*command):
    """Runs a command to its end; what it says is the error."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{command}: {done.stderr}")
