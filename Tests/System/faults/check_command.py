"""`lockstep check` beside a test: its clients edit until they are told to end, then it judges what they saw."""

import json
import signal
import subprocess

from process import wait_until

SECONDS = 3600
"""The longest load of a check; tests end it earlier."""

PATIENCE = 120
"""Seconds within which a check that was told to end has judged."""


class CheckCommand:
    """One `lockstep check` of a server, or of what `urls` name; ended with its block at the latest.

    `options`: by their names, with `_` for `-`; True where one has no value.
    """

    def __init__(self, server, *urls, **options):
        self.server = server
        flags = [part for name, value in {"seconds": SECONDS, **options}.items()
                 for part in (f"--{name.replace('_', '-')}", *(() if value is True else (str(value),)))]
        self.process = subprocess.Popen(
            [str(server.binary), "check", *(urls or (server.ws(""),)), "--json", *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the process, if it runs."""
        self.process.kill()
        self.process.communicate()

    def revisions(self):
        """The revision of each list that stays until the end."""
        notified = self.server.get("/api/lists").json()["lists"]
        return {entry["list"]: entry["revision"] for entry in notified
                if entry["list"].startswith("check-") and "-passing-" not in entry["list"]}

    def goes_on(self, sets):
        """Waits until that many more sets were stored, in all lists together."""
        def stored():
            assert self.process.poll() is None, self.process.communicate()
            return sum(self.revisions().values())

        wanted = stored() + sets
        wait_until(lambda: stored() >= wanted, f"the check has {sets} more edits applied")

    def end(self, interrupt=True):
        """Ends the load (Ctrl-C); gives exit code, report (None: there is none) and messages."""
        if interrupt:
            self.process.send_signal(signal.SIGINT)
        out, messages = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, json.loads(out) if out else None, messages

    def holds(self, note=lambda report: None):
        """Ends the load; everything was checked, and no property is broken. The report, which `note` takes first."""
        code, report, messages = self.end()
        if report:
            note(report)
        broken = report and [one for one in report["properties"] if one["state"] == "broken"]
        assert code == 0, f"{messages} {report and report.get('shortfall')}\n{json.dumps(broken, indent=1)}"
        assert report["interrupted"]
        return report


def states(report):
    """Each property's number and what came of it."""
    return {p["property"]: p["state"] for p in report["properties"]}
