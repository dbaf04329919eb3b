"""What several tests of the load generator use."""

import pytest

from secured import SecuredServer


@pytest.fixture(scope="session", name="secured")
def secured_server(tmp_path_factory):
    """A server that wants tokens behind an nginx with TLS."""
    server = SecuredServer(tmp_path_factory.mktemp("secured"))
    yield server
    server.stop()
