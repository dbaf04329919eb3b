"""Runs the load scenarios and the floors, and writes what came of them: `make bench`.

Server and generator are kept on different processors. Progress goes to standard error.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import benchmarks
import broadcaster
import engines
import innocent
import long_lists
from goals import RUNS, add_ratios

ROOT = Path(__file__).resolve().parents[3]


def say(text):
    """Progress, for whoever waits."""
    print(text, file=sys.stderr, flush=True)


def processors():
    """One for the server and one for the generator; the same where there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[-1], allowed[0]


def load(binary, run, quick, start, folder, environment=None, urls=None, pid=None):
    """One `lockstep load`; its JSON, or that of a run without figures where it came to nothing.

    Without `urls` it starts a server; `pid` is the process behind them.
    """
    server, generator = processors()
    arguments = list(run.quick if quick else run.arguments)
    if start and run.searches:
        arguments[arguments.index("--from") + 1] = str(max(1, int(start)))
    at = [part for url in urls or [] for part in ("--url", url)] + (["--pid", str(pid)] if pid else []) or [
        "--start-server", "--server-cpu", str(server), "--store-folder", folder]
    command = [binary, "load", *arguments, "--json", "--cpu", str(generator), *at]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600,
                          env=environment)
    if done.stdout.strip():
        return json.loads(done.stdout)
    reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
    return {"figures": {}, "converged": False, "generatorLimited": False, "notes": [reason]}


def measure_floors(program, rounds, seconds, folder):
    """Medians of what the machine does at best."""
    server, generator = processors()
    found = []
    for _ in range(rounds):
        command = [program, str(server), str(generator), str(seconds), folder]
        found.append(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))
    return {key: benchmarks.median([one[key] for one in found]) for key in found[0]}


def headline(run, result):
    """The first figure of a result, for the progress."""
    key, value = next(iter(result["figures"].items()), ("nothing", 0))
    return f"{run.name}: {key} {benchmarks.number(value)}" + (
        "" if result["converged"] else " NOT CONVERGED")


def measure(binary, floors, rounds, quick, folder):
    """The JSON of every round, by run: Lockstep's, and the bare broadcaster's.

    Rounds go round, so that a busy minute hits no run alone, and the broadcaster's turn follows Lockstep's.
    """
    results, bare = {}, {}
    begun = time.monotonic()

    def start(found):
        return found[0]["figures"].get("rate", 0) / 2 if found else 0

    for turn in range(rounds):
        for number, run in enumerate(RUNS):
            found = results.setdefault(run.name, [])
            found.append(load(binary, run, quick, start(found), folder))
            notified = headline(run, found[-1])
            if run.name in broadcaster.RUNS:
                found = bare.setdefault(run.name, [])
                with broadcaster.Broadcaster(floors, processors()[0]) as server:
                    found.append(load(binary, run, quick, start(found), folder, urls=[server.url],
                                      pid=server.process.pid))
            done = turn * len(RUNS) + number + 1
            say(f"[{done}/{rounds * len(RUNS)}] {time.monotonic() - begun:5.0f} s  {notified}")
    return results, bare


def machine_lines(binary):
    """What the figures depend on."""
    models = [line.split(":")[1].strip() for line in
              Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
              if line.startswith("model name")]
    release = platform.freedesktop_os_release()["PRETTY_NAME"]
    version = subprocess.run([binary, "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True,
                           check=True).stdout.splitlines()[0]
    return [f"{len(models)} × {models[0] if models else platform.machine()}, {release}, "
            f"Linux {platform.release()}",
            f"lockstep {version}, {swift}",
            f"load of the machine at the end (1, 5, 15 minutes): "
            + ", ".join(f"{one:.1f}" for one in os.getloadavg())]


def output(command, **more):
    """What a command prints; it must succeed."""
    say(f"running {' '.join(str(part) for part in command[:3])}")
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **more).stdout


def in_browser(script, binary):
    """What a script of the browser tests prints."""
    return output([sys.executable, script], cwd=ROOT / "Tests/Browser",
                  env={**os.environ, "SERVER_BINARY": binary})


def main():
    """Measures, prints, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/lockstep", help="the server")
    parser.add_argument("--floors", default=".build/release/floors")
    parser.add_argument("--editing-bench", help="the editing core's benchmark, to be run too")
    parser.add_argument("--memory-bench", help="the program that measures lists in memory, to be run too")
    parser.add_argument("--browser", action="store_true", help="measure the web client, too")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="a short round of each")
    parser.add_argument("--output", help="the Markdown file to write")
    parser.add_argument("--json", help="a file for the JSON of every round")
    options = parser.parse_args()
    binary = str(Path(options.binary).resolve())
    rounds = 1 if options.quick else options.rounds
    with tempfile.TemporaryDirectory() as folder:
        say("floors: bare send(), libwebsockets, SQLite")
        program = str(Path(options.floors).resolve())
        floors = measure_floors(program, rounds, 0.5 if options.quick else 1, folder)
        results, bare = measure(binary, program, rounds, options.quick, folder)
        add_ratios(results)
        say("an innocent editor beside hostile peers")
        beside = innocent.measure(binary, processors(), options.quick, folder, say)
        say("the same on SQLite, on three nodes of NATS, and on three servers")
        by_engine = engines.measure(
            lambda run, environment, urls=None: load(
                binary, run, options.quick, 0, folder, environment, urls), rounds, say)
    editing = output([options.editing_bench]) if options.editing_bench else ""
    scripts = ["bench_first_load.py", "bench_remote_change.py"] if options.browser else []
    browser = "".join(in_browser(script, binary) for script in scripts)
    tables = []
    if options.memory_bench:
        tables.append(long_lists.memory_table(json.loads(output([options.memory_bench]))))
    if options.browser:
        tables.append(long_lists.browser_table(json.loads(in_browser("bench_long_lists.py", binary))))
    page = benchmarks.report(results, floors, machine_lines(binary),
                             broadcaster.ratio_table(results, bare), broadcaster.instruction_table(), editing,
                             "\n".join(f"- {line}" for line in browser.splitlines()),
                             innocent.innocent_table(beside), "\n".join(tables),
                             engines.engine_table(by_engine))
    print(page)
    if options.output:
        Path(options.output).parent.mkdir(parents=True, exist_ok=True)
        Path(options.output).write_text(page, encoding="utf-8")
        say(f"written to {options.output}")
    if options.json:
        Path(options.json).write_text(json.dumps({"floors": floors, "runs": results, "broadcaster": bare,
                                                 "innocent": beside, "engines": by_engine}, indent=1),
                                      encoding="utf-8")


if __name__ == "__main__":
    main()
