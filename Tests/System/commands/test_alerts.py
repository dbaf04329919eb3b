"""The alert rules for Prometheus: that each fires where it should, and asks for figures that are served."""

import base64
import json
import re
import subprocess
from pathlib import Path

from figures import Figures
from process import wait_until
from server import ROOT
from test_dashboard import FUNCTIONS, LABELS

RULES = ROOT / "config/prometheus/lockstep.rules.yml"


def promtool(*arguments):
    """What it wrote; a failure tells all of it."""
    done = subprocess.run(["promtool", *map(str, arguments)], cwd=Path(__file__).parent, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def alerts():
    """The names of all alerts."""
    return re.findall(r"- alert: (\w+)", RULES.read_text())


def test_the_rules_are_valid():
    assert f"{len(alerts())} rules found" in promtool("check", "rules", RULES)


def test_each_alert_fires_where_it_should():
    text = (Path(__file__).parent / "alerts.test.yml").read_text()
    assert set(alerts()) == set(re.findall(r"- name: (\w+)$", text, re.MULTILINE))
    assert set(alerts()) == set(re.findall(r"eval_time: \w+, alertname: (\w+)", text)), "each is silent where all is well"
    assert "SUCCESS" in promtool("test", "rules", "alerts.test.yml")


def test_every_figure_that_is_asked_for_is_served(nats, spawn, tmp_path):
    (tmp_path / "hooks.json").write_text(json.dumps({"hooks": [
        {"name": "h", "url": "https://127.0.0.1:9", "secrets": ["whsec_" + base64.b64encode(b"s" * 32).decode()]}]}))
    server = spawn(hooks_file=tmp_path / "hooks.json", backup_every="1h", backup_folder=tmp_path / "backups",
                   **nats().settings()).start()
    wait_until(lambda: ("lockstep_backup_timestamp_seconds",) in Figures(server).samples, "a backup is there")
    both = [Figures(server), Figures(spawn().start())]
    series = {sample.name for figures in both for family in figures.families for sample in family.samples} | {"up"}
    for query in re.findall(r"expr: (.*)", RULES.read_text()):
        bare = re.sub(r"\[[^]]*\]", "", re.sub(r'"[^"]*"', '""', query))
        for word in set(re.findall(r"[a-z_]\w*", bare)) - FUNCTIONS - LABELS - {"changes"}:
            assert word in series, f"{word} in {query}"
