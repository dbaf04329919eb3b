"""The figures of a server, read with Prometheus' own parser."""

from prometheus_client.parser import text_string_to_metric_families


class Figures:
    """What `/metrics` said."""

    def __init__(self, server):
        response = server.get("/metrics")
        assert response.status == 200
        assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        self.text = response.body.decode()
        self.families = list(text_string_to_metric_families(self.text))
        self.samples = {
            (sample.name, *sorted(sample.labels.items())): sample.value
            for family in self.families for sample in family.samples}

    def __call__(self, name, **labels):
        """One series."""
        return self.samples[name, *sorted(labels.items())]

    def of(self, name, label):
        """The series of one name that are not 0, by a label."""
        return {dict(key[1:])[label]: value for key, value in self.samples.items()
                if key[0] == name and value}
