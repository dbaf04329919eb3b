"""The start of a server with many lists, from the moment its port is open: no turn of the loop is long."""

import http.client
import json
import threading
import time

from loop_thread import long_turns
from server import Server

LISTS, MAKERS = 24_000, 8


def make_lists(server, first):
    """Makes every eighth list over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for number in range(first, LISTS, MAKERS):
        body = json.dumps({"list": f"list-{number * 7919 % LISTS}", "title": "T"})
        connection.request("POST", "/api/lists", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 201, answer.read()
        answer.read()
    connection.close()


def test_no_turn_is_long_after_the_start_with_many_lists(tmp_path, record_property):
    server = Server(tmp_path).start()
    try:
        makers = [threading.Thread(target=make_lists, args=(server, first)) for first in range(MAKERS)]
        for maker in makers:
            maker.start()
        for maker in makers:
            maker.join()
        server.stop()
        server.start()
        # What looks for damaged lists begins now, and comes by the loop.
        time.sleep(2)
        metrics = server.get("/metrics").body.decode()
        assert f"lockstep_lists {LISTS}" in metrics, "all were made"
        long = long_turns(metrics, 10)
        record_property("measured", f"start with {LISTS} lists: {long} turns over 10 ms")
        assert long == 0
    finally:
        server.stop()
