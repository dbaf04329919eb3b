#!/usr/bin/env python3
"""Deletes what is done: mkfifo edits; lockstep pipe LIST --state --journal tidy.edits <edits | pipe-tidy.py >edits"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("snapshot", "state"):
        rows = [row for section in message["sections"] for row in section["rows"]]
        done = [row["id"] for row in rows if row["fields"].get("done") is True]
        if done:
            print(json.dumps({"op": "deleteRows", "rows": done}), flush=True)
