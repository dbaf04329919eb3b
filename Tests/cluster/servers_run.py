"""Editors spread over several servers of the same lists: each goes on at the next one when its own is gone."""

import time

from cluster_run import ClusterRun
from process import wait_until

PAUSE = 3.0
"""Seconds that an edit may wait where no node of its list's log is gone."""

NEAR_PAUSE = 5.0
"""The same where a node is gone that led other lists only: a server may have been connected to it."""

LOST_PAUSE = 12.0
"""The same where the node that led the log is gone, and the others elected at once."""


class ServersRun(ClusterRun):
    """A run whose first server makes the lists; what is asked at the end is asked of every server."""

    def __init__(self, servers, seed, editors=9, lists=4, founders=1, pause=0.08, patience=20.0):
        super().__init__(servers[0], seed, editors, lists, founders, pause)
        self.servers = servers
        for number, editor in enumerate(self.editors):
            at = number % len(servers)
            urls = [server.ws() for server in servers[at:] + servers[:at]]
            editor.url, editor.elsewhere, editor.patience = urls[0], urls[1:], patience

    def editors_at(self, server):
        """The editors that are connected to a server, or try to."""
        return [editor for editor in self.editors if editor.url == server.ws()]

    def moved_from(self, server):
        """Waits until every editor has left a server and is greeted elsewhere."""
        wait_until(lambda: not self.editors_at(server) and all(e.greeted for e in self.editors),
                   "the editors are at other servers")

    def catches_up(self):
        """Waits until everything that was sent before is answered, at whichever server, while editing goes on."""
        now = time.monotonic()
        wait_until(lambda: self.failure or all(
            editor.greeted and all(held.open and all(began > now for began in list(held.began.values()))
                                   for held in list(editor.lists.values())) for editor in self.editors),
            "what was sent is answered", 60)
        self.goes_on()

    def lists_of(self, editors):
        """The lists that some editors have, of those that stay."""
        return {name for editor in editors for name in editor.lists if name in self.names}

    def kill(self, server):
        """kill -9 of one server."""
        server.kill()
        self.history.add("killed")

    def snapshots(self):
        """Reads every list from every server; all must tell the same bytes under the same tag."""
        for name in self.names + self.passing:
            answers = [server.get(f"/api/lists/{name}") for server in self.servers]
            told = {(answer.status, answer.headers["ETag"], answer.body) for answer in answers}
            assert len(told) == 1, f"{name} differs: {told}"
            if answers[0].status == 200:
                self.history.add("snapshot", list=name, body=answers[0].json())

    def resume_everywhere(self, name, kept):
        """`changes` since every revision, from each server."""
        for self.server in self.servers:
            super().resume_everywhere(name, kept)
