"""Runs Autobahn's cases against the echo server: once alone, then two clients at a time.

It needs `wstest`, from the PyPI package autobahntestsuite, which needs a Python 2.7.
"""

import argparse
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

EXCEPTED = {"2.10", "2.11"}
"""Several pings at once: libwebsockets answers the newest, as RFC 6455 (5.5.3) lets it."""

COMPRESSION = ["12.*", "13.*"]
"""No extension is ever offered, so there is nothing to try."""

GOOD = {"OK", "NON-STRICT", "INFORMATIONAL"}
"""NON-STRICT: what is no UTF-8 is refused at the end of its message, not at the first such byte."""


def start(wstest, url, folder, cases):
    """Starts one client that goes through the cases."""
    spec = folder / "spec.json"
    spec.write_text(json.dumps({
        "outdir": str(folder / "report"), "cases": cases, "exclude-cases": COMPRESSION,
        "exclude-agent-cases": {}, "servers": [{"agent": "lockstep", "url": url}]}))
    log = open(folder / "log", "wb")
    return subprocess.Popen([*wstest, "-m", "fuzzingclient", "-s", str(spec)], stdout=log, stderr=log)


def judge(folder):
    """How many cases there were by outcome, and those that are not as they must be."""
    try:
        cases = json.loads((folder / "report" / "index.json").read_text())["lockstep"]
    except FileNotFoundError:
        sys.exit("wstest made no report:\n" + (folder / "log").read_text(errors="replace")[-2000:])
    counts = Counter(case["behavior"] for case in cases.values())
    wrong = sorted(f"{name} ({case['behavior']}, close {case['behaviorClose']})"
                   for name, case in cases.items() if name not in EXCEPTED and (
                       case["behavior"] not in GOOD or case["behaviorClose"] not in GOOD))
    excepted = {name: cases[name]["behavior"] for name in EXCEPTED if name in cases}
    return len(cases), counts, wrong, excepted


def main():
    """Reads the arguments; fails where a case does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the echo server")
    parser.add_argument("--wstest", default="wstest", help="the command to run")
    parser.add_argument("--cases", nargs="+", default=["*"])
    options = parser.parse_args()
    wstest = shlex.split(options.wstest)
    if not wstest or not shutil.which(wstest[0]):
        sys.exit(f"{options.wstest!r} is not there. It comes with `pip install autobahntestsuite` under Python 2.7; "
                 "then: make autobahn WSTEST=PATH/wstest")
    server = subprocess.Popen([options.binary, "0"], stdout=subprocess.PIPE, text=True)
    failed = False
    try:
        url = server.stdout.readline().strip()
        for clients in (1, 2):
            with tempfile.TemporaryDirectory() as parent:
                folders = [Path(parent) / str(number) for number in range(clients)]
                for folder in folders:
                    folder.mkdir()
                running = [start(wstest, url, folder, options.cases) for folder in folders]
                for process in running:
                    process.wait()
                for number, folder in enumerate(folders, 1):
                    total, counts, wrong, excepted = judge(folder)
                    notified = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
                    print(f"client {number} of {clients}: {total} cases: {notified}; excepted: {excepted}; "
                          f"wrong: {', '.join(wrong) or 'none'}", flush=True)
                    failed = failed or bool(wrong) or not total
        failed = failed or server.poll() is not None
    finally:
        server.terminate()
        server.wait()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
