"""A restart under many clients: all of them come back at once, and all are brought up to date."""

import asyncio
import json
import random
import resource

import pytest

from raw_client import RawClient

ROWS = 200
SETS = 20


@pytest.mark.parametrize("clients", [200, pytest.param(2000, marks=pytest.mark.soak)])
def test_clients_that_reconnect_at_once_are_all_brought_up_to_date(spawn, seed, clients):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * clients + 500
    assert hard == resource.RLIM_INFINITY or hard >= wanted, f"the descriptor limit is {hard}, {wanted} are needed"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    server = spawn().start()
    name = server.make({"s1": [f"r{i}" for i in range(ROWS)]})
    for number in range(SETS):
        move(server, name, number)
    before = server.snapshot(name)
    dice = random.Random(seed)
    asked = [dice.choice((None, dice.randrange(SETS + 1))) for _ in range(clients)]
    answers = asyncio.run(storm(server, name, before["epoch"], asked))
    assert all(answers_to(body, since) for body, since in zip(answers, asked))
    assert all(right(json.loads(body), before) for body in set(answers))
    assert server.figure("lockstep_snapshots_encoded_total") == 1, "a snapshot is encoded once a revision"


def move(server, name, number):
    """Moves a row over HTTP, so that there is something to resume from."""
    response = server.request("POST", f"/api/lists/{name}/edits", {
        "id": number + 1, "client": "mover", "actions": [
            {"op": "moveRow", "row": f"r{number}", "to": {"section": "s1", "index": ROWS - 1 - number}}]})
    assert response.status == 200


async def storm(server, name, epoch, asked):
    """Everyone is connected; the server is killed and started; everyone connects again. What each is brought."""
    for client in await everyone(server.port, name, None, [None] * len(asked)):
        client.close()
    server.kill()
    server.start()
    clients = await everyone(server.port, name, epoch, asked)
    for client in clients:
        client.close()
    return [client.brought for client in clients]


async def everyone(port, name, epoch, asked):
    """Connects as many clients as are asked for, all at once."""
    async with asyncio.timeout(60):
        return await asyncio.gather(*(meet(port, name, n, since, epoch) for n, since in enumerate(asked)))


def right(answer, before):
    """Whether the answer brings a client to the state before the restart."""
    if answer["type"] == "snapshot":
        return answer["revision"] == before["revision"] and answer["sections"] == before["sections"]
    revisions = [s["revision"] for s in answer["sets"]]
    return revisions == list(range(answer["from"] + 1, before["revision"] + 1))


def answers_to(body, since):
    """Whether a client that asked for what came after `since` was answered so; None asked for all."""
    if since is None:
        return body.startswith(b'{"type":"snapshot"')
    return body.startswith(b'{"type":"catchup"') and f'"from":{since},'.encode() in body[:300]


async def meet(port, name, number, since, epoch):
    """Connects and opens the list; gives the client with what it was brought up to date by."""
    message = {"type": "open", "list": name}
    if since is not None:
        message.update(since=since, epoch=epoch)
    client = await RawClient.connect(port, f"storm-{number}", [message])
    client.brought = await client.until("catchup", "snapshot")
    return client
