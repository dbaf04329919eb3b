"""`lockstep check` as a user runs it: through a proxy that lies, and without a server."""

from check_command import CheckCommand, states
from lying_proxy import Doubling, LyingProxy
from process import wait_until
from server import free_port


def test_a_lie_breaks_its_property(spawn, seed):
    server, lies = spawn().start(), Doubling()
    with (LyingProxy(server.port, lies) as proxy,
          CheckCommand(server, proxy.ws(), clients=8, lists=2, seed=seed) as check):
        wait_until(lambda: lies.notified >= 5, "sets come twice")
        check.goes_on(20)
        code, report, messages = check.end()
    assert code == 1, messages
    assert {number for number, state in states(report).items() if state == "broken"} == {"1"}, report
    first = next(p["first"] for p in report["properties"] if p["state"] == "broken")
    assert first["list"].startswith("check-") and first["messages"]
    assert first.get("revision", 1) > 0


def test_without_a_server_there_is_nothing_to_check(spawn):
    with CheckCommand(spawn(), f"ws://127.0.0.1:{free_port()}") as check:
        code, report, messages = check.end(interrupt=False)
    assert code == 2 and report is None
    assert "cannot connect" in messages
