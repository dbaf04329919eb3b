"""A program on docs/examples/reference_client.py: `reference_program.py URL LIST FILE PLAN`.

Makes the edits of PLAN, a JSON array, up to the count that each line of its input names; its id is the place of an edit
there. Prints a line for each thing that the client tells. `reference_program.mjs` is the same in JavaScript.
"""

import asyncio
import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3] / "docs" / "examples"))
from reference_client import Client, apply, digest  # noqa: E402


def put(**line):
    """Prints one line."""
    print(json.dumps(line), flush=True)


class Observed(Client):
    """Tells, too, of each `open` and each edit that it sends, and whether the edit is stored by then."""

    longest_pause = 0.3

    async def send(self, message):
        if message["type"] == "open":
            put(told="open", since=message.get("since"))
        if "id" in message:
            stored = json.loads(Path(self.file).read_text())["edits"]
            put(told="sent", id=message["id"], stored=message["id"] in [edit["id"] for edit in stored])
        await super().send(message)


async def make_edits(client, plan):
    """Makes edits as its input says."""
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async for line in lines:
        while client.kept["highestId"] < int(line):
            await client.edit(**plan[client.kept["highestId"]])
            await asyncio.sleep(0)


async def run(url, list_id, file, plan):
    """Runs the client until it stops."""
    def tell(what, edit=None, answer=None):
        if what == "changed":
            put(told=what, copy={key: client.copy[key] for key in ("epoch", "revision", "title", "rules", "sections")})
        else:
            put(told=what, id=edit["id"], **({"answer": answer} if answer else {}))

    client = Observed(url, list_id, file, tell)
    edits = asyncio.create_task(make_edits(client, json.loads(Path(plan).read_text())))
    put(told="stopped", code=await client.run())
    edits.cancel()


def apply_all(cases):
    """Prints what `apply` makes of each list and change set, or null where it does not fit."""
    for copy, change in json.loads(Path(cases).read_text()):
        try:
            apply(copy, change)
            put(copy=copy, digest=digest(copy))
        except LookupError:
            put(copy=None)


if len(sys.argv) == 2:
    apply_all(sys.argv[1])
else:
    asyncio.run(run(*sys.argv[1:]))
