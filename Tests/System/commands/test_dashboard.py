"""The Grafana dashboard: that all it asks for is there, and that it can be shown."""

import json
import re

import pytest

from figures import Figures
from process import wait_until
from server import ROOT

FILES = sorted((ROOT / "config/grafana").glob("*.json"))
FUNCTIONS = {"by", "min", "histogram_quantile", "increase", "le", "max", "rate", "sum", "time", "without", "clamp_min"}
LABELS = {"answer", "code", "instance", "job", "kind", "le", "reason", "stream", "version"}
"""Labels that Prometheus or the server gives."""


@pytest.fixture(params=FILES, ids=lambda path: path.name)
def dashboard(request):
    """A dashboard."""
    return json.loads(request.param.read_text())


def queries(dashboard):
    """What panels and variables ask Prometheus for."""
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    return asked + [variable["query"] for variable in dashboard["templating"]["list"] if variable["type"] == "query"]


def test_there_is_a_dashboard():
    assert FILES


def test_every_figure_that_is_asked_for_is_served(dashboard, nats, spawn):
    server = spawn(**nats().settings()).start()
    wait_until(lambda: "lockstep_nats_stream_bytes{" in Figures(server).text, "the streams are looked at")
    server.get("/no-such-page")
    series = {sample.name for family in Figures(server).families for sample in family.samples}
    text = Figures(server).text
    named = set()
    for query in queries(dashboard):
        bare = re.sub(r'"[^"]*"', '""', query)
        bare = re.sub(r"\$\w+|\[[^]]*\]", "", bare)
        words = set(re.findall(r"[a-z_]\w*", bare)) - FUNCTIONS
        for word in words - LABELS - {"label_values"}:
            assert word in series, f"{word} in {query}"
            named.add(word)
        for label in re.findall(r"by \((\w+)\)|(\w+)=~?\"", query):
            assert (label[0] or label[1]) in LABELS, query
        for label, value in re.findall(r'(answer|code|reason)="(\w+)"', query):
            assert f'{label}="{value}"' in text, query
    assert len(named) > 20


def test_its_structure_is_sane(dashboard):
    assert dashboard["schemaVersion"] >= 36 and dashboard["title"] and dashboard["uid"]
    assert dashboard.get("id") is None, "the importing Grafana gives one"
    names = {variable["name"] for variable in dashboard["templating"]["list"]}
    assert {"datasource", "instance"} <= names
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids)) and all(ids)
    cells = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        assert place["x"] >= 0 and place["x"] + place["w"] <= 24 and place["h"] >= 1, panel["title"]
        covered = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                   for y in range(place["y"], place["y"] + place["h"])}
        assert not covered & cells, f"{panel['title']} covers another"
        cells |= covered
        assert panel["title"]
        if panel["type"] == "row":
            continue
        assert panel["type"] in ("timeseries", "stat") and panel["description"].endswith(".")
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert panel["fieldConfig"]["defaults"]["unit"] in (
            "short", "ops", "s", "bytes", "Bps", "percentunit", "reqps", "bool"), panel["title"]
        letters = [target["refId"] for target in panel["targets"]]
        assert letters and len(letters) == len(set(letters))
        for target in panel["targets"]:
            assert target["expr"].count("(") == target["expr"].count(")") and 'instance=~"$instance"' in target["expr"]
            assert target["legendFormat"]
