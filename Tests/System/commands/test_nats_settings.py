"""`lockstep serve` on NATS: whom the nodes let in, and what it says where they do not, or are not there."""

import pytest

from nats_node import Doorkeeper, Operator, certify
from process import wait_until

SECRET = "correct-horse"


def refusal(server):
    """What a server says that does not start; it never says what is secret."""
    code, said = server.run_to_end()
    assert code == 1 and "the server cannot start" in said, said
    assert SECRET not in said and "wrong-horse" not in said, said
    return said


def edits(server):
    """Whether a list can be made and edited there."""
    list_id = server.make({"s": ""})
    edit = {"id": 1, "actions": [{"op": "insertRow", "fields": {"title": "a"}}]}
    response = server.request("POST", f"/api/lists/{list_id}/edits", edit)
    return response.status == 200 and server.snapshot(list_id)["revision"] == 1


@pytest.mark.parametrize("settings, right, wrong", [
    (f'authorization {{ user: "ana", password: "{SECRET}" }}', f"ana:{SECRET}", "ana:wrong-horse"),
    (f'authorization {{ token: "{SECRET}" }}', SECRET, "wrong-horse"),
], ids=["password", "token"])
def test_who_has_no_right_login_is_told_so(nats, spawn, settings, right, wrong):
    node = nats(settings)
    assert edits(spawn(**node.settings(right)).start())
    for login in (wrong, ""):
        said = refusal(spawn(**node.settings(login)))
        assert "refuses the credentials" in said and "nats.urls" in said and "nats.credentials" in said


def test_both_sides_show_their_certificates(nats, spawn, tmp_path):
    certify(tmp_path)
    node = nats(f'tls {{ cert_file: "{tmp_path}/node.pem", key_file: "{tmp_path}/node.key", '
                f'ca_file: "{tmp_path}/ca.pem", verify: true }}')
    client = {"nats_cert": tmp_path / "client.pem", "nats_key": tmp_path / "client.key"}
    assert edits(spawn(**node.settings(host="localhost", nats_ca=tmp_path / "ca.pem", **client)).start())
    for host, authority, shown in [
            ("localhost", "other", client), ("localhost", "other", {}), ("127.0.0.1", "ca", client)]:
        said = refusal(spawn(**node.settings(host=host, nats_ca=tmp_path / f"{authority}.pem", **shown)))
        assert "cannot be encrypted" in said and "nats.ca" in said and "nats.cert" in said, said
    said = refusal(spawn(**node.settings(host="localhost", nats_ca=tmp_path / "ca.pem")))
    assert "wants a certificate: set nats.cert and nats.key" in said
    strange = {"nats_cert": tmp_path / "other.pem", "nats_key": tmp_path / "other.key"}
    said = refusal(spawn(**node.settings(host="localhost", nats_ca=tmp_path / "ca.pem", **strange)))
    assert "does not take the certificate in nats.cert" in said
    # Without an authority of its own, the system's are asked.
    said = refusal(spawn(**node.settings(nats_urls=f"tls://localhost:{node.client}")))
    assert "cannot be encrypted" in said
    said = refusal(spawn(**node.settings(host="localhost", nats_ca=tmp_path / "none.pem")))
    assert "nats.ca" in said and "none.pem" in said


def test_credentials_files_name_the_account_and_the_systems(nats, spawn, tmp_path):
    operator = Operator(tmp_path)
    node = nats(operator.settings)
    files = {"nats_credentials": operator.lists, "nats_system_credentials": operator.system}
    assert edits(spawn(**node.settings(nats_monitor="", **files)).start())
    said = refusal(spawn(**node.settings(nats_credentials=operator.stranger)))
    assert "refuses the credentials" in said and "nats.credentials" in said
    said = refusal(spawn(**node.settings(nats_credentials=tmp_path / "none.creds")))
    assert "the credentials file" in said and "none.creds cannot be read" in said
    (tmp_path / "half.creds").write_text(operator.lists.read_text().partition("-----BEGIN USER NKEY")[0])
    assert "has no USER NKEY SEED" in refusal(spawn(**node.settings(nats_credentials=tmp_path / "half.creds")))
    swapped = {"nats_credentials": operator.lists, "nats_system_credentials": operator.lists}
    assert "nats.systemCredentials must be" in refusal(spawn(**node.settings(nats_monitor="", **swapped)))


@pytest.mark.parametrize("refusals, starts", [(2, True), (3, False)])
def test_a_login_with_a_credentials_file_is_tried_three_times(nats, spawn, tmp_path, refusals, starts):
    operator = Operator(tmp_path)
    node = nats(operator.settings)
    with Doorkeeper(node, refusals) as door:
        server = spawn(**node.settings(nats_urls=f"nats://127.0.0.1:{door.port}", nats_credentials=operator.lists))
        if starts:
            assert edits(server.start())
        else:
            assert "refuses the credentials" in refusal(server)


def test_nodes_that_are_not_there_are_waited_for_and_then_missed(nats, spawn):
    node = nats(start=False)
    patient = {**node.settings(), "take_over_seconds": 30}
    said = refusal(spawn(**node.settings()))
    assert "no NATS server took the connection" in said and "waiting" not in said
    server = spawn(**patient)
    server.launch()
    wait_until(lambda: server.log_lines("waiting for the cluster to be in reach"), "it is told that it waits")
    node.start()
    wait_until(server.is_ready, "the server has found the node")
    assert edits(server)


def test_a_node_that_may_lose_records_is_refused(nats, spawn):
    assert "runs without JetStream" in refusal(spawn(**nats(common="max_payload: 1MB").settings()))
    said = refusal(spawn(**nats(common="max_payload: 1MB\njetstream {}").settings()))
    assert "sync_interval: always" in said
    node = nats("no_auth_user: nobody\naccounts { SYS { users: [{user: s, password: s}] }\n"
                "LISTS { users: [{user: nobody, password: n}] } }\nsystem_account: SYS")
    assert "JetStream not enabled for account" in refusal(spawn(**node.settings()))


def test_a_cluster_is_told_of_in_figures_and_top(nats, spawn, lockstep):
    node = nats()
    server = spawn(**node.settings()).start()
    assert edits(server)
    wait_until(lambda: 'lockstep_nats_stream_bytes{stream="LS_LOG_0"}' in server.get("/metrics").body.decode(),
               "the sizes of the streams are known")
    top = lockstep.output("top", "--once", "--interval", "0.2", "--url", f"http://127.0.0.1:{server.port}")
    assert "nats" in top and "streams" in top and "OUT OF REACH" not in top


def test_a_server_without_its_cluster_is_not_ready_and_comes_back(nats, spawn):
    node = nats()
    server = spawn(**node.settings(nats_wait_seconds=1)).start()
    node.end()
    wait_until(lambda: server.readiness() == 503, "it is not ready")
    figures = server.get("/metrics").body.decode()
    assert "lockstep_nats_reachable 0" in figures and "lockstep_ready 0" in figures
    assert server.get("/healthz").status == 200
    assert server.request("POST", "/api/lists", {"list": "a", "title": "A", "sections": []}).status in (503, 504)
    node.start()
    wait_until(lambda: server.readiness() == 200, "it is ready again")
    assert edits(server)
