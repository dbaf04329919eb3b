"""A restart under many clients: all of them come back within a second, and all are brought up to date."""

import asyncio
import json
import random
import resource
import time

from websockets.asyncio.client import connect


CLIENTS = 500
ROWS = 200


def test_500_clients_that_reconnect_at_once_are_all_brought_up_to_date(spawn, seed, capsys):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), hard), hard))
    server = spawn().start()
    name = server.make({"s1": [f"r{i}" for i in range(ROWS)]})
    for number in range(20):
        move(server, name, number)
    result = asyncio.run(asyncio.wait_for(storm(server, name, random.Random(seed)), 90))
    with capsys.disabled():
        print(f"\nseed {seed}: {CLIENTS} clients, {result['catchup']} by catchup, "
              f"{result['snapshot']} by snapshot, last one {result['seconds']:.2f} s after the first "
              f"reconnect, {result['cpu']:.2f} s of the server's processor time")
    assert result["catchup"] + result["snapshot"] == CLIENTS
    assert result["catchup"] >= CLIENTS // 3
    assert result["wrong"] == []


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
        meet(server, name, n, None, None, dice.uniform(0, 1)) for n in range(CLIENTS)))
    assert all(kind == "snapshot" and body["sections"] == before["sections"] for kind, body, _ in first)
    server.kill()
    for _, _, socket in first:
        await socket.wait_closed()
    server.start()
    cpu, began = server.cpu_seconds(), time.monotonic()
    asked = [dice.choice((None, dice.randrange(21))) for _ in range(CLIENTS)]
    again = await asyncio.gather(*(
        meet(server, name, n, since, before["epoch"], dice.uniform(0, 1)) for n, since in enumerate(asked)))
    seconds = time.monotonic() - began
    used = server.cpu_seconds() - cpu
    wrong = [since for (kind, body, _), since in zip(again, asked) if not right(kind, body, since, before)]
    await asyncio.gather(*(socket.close() for _, _, socket in again))
    kinds = [kind for kind, _, _ in again]
    return {"catchup": kinds.count("catchup"), "snapshot": kinds.count("snapshot"),
            "seconds": seconds, "cpu": used, "wrong": wrong}


def right(kind, body, since, before):
    """Whether a client was brought to the state before the restart."""
    if kind == "snapshot":
        return body["revision"] == before["revision"] and body["sections"] == before["sections"]
    revisions = [s["revision"] for s in body["sets"]]
    return (since is not None and body["from"] == since
            and revisions == list(range(since + 1, before["revision"] + 1)))


async def meet(server, name, number, since, epoch, pause):
    """Connects after a pause and opens the list; gives what it was brought up to date by."""
    await asyncio.sleep(pause)
    socket = await connect(server.ws(), compression=None, max_size=None, proxy=None, open_timeout=20,
                           ping_interval=None, max_queue=None)
    await socket.send(json.dumps({"type": "hello", "client": f"storm-{number}"}))
    message = {"type": "open", "list": name}
    if since is not None:
        message.update(since=since, epoch=epoch)
    await socket.send(json.dumps(message))
    async with asyncio.timeout(20):
        async for frame in socket:
            content = json.loads(frame)
            for each in content if isinstance(content, list) else [content]:
                if each["type"] in ("catchup", "snapshot"):
                    return each["type"], each, socket
