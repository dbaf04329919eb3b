"""Fuzzes every target for its share of the time, from the seeds and what earlier runs have found.

    python3 Tests/Support/fuzz/fuzz.py BINARY --seconds 60     # of all targets together
    python3 Tests/Support/fuzz/fuzz.py BINARY                  # until something is found, or it is stopped
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "Fixtures" / "protocol" / "client-frames.json"
TARGETS = {"json": 2048, "messages": 4096, "answers": 4096, "bodies": 4096, "tokens": 4096,
           "edits": 1024, "files": 4096}
"""Their names, and how long an input may be."""
ROUND = 60
"""Seconds of a target's turn where there is no end."""


def seeds(target, folder):
    """A folder of the target's seeds: what lies in the corpus, for messages the fixtures too."""
    texts = [path.read_bytes() for path in sorted((HERE / "corpus" / target).iterdir())]
    if target == "messages":
        texts += [case["frame"].encode() for case in json.loads(FIXTURES.read_text())]
    made = folder / target
    made.mkdir()
    for text in texts:
        (made / hashlib.sha1(text).hexdigest()).write_bytes(text)
    return made, len(texts)


def run(target, options, seconds, seed_folder):
    """Fuzzes one target; returns how many inputs it tried, and what libFuzzer wrote if it failed."""
    grown, found = options.work / "corpus" / target, options.work / "found"
    grown.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    command = [
        str(options.binary), str(grown), str(seed_folder), f"-max_total_time={seconds}",
        f"-max_len={TARGETS[target]}", f"-artifact_prefix={found}/{target}-", "-print_final_stats=1",
        "-timeout=10", "-rss_limit_mb=3000", "-reload=0", f"-seed={options.seed}"]
    if target != "edits":
        command.append(f"-dict={HERE / 'words.dict'}")
    environment = {**os.environ, "FUZZ_TARGET": target, "SWIFT_BACKTRACE": "enable=no"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace",
                          timeout=seconds * 3 + 120)
    tried = re.search(r"number_of_executed_units:\s+(\d+)", done.stderr)
    covered = re.findall(r" cov: (\d+) ft: (\d+) corp: (\d+)", done.stderr)
    return {"target": target, "tried": int(tried.group(1)) if tried else 0,
            "covered": covered[-1] if covered else None,
            "failure": None if done.returncode == 0 else reason(done.stderr)}


def reason(text):
    """What libFuzzer wrote, without its lines on progress."""
    return "".join(line for line in text.splitlines(True) if not re.match(r"#\d+\s+(NEW|REDUCE|pulse)", line))[-6000:]


def fuzz(options, seconds):
    """One turn of every target, as many at a time as there are cores; returns whether all is well."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        made = {target: seeds(target, Path(folder)) for target in options.targets}
        outcomes = list(pool.map(
            lambda target: run(target, options, seconds, made[target][0]), options.targets))
    for outcome in outcomes:
        target = outcome["target"]
        edges, features, corpus = outcome["covered"] or ("no", "no", "no")
        print(f"{target}: {outcome['tried']:,} executions from {made[target][1]} seeds, {edges} edges and "
              f"{features} features covered, {corpus} inputs kept", flush=True)
    failures = [o for o in outcomes if o["failure"] is not None]
    for outcome in failures:
        print(f"\n{outcome['failure']}\n{outcome['target']} failed. Once more, on the input that is named "
              f"above: FUZZ_TARGET={outcome['target']} swift run fuzzer PATH")
    idle = [o["target"] for o in outcomes if not o["tried"]]
    if idle:
        print(f"nothing was tried: {', '.join(idle)}")
    print(f"fuzzing: {sum(o['tried'] for o in outcomes):,} executions, {len(failures)} failed", flush=True)
    return not failures and not idle


def main():
    """Reads the arguments; fails once a target does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("--seconds", type=int, help="for all targets together; without it there is no end")
    parser.add_argument("--seed", type=int, default=0, help="repeats the order of inputs (0: another one each time)")
    parser.add_argument("--targets", nargs="+", default=list(TARGETS), choices=list(TARGETS))
    parser.add_argument("--work", type=Path, default=Path(".build/fuzzing"),
                        help="where inputs are kept that found new ways, and those that failed")
    options = parser.parse_args()
    if options.seconds is not None:
        sys.exit(0 if fuzz(options, max(1, options.seconds // len(options.targets))) else 1)
    while fuzz(options, ROUND):
        pass
    sys.exit(1)


if __name__ == "__main__":
    main()
