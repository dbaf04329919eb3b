"""The web client as it is, with a script before all others that keeps what goes wrong."""

import shutil
from pathlib import Path

from lockstep_server import ROOT

WATCH = Path(__file__).with_name("watch.js")
FIRST = "<script type=\"module\" src=\"app.js\">"


def watched_client(folder):
    """Copies the web client to `folder`; returns the folder.

    WebDriver hands out no console, and no engine tells of errors in the same words: this way they
    are caught alike, under the policy that the server sends.
    """
    shutil.copytree(ROOT / "web-client", folder, dirs_exist_ok=True)
    shutil.copy(WATCH, folder)
    page = folder / "index.html"
    text = page.read_text()
    assert text.count(FIRST) == 1
    page.write_text(text.replace(FIRST, f'<script src="{WATCH.name}"></script>\n  {FIRST}'))
    return folder
