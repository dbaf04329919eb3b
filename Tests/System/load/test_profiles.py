"""Profiles, recordings and merged histograms, against a server that wants tokens behind an nginx with TLS."""

import csv
import json
import os
import signal
import subprocess
import threading
import time

import pytest

from secured import BINARY, wait_until

EVERYTHING = {"tick": 1, "rename": 1, "drag": 1, "add": 1, "delete": 1, "paste": 1, "undo": 1, "read": 1, "offline": 1}
PROFILE = {
    "name": "short", "lists": {"count": 2, "rows": 60}, "seed": 5, "away": "100ms",
    "phases": [{"name": "ramp", "for": "0.5s", "rampTo": 12}, {"name": "hold", "for": "1s"},
               {"name": "spike", "for": "1s", "users": 20, "arrivals": 5}],
    "users": [{"name": "editor", "weight": 3, "think": "50ms", "mix": EVERYTHING},
              {"name": "reader", "window": True, "think": "100ms", "steady": True, "mix": {"scroll": 4, "tick": 1}}],
    "thresholds": ["p99 < 60 s", "hold: p90(tick) < 60 s", "errors = 0", "lost = 0", "unanswered = 0", "rate > 0.1 /s"]}


def command(secured, *arguments):
    """`lockstep load …` against the secured server."""
    return [str(part) for part in (BINARY, "load", *arguments, "--url", secured.url, "--ca", secured.authorities,
                                   "--key", secured.key)]


def write(folder, profile):
    """A file with a profile."""
    file = folder / "profile.json"
    file.write_text(json.dumps(profile))
    return file


def run(secured, *arguments):
    """Runs it to its end."""
    return subprocess.run(command(secured, *arguments), capture_output=True, text=True, check=False, timeout=90)


def test_a_profile_over_tls_with_tokens_keeps_its_thresholds(secured, tmp_path):
    """Every operation of every phase has figures, while it runs and at the end, and nothing is left."""
    lines, table, page = (tmp_path / name for name in ("lines", "table.csv", "page.html"))
    done = run(secured, "profile", write(tmp_path, PROFILE), "--json", "--json-lines", lines, "--csv", table,
               "--interval", "0.2", "--html", page, "--metrics", f"http://127.0.0.1:{secured.port}/metrics")
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["met"] and result["lost"] == 0 and result["notes"] == []
    assert all(one["kept"] for one in result["thresholds"]) and len(result["thresholds"]) == 6
    found = {(one["phase"], one["operation"]): one for one in result["figures"]}
    for operation in [*EVERYTHING, "scroll", "join", "delivery", "all"]:
        assert found["all", operation]["p50"] > 0, operation
    assert {phase for phase, _ in found} == {"all", "ramp", "hold", "spike"}
    assert found["all", "join"]["count"] >= 20
    assert result["version"] and result["machine"] and "profile" in result["command"]
    assert str(secured.key) in result["command"]
    written = [json.loads(line) for line in lines.read_text().splitlines()]
    assert {one["phase"] for one in written} == {"ramp", "hold", "spike"}
    assert sum(one["count"] for one in written if one["operation"] == "all") <= found["all", "all"]["count"]
    assert any("serverProcessor" in one and one["serverMemory"] > 1e6 for one in written)
    rows = list(csv.DictReader(table.open()))
    assert len(rows) == len(written) and float(rows[-1]["time"]) > 0
    assert "load-" not in secured.lists()
    html = page.read_text()
    assert html.count("<svg") == 3 and "<script" not in html and ">seconds</text>" in html
    assert all(result[name][:20].replace("&", "&amp;") in html for name in ("machine", "version", "date"))


SIMPLE = {
    "phases": [{"name": "hold", "for": "1s", "users": 5}],
    "users": [{"think": "100ms", "mix": {"tick": 1}}], "thresholds": ["p90(tick) < 60 s", "lost = 0"]}


def test_a_threshold_that_is_missed_is_named(secured, tmp_path):
    """With the value; the others are kept."""
    file = write(tmp_path, {**SIMPLE, "thresholds": ["p90(tick) < 1 us", "lost = 0"]})
    done = run(secured, "profile", file)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "MISSED p90(tick) < 1 us  (" in done.stdout and "kept   lost = 0  (0)" in done.stdout
    assert "load-" not in secured.lists()


@pytest.mark.soak
def test_a_slowed_server_misses_them(secured, tmp_path):
    """The threshold that was missed is named, with the value; with the server as it is, all are kept."""
    file = write(tmp_path, {**SIMPLE, "phases": [{"name": "hold", "for": "3s", "users": 5}],
                            "thresholds": ["p90(tick) < 250 ms", "lost = 0"]})
    done = run(secured, "profile", file)
    assert done.returncode == 0, done.stdout + done.stderr
    over = threading.Event()

    def slow():
        while not over.is_set():
            os.kill(secured.server.pid, signal.SIGSTOP)
            time.sleep(0.6)
            os.kill(secured.server.pid, signal.SIGCONT)
            time.sleep(0.1)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        done = run(secured, "profile", file)
    finally:
        over.set()
        thread.join()
    assert done.returncode == 1, done.stdout + done.stderr
    assert "MISSED p90(tick) < 250 ms  (" in done.stdout and "kept   lost = 0  (0)" in done.stdout
    assert "load-" not in secured.lists()


def test_an_existing_list_is_used_and_stays(secured, tmp_path):
    """What --list names and is there is not deleted; what is not there is made, and deleted."""
    owner = ["--url", f"http://127.0.0.1:{secured.port}", "--token", secured.token()]
    subprocess.run([BINARY, "create", "mine", *owner], check=True, capture_output=True, timeout=60)
    profile = {**SIMPLE, "phases": [{"name": "hold", "for": "0.5s", "users": 4}],
               "users": [{"think": "50ms", "mix": {"add": 1}}], "thresholds": ["errors = 0"]}
    try:
        done = run(secured, "profile", write(tmp_path, profile), "--list", "mine", "--list", "other")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "mine" in secured.lists() and "other" not in secured.lists()
    finally:
        subprocess.run([BINARY, "delete", "mine", "--yes", *owner], capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_profile_that_leaves_nothing(secured, tmp_path, number):
    """What was measured up to then is printed, and the lists are deleted."""
    profile = {**SIMPLE, "phases": [{"name": "soak", "for": "10m", "users": 5}]}
    with subprocess.Popen(command(secured, "profile", write(tmp_path, profile)), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: secured.is_edited("load-"), "the run is under way")
        process.send_signal(number)
        said, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number, said + errors
    assert "interrupted" in said and "stopping" in errors
    assert "load-" not in secured.lists()


def test_a_bad_profile_is_refused_and_its_member_named(secured, tmp_path):
    """With the status of what could not be run."""
    done = run(secured, "profile", write(tmp_path, {**SIMPLE, "users": [{"mix": {"sing": 1}}]}))
    assert done.returncode == 2 and "there is no users[0].mix.sing" in done.stderr, done.stderr


def test_a_server_that_is_not_there_is_said(tmp_path):
    """With the same status."""
    done = subprocess.run([BINARY, "load", "profile", write(tmp_path, SIMPLE), "--url", "ws://127.0.0.1:9"],
                          capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2 and "127.0.0.1:9" in done.stderr, done.stderr


def test_a_session_is_recorded_and_repeated_faster(secured, tmp_path):
    """What arrives is what is done again, by as many users as asked for."""
    owner = ["--url", f"http://127.0.0.1:{secured.port}", "--token", secured.token()]
    secured.make_list("real")
    session = tmp_path / "session.jsonl"
    with session.open("w") as output, subprocess.Popen([BINARY, "record", "real", *owner], stdout=output,
                                                      stderr=subprocess.PIPE, text=True) as recorder:
        try:
            assert "recording real" in recorder.stderr.readline()
            profile = {"phases": [{"name": "real", "for": "1s", "users": 3}],
                       "users": [{"think": "50ms", "mix": {"add": 3, "tick": 2, "rename": 1, "drag": 1, "paste": 1}}]}
            done = run(secured, "profile", write(tmp_path, profile), "--list", "real", "--json")
            assert done.returncode == 0, done.stdout + done.stderr
        finally:
            recorder.send_signal(signal.SIGINT)
            recorder.wait(60)
            subprocess.run([BINARY, "delete", "real", "--yes", *owner], capture_output=True, check=False, timeout=60)
    steps = [json.loads(line) for line in session.read_text().splitlines()]
    made = {one["operation"]: one["count"] for one in json.loads(done.stdout)["figures"]}
    found = [step["operation"] for step in steps]
    assert found.count("add") == made["add"] and found.count("paste") == made["paste"]
    assert {step["client"] for step in steps} == {0, 1, 2}
    # What is due last leaves all of them the time to join, and to do what was due before.
    with session.open("a") as output:
        output.write('{"at": 9, "client": 0, "operation": "tick"}\n')
    done = run(secured, "profile", "--replay", session, "--speed", "3", "--copies", "4", "--json",
               "--threshold", "errors = 0", "--threshold", "lost = 0")
    assert done.returncode == 0, done.stdout + done.stderr
    again = {one["operation"]: one["count"] for one in json.loads(done.stdout)["figures"]}
    assert again["add"] == 4 * made["add"] and again["join"] == 12


def test_histograms_of_two_runs_are_merged_and_hdrhistogram_reads_them(secured, tmp_path):
    """Counts add up, and percentiles are those that HdrHistogram's own reader finds."""
    from hdrh.histogram import HdrHistogram
    from hdrh.log import HistogramLogReader

    def read(file):
        """The histograms of a log by tag."""
        reader = HistogramLogReader(str(file), HdrHistogram(1, 3_600_000_000, 3))
        found = {}
        while (one := reader.get_next_interval_histogram()) is not None:
            found[one.get_tag()] = one
        return found

    file, logs = write(tmp_path, SIMPLE), [tmp_path / "one.hlog", tmp_path / "two.hlog"]
    runs = [subprocess.Popen(command(secured, "profile", file, "--json", "--hdr", log), stdout=subprocess.PIPE, text=True)
            for log in logs]
    results = [json.loads(process.communicate(timeout=60)[0]) for process in runs]
    single = [read(log) for log in logs]
    for result, found in zip(results, single):
        ticks = next(one for one in result["figures"] if one["operation"] == "tick")
        assert found["hold/tick"].get_total_count() == ticks["count"]
        for name in ("p50", "p99", "max"):
            percentile = 100 if name == "max" else float(name[1:])
            assert found["hold/tick"].get_value_at_percentile(percentile) / 1000 == pytest.approx(ticks[name], rel=2e-3)
    merged = tmp_path / "both.hlog"
    done = subprocess.run([BINARY, "load", "merge", *logs, "--hdr", merged, "--threshold", "hold: p99(tick) < 60 s"],
                          capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "kept   hold: p99(tick)" in done.stdout, done.stdout + done.stderr
    both = read(merged)["hold/tick"]
    expected = single[0]["hold/tick"]
    expected.add(single[1]["hold/tick"])
    assert both.get_total_count() == expected.get_total_count()
    for percentile in (50, 90, 99, 99.9, 100):
        assert both.get_value_at_percentile(percentile) == expected.get_value_at_percentile(percentile)
    done = subprocess.run([BINARY, "load", "merge", *logs, "--threshold", "p50 < 1 us"], capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.returncode == 1 and "MISSED p50 < 1 us" in done.stdout
    bounds = ["lost = 0", "unanswered = 0", "errors = 0", "hold: errors(tick) < 1 %", "rate > 0.1 /s"]
    done = subprocess.run([BINARY, "load", "merge", merged, *(part for one in bounds for part in ("--threshold", one))],
                          capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "lost 0, unanswered 0, errors 0" in done.stdout, done.stdout + done.stderr
    worse = tmp_path / "worse.hlog"
    worse.write_text(logs[0].read_text().replace("lost 0", "lost 2"))
    done = subprocess.run([BINARY, "load", "merge", worse, logs[1], "--threshold", "lost = 0"], capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.returncode == 1 and "MISSED lost = 0  (2)" in done.stdout
    other = tmp_path / "other.hlog"
    other.write_text("".join(line for line in logs[0].open() if "Counts" not in line))
    done = subprocess.run([BINARY, "load", "merge", other, logs[1], "--threshold", "lost = 0"], capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.returncode == 1 and "MISSED lost = 0  (nothing was measured)" in done.stdout
    (tmp_path / "bad.hlog").write_text("0.0,1.0,2.0,HISTFAAAA\n")
    done = subprocess.run([BINARY, "load", "merge", tmp_path / "bad.hlog"], capture_output=True, text=True, check=False,
                          timeout=60)
    assert done.returncode == 2 and "line 1 is no line of an HdrHistogram log" in done.stderr
