"""An X server in memory."""

import os
import struct
import subprocess
import zlib

from end_with_parent import end_with_parent
from page import HEIGHT, WIDTH

# Room for the browser's own bars.
MARGIN = 200


class Screen:
    """One Xvfb. Without a window manager only one window can have the focus, so that every browser
    gets a screen to itself.
    """

    def __init__(self, folder):
        self._frame = folder / "Xvfb_screen0"
        readable, writable = os.pipe()
        with os.fdopen(readable) as answer:
            try:
                self._process = subprocess.Popen(
                    ["Xvfb", "-displayfd", str(writable), "-nolisten", "tcp", "-fbdir", str(folder),
                     "-screen", "0", f"{WIDTH + MARGIN}x{HEIGHT + MARGIN}x24"],
                    pass_fds=[writable], preexec_fn=end_with_parent, stderr=subprocess.DEVNULL)
            finally:
                os.close(writable)
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        self.name = f":{number}"

    def picture(self, path):
        """Writes what is on the screen, as PNG; it works when the browser hangs, too."""
        data = self._frame.read_bytes()
        # An X window dump: 25 numbers, a title, the colours, then rows of blue, green, red, unused.
        head = struct.unpack(">25I", data[:100])
        size, width, height, stride, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + 12 * colours
        rows = bytearray()
        for y in range(height):
            line = data[start + y * stride:start + y * stride + 4 * width]
            pixels = bytearray(3 * width)
            pixels[0::3], pixels[1::3], pixels[2::3] = line[2::4], line[1::4], line[0::4]
            rows += b"\0" + pixels
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, body in ((b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
                               (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b"")):
                file.write(struct.pack(">I", len(body)) + kind + body
                           + struct.pack(">I", zlib.crc32(kind + body)))

    def close(self):
        """Ends the X server."""
        self._process.terminate()
        self._process.wait()
