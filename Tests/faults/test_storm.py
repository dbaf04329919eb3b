"""A restart under many clients: all of them come back within a second, and all are brought up to date."""

import asyncio
import json
import random
import resource
import time

from raw_client import RawClient

CLIENTS = 2000
ROWS = 200
SETS = 20


def test_2000_clients_that_reconnect_at_once_are_all_brought_up_to_date(spawn, seed, capsys):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CLIENTS + 500
    assert hard == resource.RLIM_INFINITY or hard >= wanted, f"the descriptor limit is {hard}, {wanted} are needed"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    server = spawn().start()
    name = server.make({"s1": [f"r{i}" for i in range(ROWS)]})
    for number in range(SETS):
        move(server, name, number)
    result = asyncio.run(asyncio.wait_for(storm(server, name, random.Random(seed)), 60))
    with capsys.disabled():
        print(f"\nseed {seed}: {CLIENTS} clients, {result['catchup']} by catchup, {result['snapshot']} by snapshot, "
              f"last one {result['seconds']:.2f} s after the first reconnect, {result['cpu']:.2f} s of the server's "
              f"processor time, {result['encoded']} snapshot encoded")
    assert result["catchup"] + result["snapshot"] == CLIENTS
    assert min(result["catchup"], result["snapshot"]) >= CLIENTS // 3
    assert result["wrong"] == []
    assert result["encoded"] == 1, "a snapshot is encoded once a revision"


def move(server, name, number):
    """Moves a row over HTTP, so that there is something to resume from."""
    response = server.request("POST", f"/api/lists/{name}/edits", {
        "id": number + 1, "client": "mover", "actions": [
            {"op": "moveRow", "row": f"r{number}", "to": {"section": "s1", "index": ROWS - 1 - number}}]})
    assert response.status == 200


async def storm(server, name, dice):
    """Everyone connects; the server is killed and started; everyone connects again within a second."""
    before = server.snapshot(name)
    first = await asyncio.gather(*(
        meet(server.port, name, n, None, None, dice.uniform(0, 1)) for n in range(CLIENTS)))
    server.kill()
    for _, client in first:
        client.close()
    server.start()
    asked = [dice.choice((None, dice.randrange(SETS + 1))) for _ in range(CLIENTS)]
    pauses = [dice.uniform(0, 1) for _ in range(CLIENTS)]
    cpu, began = server.cpu_seconds(), time.monotonic()
    again = await asyncio.gather(*(
        meet(server.port, name, n, asked[n], before["epoch"], pauses[n]) for n in range(CLIENTS)))
    seconds, used = time.monotonic() - began, server.cpu_seconds() - cpu
    answers = [json.loads(body) for body in dict.fromkeys(body for body, _ in again)]
    wrong = [a for a in answers if not right(a, before)]
    wrong += [s for (body, _), s in zip(again, asked) if not answers_to(body, s)]
    metrics = server.get("/metrics").body.decode()
    encoded = int(metrics.split("\nlockstep_snapshots_encoded_total ")[1].split()[0])
    for _, client in again:
        client.close()
    kinds = [body.startswith(b'{"type":"catchup"') for body, _ in again]
    return {"catchup": sum(kinds), "snapshot": CLIENTS - sum(kinds), "seconds": seconds, "cpu": used,
            "wrong": wrong, "encoded": encoded}


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


async def meet(port, name, number, since, epoch, pause):
    """Connects after a pause and opens the list; gives what it was brought up to date by."""
    await asyncio.sleep(pause)
    message = {"type": "open", "list": name}
    if since is not None:
        message.update(since=since, epoch=epoch)
    async with asyncio.timeout(30):
        client = await RawClient.connect(port, f"storm-{number}", [message])
        return await client.until("catchup", "snapshot"), client
